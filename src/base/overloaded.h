// Several lambdas as one function object: a visitor with one case per type.
//
//   VisitAttributeValue(attribute, Overloaded{[](bool b) { ... }, [](const auto& value) { ... }});
#ifndef HLO_BASE_OVERLOADED_H_
#define HLO_BASE_OVERLOADED_H_

namespace hlo::internal {

template <typename... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};
template <typename... Functions>
Overloaded(Functions...) -> Overloaded<Functions...>;

}  // namespace hlo::internal

#endif  // HLO_BASE_OVERLOADED_H_
