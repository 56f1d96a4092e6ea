// The members of value structs, HLO_VALUE_STRUCT of attribute_types.def, for code that handles all
// of them alike: copies, JSON.
//
//   ForEachField(window_dimension, [&](std::string_view name, const auto& member) { ... });
#ifndef HLO_IR_VALUE_FIELDS_H_
#define HLO_IR_VALUE_FIELDS_H_

#include <algorithm>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "absl/types/span.h"
#include "hlo/module_config.h"
#include "src/ir/visit_attribute.h"

namespace hlo::internal {

// For a struct that is not in the table.
template <typename T>
struct ValueStruct {
  static constexpr bool kIsListed = false;
};
// A missing member does not compile, since a structured binding names all of them.
#define HLO_VALUE_STRUCT(T, ...)                             \
  template <>                                                \
  struct ValueStruct<T> {                                    \
    static constexpr bool kIsListed = true;                  \
    static constexpr std::string_view kNames = #__VA_ARGS__; \
    template <typename Struct>                               \
    static auto Members(Struct& struct_) {                   \
      auto& [__VA_ARGS__] = struct_;                         \
      return std::tie(__VA_ARGS__);                          \
    }                                                        \
  };
#include "hlo/tables/attribute_types.def"

// Whether a value means the same in every module: it has no pointer to a shape, a computation or an
// instruction.
template <typename T>
struct IsPlainValue
    : std::bool_constant<std::is_arithmetic_v<T> || std::is_enum_v<T> ||
                         std::is_same_v<T, std::string_view> || ValueStruct<T>::kIsListed> {};
template <typename T>
struct IsPlainValue<absl::Span<const T>> : IsPlainValue<T> {};
template <typename T>
struct IsPlainValue<const T*> : std::bool_constant<ValueStruct<T>::kIsListed> {};

template <>
struct IsPlainValue<StringValue> : std::true_type {};
template <>
struct IsPlainValue<EnumValue> : std::true_type {};
template <>
struct IsPlainValue<MetadataValue> : std::true_type {};

template <typename Tuple>
struct ArePlain;
template <typename... Members>
struct ArePlain<std::tuple<Members&...>> : std::conjunction<IsPlainValue<Members>...> {};
#define HLO_VALUE_STRUCT(T, ...)                                                        \
  static_assert(ArePlain<decltype(ValueStruct<T>::Members(std::declval<T&>()))>::value, \
                #T " has a member that is not plain data: see attribute_types.def");
#include "hlo/tables/attribute_types.def"

// Calls visit(member) for each member, in order.
template <typename T, typename Visit>
void ForEachMember(T& value, Visit visit) {
  std::apply([&](auto&... members) { (visit(members), ...); },
             ValueStruct<std::remove_const_t<T>>::Members(value));
}

// Calls visit(name, member).
template <typename T, typename Visit>
void ForEachField(T& value, Visit visit) {
  std::string_view names = ValueStruct<std::remove_const_t<T>>::kNames;  // "a, b, c"
  ForEachMember(value, [&](auto& member) {
    const std::string_view name = names.substr(0, names.find(','));
    names.remove_prefix(std::min(names.size(), name.size() + 2));
    visit(name, member);
  });
}

}  // namespace hlo::internal

#endif  // HLO_IR_VALUE_FIELDS_H_
