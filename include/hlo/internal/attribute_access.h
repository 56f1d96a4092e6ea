// The value of an attribute without a check of its type, and what else is private to it.
#ifndef HLO_INTERNAL_ATTRIBUTE_ACCESS_H_
#define HLO_INTERNAL_ATTRIBUTE_ACCESS_H_

#include <cstdint>
#include <type_traits>

#include "hlo/attribute.h"

namespace hlo_text_v1::internal {

struct AttributeAccess {
  // The value of an attribute whose type is known to be held as a T; not of packed metadata.
  // Numbers but double as int64_t or bool, computations as pointers, structs by reference.
  template <typename T>
  static decltype(auto) Held(const Attribute& attribute) {
    if constexpr (std::is_same_v<T, bool>) {
      return attribute.int_ != 0;
    } else if constexpr (std::is_integral_v<T>) {
      return int64_t{attribute.int_};
    } else if constexpr (std::is_same_v<T, double>) {
      return double{attribute.double_};
    } else if constexpr (std::is_enum_v<T>) {
      return static_cast<T>(attribute.int_);
    } else if constexpr (kIsView<T>) {
      return T(static_cast<typename T::const_pointer>(attribute.pointer_), attribute.size_);
    } else if constexpr (std::is_same_v<T, HloComputation>) {
      return static_cast<HloComputation*>(const_cast<void*>(attribute.pointer_));
    } else {
      return *static_cast<const T*>(attribute.pointer_);
    }
  }

  // The position in the print order of the instruction; set on insertion into one.
  static uint8_t& Rank(Attribute& attribute) { return attribute.rank_; }
  static uint8_t Rank(const Attribute& attribute) { return attribute.rank_; }

  // Whether one is a copy of the other that shares its value. Of one module.
  static bool IsCopy(const Attribute& a, const Attribute& b) {
    return a.kind_ == b.kind_ && a.is_packed_ == b.is_packed_ && a.size_ == b.size_ &&
           a.int_ == b.int_;
  }

  // Metadata that stays text of the source; see src/ir/packed_metadata.h.
  static Attribute Packed(uint32_t begin, uint32_t size, int32_t stack_frame_id) {
    Attribute attribute(AttributeKind::kMetadata, size);
    attribute.is_packed_ = true;
    attribute.packed_ = {begin, stack_frame_id};
    return attribute;
  }
  static bool IsPacked(const Attribute& attribute) { return attribute.is_packed_; }
  static uint32_t PackedBegin(const Attribute& attribute) { return attribute.packed_.begin; }
  static uint32_t PackedSize(const Attribute& attribute) { return attribute.size_; }
  static int32_t& PackedStackFrame(Attribute& attribute) {
    return attribute.packed_.stack_frame_id;
  }
  static int32_t PackedStackFrame(const Attribute& attribute) {
    return attribute.packed_.stack_frame_id;
  }
};

// The result of Get<kind>() for values of type T: numbers, enums, strings, lists and computations
// by value; what refers to other parts of the module by pointer, nullptr if it is absent; other
// structs by reference, to an empty one if it is absent.
template <typename T>
decltype(auto) HeldOrDefault(const Attribute* attribute) {
  using Held = decltype(AttributeAccess::Held<T>(*attribute));
  if constexpr (!std::is_reference_v<Held>) {
    return attribute == nullptr ? Held() : AttributeAccess::Held<T>(*attribute);
  } else if constexpr (std::is_same_v<T, Shape> || std::is_same_v<T, Literal> ||
                       std::is_same_v<T, HloSharding> || std::is_same_v<T, UnknownAttribute> ||
                       std::is_same_v<T, UnknownOpcode>) {
    return static_cast<const T*>(attribute == nullptr ? nullptr
                                                      : &AttributeAccess::Held<T>(*attribute));
  } else {
    static const T kEmpty{};
    return attribute == nullptr ? (kEmpty) : AttributeAccess::Held<T>(*attribute);
  }
}

// The type of a value as a const instruction gives it: parts of the module are const.
template <typename T>
struct AsConstOf {
  using Type = T;
};
template <>
struct AsConstOf<HloComputation*> {
  using Type = const HloComputation*;
};
template <typename Part>
struct AsConstOf<absl::Span<Part* const>> {
  using Type = absl::Span<const Part* const>;
};
template <typename T>
using AsConst = typename AsConstOf<T>::Type;

}  // namespace hlo_text_v1::internal

#endif  // HLO_INTERNAL_ATTRIBUTE_ACCESS_H_
