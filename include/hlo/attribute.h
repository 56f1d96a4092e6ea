// Attributes of instructions: the part after the operands, `dimensions={0}, to_apply=%add`.
//
// Tables define the attributes, their types and their order: attributes.def, opcodes.def,
// attribute_types.def and enums.def. An instruction holds a list of Attribute in print order,
// normalised as in XLA: without values that XLA would not print, and with those that XLA always
// prints even if the text left them out.
//
//   for (const hlo_text::Attribute& attribute : instruction->attributes()) {
//     if (attribute.kind() == hlo_text::AttributeKind::kDimensions) {
//       absl::Span<const int64_t> dims = attribute.AsInt64List();
//     }
//   }
#ifndef HLO_ATTRIBUTE_H_
#define HLO_ATTRIBUTE_H_

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "absl/types/span.h"
#include "hlo/attribute_kind.h"
#include "hlo/internal/attribute_types.h"

namespace hlo_text_v1 {

namespace internal {
struct AttributeAccess;
}  // namespace internal

class Attribute {
 public:
  Attribute() = default;
  // A value of the C++ type that the table gives for its AttributeType. Spans and pointers are
  // borrowed: they must live in the module's arena.
  static Attribute Bool(AttributeKind kind, bool value) { return Int64(kind, value); }
  static Attribute Int64(AttributeKind kind, int64_t value) {
    Attribute a(kind, 0);
    a.int_ = value;
    return a;
  }
  template <typename E>
  static Attribute Enum(AttributeKind kind, E value) {
    return Int64(kind, static_cast<int64_t>(value));
  }
  static Attribute Double(AttributeKind kind, double value) {
    Attribute a(kind, 0);
    a.double_ = value;
    return a;
  }
  static Attribute String(AttributeKind kind, std::string_view value) {
    return List<char>(kind, absl::Span<const char>(value.data(), value.size()));
  }
  template <typename T>
  static Attribute List(AttributeKind kind, absl::Span<const T> values) {
    Attribute a(kind, static_cast<uint32_t>(values.size()));
    a.pointer_ = values.data();
    return a;
  }
  static Attribute Int64List(AttributeKind kind, absl::Span<const int64_t> values) {
    return List<int64_t>(kind, values);
  }
  // A struct, a Shape or a computation.
  static Attribute Pointer(AttributeKind kind, const void* value) {
    Attribute a(kind, 0);
    a.pointer_ = value;
    return a;
  }

  AttributeKind kind() const { return kind_; }
  const AttributeInfo& info() const { return GetAttributeInfo(kind_); }
  std::string_view name() const {
    return kind_ == AttributeKind::kUnknown ? As<UnknownAttribute>().name : info().name;
  }

  // The value, by the C++ type that AttributeType names; any number that is no double, and any
  // enum, also as an int64_t. Constant time. Of another type: zero, nullptr or something empty.
  bool AsBool() const { return AsInt64() != 0; }
  int64_t AsInt64() const { return Check(internal::kTypesHeldAsInteger) ? int_ : 0; }
  double AsDouble() const { return Check(internal::kTypesHeldAs<double>) ? double_ : 0; }
  std::string_view AsString() const {
    if (!Check(internal::kTypesHeldAs<std::string_view>)) return {};
    return std::string_view(static_cast<const char*>(pointer_), size_);
  }
  absl::Span<const int64_t> AsInt64List() const { return AsList<int64_t>(); }
  // Of computations AsList<const HloComputation*>; a mutable instruction gives mutable ones.
  template <typename T>
  absl::Span<const T> AsList() const {
    using Held = absl::Span<const internal::HeldElement<T>>;
    static_assert(internal::kTypesHeldAs<Held> != 0, "no attribute is a list of T");
    if (!Check(internal::kTypesHeldAs<Held>)) return {};
    return absl::Span<const T>(static_cast<const T*>(pointer_), size_);
  }
  const Shape& AsShape() const { return As<Shape>(); }
  const HloComputation* AsComputation() const {
    if (!Check(internal::kTypesHeldAs<HloComputation>)) return nullptr;
    return static_cast<const HloComputation*>(pointer_);
  }
  // HloInstruction::metadata() gives metadata; here most of what was read from text is empty.
  template <typename T>
  const T& As() const {
    static_assert(internal::kTypesHeldAs<T> != 0, "no attribute is a T");
    static const T kEmpty{};
    if (std::is_same_v<T, OpMetadata> && is_packed_) return kEmpty;
    return Check(internal::kTypesHeldAs<T>) ? *static_cast<const T*>(pointer_) : kEmpty;
  }
  template <typename E>
  E AsEnum() const {
    static_assert(internal::kTypesHeldAs<E> != 0, "no attribute is an E");
    return static_cast<E>(Check(internal::kTypesHeldAs<E>) ? int_ : 0);
  }

 private:
  friend struct internal::AttributeAccess;

  Attribute(AttributeKind kind, uint32_t size) : kind_(kind), size_(size) {}

  // Whether the type of this value is one of `types`.
  bool Check(uint64_t types) const;

  AttributeKind kind_ = AttributeKind::kAlgorithm;
  bool is_packed_ = false;  // src/ir/packed_metadata.h
  uint8_t rank_ = 0;        // the position in the print order of its instruction
  uint32_t size_ = 0;
  struct Packed {
    uint32_t begin;
    int32_t stack_frame_id;
  };
  union {
    int64_t int_ = 0;
    double double_;
    const void* pointer_;
    Packed packed_;
  };
};
static_assert(sizeof(void*) < 8 || sizeof(Attribute) == 16, "an instruction has two on average");

}  // namespace hlo_text_v1

#endif  // HLO_ATTRIBUTE_H_
