// The C++ types of the values of attributes, from attribute_types.def.
#ifndef HLO_INTERNAL_ATTRIBUTE_TYPES_H_
#define HLO_INTERNAL_ATTRIBUTE_TYPES_H_

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "absl/types/span.h"
#include "hlo/attribute_kind.h"
#include "hlo/attribute_values.h"
#include "hlo/literal.h"
#include "hlo/shape.h"
#include "hlo/sharding.h"
#include "hlo/unknown_words.h"

namespace hlo_text_v1 {

class HloComputation;
class HloInstruction;

namespace internal {

// The C++ type of the values of an AttributeType, as attribute_types.def has it; for a list of T
// absl::Span<const T>.
template <AttributeType type>
struct HeldTypeOf;
#define HLO_ATTRIBUTE_TYPE(Id, T, ...)      \
  template <>                               \
  struct HeldTypeOf<AttributeType::k##Id> { \
    using Type = T;                         \
  };
#define HLO_LIST_TYPE(Id, T, ...) HLO_ATTRIBUTE_TYPE(Id, absl::Span<T const>, __VA_ARGS__)
#include "hlo/tables/attribute_types.def"
template <AttributeType type>
using HeldType = typename HeldTypeOf<type>::Type;

// Whether T is a string_view or a span.
template <typename T>
inline constexpr bool kIsView = std::is_same_v<T, std::string_view>;
template <typename T>
inline constexpr bool kIsView<absl::Span<T>> = true;

// A bit for each AttributeType whose values are of type T, and for those that are integers or
// enums.
// __is_same because std::is_same would be instantiated for each pair of types.
template <typename T>
inline constexpr uint64_t kTypesHeldAs = 0
#define HLO_ATTRIBUTE_TYPE(Id, U, ...) \
  | (__is_same(T, U) ? uint64_t{1} << static_cast<int>(AttributeType::k##Id) : 0)
#define HLO_LIST_TYPE(Id, U, ...) HLO_ATTRIBUTE_TYPE(Id, absl::Span<U const>, __VA_ARGS__)
#include "hlo/tables/attribute_types.def"
    ;
inline constexpr uint64_t kTypesHeldAsInteger = 0
#define HLO_NUMBER_TYPE(Id, U) \
  | (__is_same(U, double) ? 0 : uint64_t{1} << static_cast<int>(AttributeType::k##Id))
#define HLO_ENUM_TYPE(Type, ...) | uint64_t{1} << static_cast<int>(AttributeType::k##Type)
#include "hlo/tables/attribute_types.def"
    ;
// The element of a list as its module holds it, for the T that the list is read as: parts of a
// module are read as const.
template <typename T>
struct HeldElementOf {
  using Type = T;
};
template <>
struct HeldElementOf<const HloComputation*> {
  using Type = HloComputation*;
};
template <>
struct HeldElementOf<const HloInstruction*> {
  using Type = HloInstruction*;
};
template <>
struct HeldElementOf<HloComputation*> {};  // of a const attribute: const HloComputation*
template <>
struct HeldElementOf<HloInstruction*> {};
template <typename T>
using HeldElement = typename HeldElementOf<T>::Type;

// Whether values of `type` are of type T.
template <typename T>
constexpr bool Holds(AttributeType type) {
  return (kTypesHeldAs<T> >> static_cast<int>(type) & 1) != 0;
}

}  // namespace internal

}  // namespace hlo_text_v1

#endif  // HLO_INTERNAL_ATTRIBUTE_TYPES_H_
