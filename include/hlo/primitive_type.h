// Element types of shapes: f32, bf16, pred, token ...
//
// The vocabulary is the table primitive_types.def; this header gives access to its names and facts.
//
//   hlo_text::PrimitiveType type = *hlo_text::ParsePrimitiveType("bf16");
//   assert(hlo_text::PrimitiveTypeName(type) == "bf16");
//   assert(hlo_text::PrimitiveTypeUpperName(type) == "BF16");  // as error messages spell it
//   assert(hlo_text::ByteWidth(type) == 2);
#ifndef HLO_PRIMITIVE_TYPE_H_
#define HLO_PRIMITIVE_TYPE_H_

#include <cstdint>
#include <optional>
#include <string_view>

#include "hlo/internal/stringify.h"
#include "hlo/version.h"

namespace hlo_text_v1 {

// One enumerator per line of primitive_types.def, then two without a word in the text: punctuation
// marks tuples and buffers.
enum class PrimitiveType : uint8_t {
#define HLO_PRIMITIVE_TYPE(Id, ...) k##Id,
#include "hlo/tables/primitive_types.def"
  kTuple,
  kBuffer,
  kInvalid,
};

enum class PrimitiveClass : uint8_t {
  kPred,
  kSigned,
  kUnsigned,
  kFloat,
  kComplex,
  kToken,
  kOpaque,
  kNone,  // kTuple, kBuffer, kInvalid
};

struct PrimitiveTypeInfo {
  std::string_view name;        // "f32"
  std::string_view upper_name;  // "F32"
  int16_t bits;                 // size of a value in bits; 0: not an array type
  int8_t bytes;                 // bytes of an element in a Literal, 0..16
  PrimitiveClass primitive_class;
  int8_t digits;  // significant digits printed; 0: not a floating type
};

// The table's line for a type. Constant time; lives forever.
const PrimitiveTypeInfo& GetPrimitiveTypeInfo(PrimitiveType type);

// Type for a lower-case word of the text; nullopt for any other word ("F32", "tuple", "int4").
std::optional<PrimitiveType> ParsePrimitiveType(std::string_view word);

// "f32"; "tuple", "buffer" and "invalid" for the types without a word.
inline std::string_view PrimitiveTypeName(PrimitiveType type) {
  return GetPrimitiveTypeInfo(type).name;
}
// "F32", as XLA's messages spell a type.
inline std::string_view PrimitiveTypeUpperName(PrimitiveType type) {
  return GetPrimitiveTypeInfo(type).upper_name;
}
// Bits of a value, as in the name; 0 for token, opaque, tuple, buffer, invalid.
inline int BitWidth(PrimitiveType type) { return GetPrimitiveTypeInfo(type).bits; }
// Bytes of an element in a Literal, 0..16.
inline int ByteWidth(PrimitiveType type) { return GetPrimitiveTypeInfo(type).bytes; }

inline PrimitiveClass ClassOf(PrimitiveType type) {
  return GetPrimitiveTypeInfo(type).primitive_class;
}
inline bool IsFloatingType(PrimitiveType type) { return ClassOf(type) == PrimitiveClass::kFloat; }
inline bool IsComplexType(PrimitiveType type) { return ClassOf(type) == PrimitiveClass::kComplex; }
inline bool IsSignedIntegralType(PrimitiveType type) {
  return ClassOf(type) == PrimitiveClass::kSigned;
}
inline bool IsUnsignedIntegralType(PrimitiveType type) {
  return ClassOf(type) == PrimitiveClass::kUnsigned;
}
// Signed or unsigned integers, not PRED.
inline bool IsIntegralType(PrimitiveType type) {
  return IsSignedIntegralType(type) || IsUnsignedIntegralType(type);
}
// Element types of arrays: all but token, opaque, tuple, buffer, invalid.
inline bool IsArrayType(PrimitiveType type) { return ClassOf(type) < PrimitiveClass::kToken; }
// F32 for C64, F64 for C128, the type itself otherwise.
PrimitiveType ComplexComponentType(PrimitiveType type);

}  // namespace hlo_text_v1

// `stream << type` and absl::StrCat(type) write PrimitiveTypeName(type).
HLO_TEXT_STRINGIFY_NAME(PrimitiveType, PrimitiveTypeName)
HLO_TEXT_STRINGIFY_WORDS(PrimitiveClass, kNone, "pred", "signed", "unsigned", "float", "complex",
                         "token", "opaque", "none")

#endif  // HLO_PRIMITIVE_TYPE_H_
