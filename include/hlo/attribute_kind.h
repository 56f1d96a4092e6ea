// The vocabulary of attributes: their names and the types of their values.
//
//   const hlo_text::AttributeKind kind = hlo_text::AttributeKind::kDimensions;
//   assert(hlo_text::AttributeName(kind) == "dimensions");
//   assert(hlo_text::GetAttributeInfo(kind).type == hlo_text::AttributeType::kInt64List);
//
// The tables are attributes.def, attribute_types.def and enums.def; hlo/attribute.h has an
// attribute with its value.
#ifndef HLO_ATTRIBUTE_KIND_H_
#define HLO_ATTRIBUTE_KIND_H_

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"
#include "hlo/internal/stringify.h"
#include "hlo/version.h"

namespace hlo_text_v1 {

// One enumerator per line of attributes.def, in that order, then those that are in no table.
enum class AttributeKind : uint8_t {
#define HLO_ATTRIBUTE(Id, text, Type, drop) k##Id,
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
  kUnknown,        // kept as written: hlo/unknown_words.h
  kUnknownOpcode,  // the opcode's name and operands; first in the list, does not print
};
inline constexpr int kAttributeKindCount = 0
#define HLO_ATTRIBUTE(Id, text, Type, drop) +1
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
    ;

// The type of an attribute's value: one enumerator per line of attribute_types.def, which names the
// accessor of Attribute, then one per line of enums.def.
enum class AttributeType : uint8_t {
#define HLO_ATTRIBUTE_TYPE(Id, ...) k##Id,
#include "hlo/tables/attribute_types.def"
};

// The enumerations of enums.def, for AsEnum<E>: ComparisonDirection::kEq, FusionKind::kLoop ...
// A value is the index of its word in EnumTypeInfo::words.
#define HLO_WORD(Id, text) k##Id
#define HLO_ENUM_TYPE(Type, letter_case, noun, suffix, ...) \
  enum class Type : uint8_t { __VA_ARGS__ };
#include "hlo/tables/enums.def"
#undef HLO_ENUM_TYPE
#undef HLO_WORD

// How a string is quoted in text.
enum class StringForm : uint8_t {
  kEscaped,  // "a", with C's escapes
  kRaw,      // "a", as it is
  kDict,     // {"a":1} if it reads as one JSON dictionary, else kEscaped
};

// Which given values are dropped; see attributes.def.
enum class DropRule : uint8_t { kKeep, kFalse, kZero, kOne, kMinusOne, kEmpty, kAlways };

struct AttributeInfo {
  std::string_view name;
  AttributeType type;
  DropRule drop;
};
namespace internal {
extern const AttributeInfo kAttributeTable[];

#define HLO_ATTRIBUTE(Id, text, Type, drop) AttributeType::k##Type,
inline constexpr AttributeType kAttributeTypeTable[] = {
#include "hlo/tables/attributes.def"
    AttributeType::kUnknown, AttributeType::kUnknownOpcode};
#undef HLO_ATTRIBUTE
#define HLO_ATTRIBUTE(Id, text, Type, drop) DropRule::k##drop,
inline constexpr DropRule kDropRuleTable[] = {
#include "hlo/tables/attributes.def"
    DropRule::kKeep, DropRule::kKeep};
#undef HLO_ATTRIBUTE
}  // namespace internal

// The type of the value of `kind`, also as a constant expression.
constexpr AttributeType AttributeTypeOf(AttributeKind kind) {
  return internal::kAttributeTypeTable[static_cast<size_t>(kind)];
}
// The table's line for `kind`. Constant time.
inline const AttributeInfo& GetAttributeInfo(AttributeKind kind) {
  return internal::kAttributeTable[static_cast<int>(kind)];
}
inline std::string_view AttributeName(AttributeKind kind) { return GetAttributeInfo(kind).name; }

enum class LetterCase : uint8_t { kExact, kLower, kUpper };
struct EnumTypeInfo {
  LetterCase letter_case;
  std::string_view noun;    // "fft type"
  std::string_view suffix;  // of the message for an unknown word
  absl::Span<const std::string_view> words;
};
// The table's line for an enumeration; `type` must be one of enums.def.
const EnumTypeInfo& GetEnumTypeInfo(AttributeType type);

namespace internal {
#define HLO_ENUM_TYPE(Type, ...)                                                      \
  inline std::string_view TextOf(Type value) {                                        \
    return GetEnumTypeInfo(AttributeType::k##Type).words[static_cast<size_t>(value)]; \
  }
#include "hlo/tables/enums.def"
#undef HLO_ENUM_TYPE
}  // namespace internal

}  // namespace hlo_text_v1

// `stream << kind` and absl::StrCat(kind) write AttributeName(kind); for an AttributeType, its
// name in the table, "Int64List"; of the enumerations of enums.def their words.
HLO_TEXT_STRINGIFY_NAME(AttributeKind, AttributeName)
HLO_TEXT_STRINGIFY_TABLE(AttributeType)
#define HLO_ENUM_TYPE(Type, ...) HLO_TEXT_STRINGIFY_ENUM(Type)
#include "hlo/tables/enums.def"
#undef HLO_ENUM_TYPE

#endif  // HLO_ATTRIBUTE_KIND_H_
