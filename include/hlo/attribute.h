// Attributes of instructions: the part after the operands, `dimensions={0}, to_apply=%add`.
//
// Tables define the attributes, their types and their order: attributes.def, opcodes.def,
// attribute_types.def and enums.def. An instruction holds a list of Attribute in print order,
// normalised as in XLA: without values that XLA would not print, and with those that XLA always
// prints even if the text left them out.
//
//   for (const hlo::Attribute& attribute : instruction->attributes()) {
//     if (attribute.kind() == hlo::AttributeKind::kDimensions) {
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
#include "hlo/attribute_values.h"
#include "hlo/literal.h"
#include "hlo/metadata.h"
#include "hlo/misuse.h"
#include "hlo/shape.h"
#include "hlo/sharding.h"
#include "hlo/unknown_words.h"

namespace hlo {

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
#define HLO_LIST_TYPE(Id, T, ...) HLO_ATTRIBUTE_TYPE(Id, absl::Span<T const>)
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
#define HLO_LIST_TYPE(Id, U, ...) HLO_ATTRIBUTE_TYPE(Id, absl::Span<U const>)
#include "hlo/tables/attribute_types.def"
    ;
inline constexpr uint64_t kTypesHeldAsInteger = 0
#define HLO_NUMBER_TYPE(Id, U) \
  | (__is_same(U, double) ? 0 : uint64_t{1} << static_cast<int>(AttributeType::k##Id))
#define HLO_ENUM_TYPE(Type, ...) | uint64_t{1} << static_cast<int>(AttributeType::k##Type)
#include "hlo/tables/attribute_types.def"
    ;
// Whether values of `type` are of type T.
template <typename T>
constexpr bool Holds(AttributeType type) {
  return (kTypesHeldAs<T> >> static_cast<int>(type) & 1) != 0;
}

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
  template <typename T>
  absl::Span<const T> AsList() const {
    static_assert(internal::kTypesHeldAs<absl::Span<const T>> != 0, "no attribute is a list of T");
    if (!Check(internal::kTypesHeldAs<absl::Span<const T>>)) return {};
    return absl::Span<const T>(static_cast<const T*>(pointer_), size_);
  }
  const Shape& AsShape() const { return As<Shape>(); }
  HloComputation* AsComputation() const {
    if (!Check(internal::kTypesHeldAs<HloComputation>)) return nullptr;
    return static_cast<HloComputation*>(const_cast<void*>(pointer_));
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
  union {
    int64_t int_ = 0;
    double double_;
    const void* pointer_;
    struct {
      uint32_t begin;
      int32_t stack_frame_id;
    } packed_;
  };
};
static_assert(sizeof(void*) < 8 || sizeof(Attribute) == 16, "an instruction has two on average");

namespace internal {

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

}  // namespace internal

}  // namespace hlo

#endif  // HLO_ATTRIBUTE_H_
