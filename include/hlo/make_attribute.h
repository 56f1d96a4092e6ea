// Makes attributes for the builder and for SetAttribute, with values of the right type.
//
// With the kind as a template argument, a value of another type does not compile:
//
//   builder.AddInstruction(hlo::HloOpcode::kTranspose, nullptr, {x},
//                          {hlo::MakeAttribute<hlo::AttributeKind::kDimensions>({1, 0})});
//
// With the kind as a function argument, it is an error:
//
//   absl::StatusOr<hlo::Attribute> dimensions =
//       hlo::MakeAttribute(hlo::AttributeKind::kDimensions, true);
//   return dimensions.status();  // "attribute dimensions takes a value of type Int64List"
//
// attributes.def gives the type of each attribute, attribute_types.def its C++ type. Spans, strings
// and structs are borrowed: they must live until AddInstruction or SetAttribute copies them. In a
// call as above, temporaries do. Constant time.
#ifndef HLO_MAKE_ATTRIBUTE_H_
#define HLO_MAKE_ATTRIBUTE_H_

#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/attribute.h"

namespace hlo {

namespace internal {

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

// What is passed for a value of type T, as HeldType names it.
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

}  // namespace internal

// ---- Checked by the compiler.

// The parameter of MakeAttribute<kKind>: bool, an integer of at most 64 bits, double, the enum,
// std::string_view, absl::Span<const T> for a list ({1, 0} works), the struct, HloComputation* or
// const Shape*.
template <AttributeKind kKind>
using AttributeArgumentOf =
    typename internal::PassedAs<internal::HeldType<AttributeTypeOf(kKind)>>::Type;

template <AttributeKind kKind>
Attribute MakeAttribute(AttributeArgumentOf<kKind> value) {
  static_assert(kKind < AttributeKind::kUnknown, "unknown words come from a text only");
  return internal::AttributeWith(kKind, value);
}

// ---- Checked when it runs. Errors: kInvalidArgument if attributes.def has another type for `kind`
// or `kind` is kUnknown or kUnknownOpcode.

// A list of integers; {1, 0} works.
absl::StatusOr<Attribute> MakeAttribute(AttributeKind kind, absl::Span<const int64_t> values);
// A list of anything: T is the element type in attribute_types.def, such as HloComputation*.
template <typename T>
absl::StatusOr<Attribute> MakeListAttribute(AttributeKind kind, absl::Span<T const> values) {
  if (!internal::Holds<absl::Span<T const>>(AttributeTypeOf(kind))) {
    return internal::WrongAttributeType(kind);
  }
  return internal::AttributeWith(kind, values);
}
// A bool, an integer, a floating-point number, an enumerator, a string, or a struct.
template <typename T,
          typename std::enable_if_t<!std::is_convertible_v<T, absl::Span<const int64_t>>, int> = 0>
absl::StatusOr<Attribute> MakeAttribute(AttributeKind kind, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    if (internal::Holds<bool>(AttributeTypeOf(kind))) return Attribute::Bool(kind, value);
  } else if constexpr (std::is_integral_v<T>) {
    static_assert(std::numeric_limits<T>::digits <= 63, "attributes have no unsigned 64 bits");
    return internal::MakeInteger(kind, value);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (internal::Holds<double>(AttributeTypeOf(kind))) return Attribute::Double(kind, value);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    if (internal::Holds<std::string_view>(AttributeTypeOf(kind))) {
      return Attribute::String(kind, value);
    }
  } else if (internal::Holds<T>(AttributeTypeOf(kind)) && kind < AttributeKind::kUnknown) {
    return internal::AttributeWith(kind, value);
  }
  return internal::WrongAttributeType(kind);
}
// A computation or a shape.
template <typename T, typename std::enable_if_t<std::is_same_v<std::remove_const_t<T>, Shape> ||
                                                    std::is_same_v<T, HloComputation>,
                                                int> = 0>
absl::StatusOr<Attribute> MakeAttribute(AttributeKind kind, T* value) {
  if (!internal::Holds<std::remove_const_t<T>>(AttributeTypeOf(kind))) {
    return internal::WrongAttributeType(kind);
  }
  return Attribute::Pointer(kind, value);
}

}  // namespace hlo

#endif  // HLO_MAKE_ATTRIBUTE_H_
