// The types that MakeAttribute of hlo/builder.h takes.
#ifndef HLO_INTERNAL_MAKE_ATTRIBUTE_H_
#define HLO_INTERNAL_MAKE_ATTRIBUTE_H_

#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/attribute.h"
#include "hlo/internal/attribute_types.h"

namespace hlo_text_v1::internal {

// A number that converts from its own type only: a bool from bool, an integer from narrower ones.
template <typename N>
struct ExactNumber {
  template <typename T>
  static constexpr bool kFits =
      std::is_same_v<T, N> || (std::is_same_v<N, double> && std::is_same_v<T, float>) ||
      (std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<N, bool> &&
       std::is_integral_v<N> && std::numeric_limits<T>::digits <= std::numeric_limits<N>::digits);
  template <typename T, typename std::enable_if_t<kFits<T>, int> = 0>
  ExactNumber(T number) : value(number) {}  // NOLINT: converts
  N value;
};

// The type of the argument for a value of type T, as HeldType names it.
template <typename T>
struct PassedAs {
  using Type =
      std::conditional_t<std::is_arithmetic_v<T>, ExactNumber<T>,
                         std::conditional_t<std::is_class_v<T> && !kIsView<T>, const T&, T>>;
};
template <>
struct PassedAs<Shape> {
  using Type = const Shape*;
};
template <>
struct PassedAs<HloComputation> {
  using Type = HloComputation*;
};

template <typename N>
Attribute AttributeWith(AttributeKind kind, ExactNumber<N> number) {
  if constexpr (std::is_same_v<N, double>) {
    return Attribute::Double(kind, number.value);
  } else {
    return Attribute::Int64(kind, number.value);
  }
}
template <typename T>
Attribute AttributeWith(AttributeKind kind, absl::Span<T const> values) {
  return Attribute::List<T>(kind, values);
}
template <typename T>
Attribute AttributeWith(AttributeKind kind, const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return Attribute::Enum(kind, value);
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    return Attribute::String(kind, value);
  } else if constexpr (std::is_pointer_v<T>) {
    return Attribute::Pointer(kind, value);
  } else {
    return Attribute::Pointer(kind, &value);
  }
}

absl::Status WrongAttributeType(AttributeKind kind);
absl::StatusOr<Attribute> MakeInteger(AttributeKind kind, int64_t value);

}  // namespace hlo_text_v1::internal

#endif  // HLO_INTERNAL_MAKE_ATTRIBUTE_H_
