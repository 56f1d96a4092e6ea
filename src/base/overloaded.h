// Several lambdas as one function object: a visitor with one case per type.
//
//   VisitAttributeValue(attribute, Overloaded{[](bool b) { ... }, [](const auto& value) { ... }});
#ifndef HLO_BASE_OVERLOADED_H_
#define HLO_BASE_OVERLOADED_H_

namespace hlo_text_v1::internal {

template <typename... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_OVERLOADED_H_
