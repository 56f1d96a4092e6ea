// The table of primitive types, made from primitive_types.def.
#include "hlo/primitive_type.h"

#include "src/vocabulary/word_table.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// "F8E4M3FN" from the enumerator's name, which is the same up to case.
constexpr PrimitiveTypeInfo kTable[] = {
#define HLO_PRIMITIVE_TYPE(Id, text, bits, bytes, Class, digits, ...) \
  {text, #Id, bits, bytes, PrimitiveClass::k##Class, digits},
#include "hlo/tables/primitive_types.def"
    {"tuple", "TUPLE", 0, 0, PrimitiveClass::kNone, 0},
    {"buffer", "BUFFER", 0, 0, PrimitiveClass::kNone, 0},
    {"invalid", "PRIMITIVE_TYPE_INVALID", 0, 0, PrimitiveClass::kNone, 0},
};

// A complex type of another size also needs a case in ComplexComponentType.
#define HLO_PRIMITIVE_TYPE(Id, text, bits, bytes, Class, ...)                                \
  static_assert(                                                                             \
      PrimitiveClass::k##Class != PrimitiveClass::kComplex || (bits) == 64 || (bits) == 128, \
      text);
#include "hlo/tables/primitive_types.def"

}  // namespace

const PrimitiveTypeInfo& GetPrimitiveTypeInfo(PrimitiveType type) {
  return kTable[static_cast<int>(type)];
}

std::optional<PrimitiveType> ParsePrimitiveType(std::string_view word) {
  const Word& found = FindWord(word);
  if (found.word_class != WordClass::kPrimitiveType) return std::nullopt;
  return static_cast<PrimitiveType>(found.value);
}

PrimitiveType ComplexComponentType(PrimitiveType type) {
  if (!IsComplexType(type)) return type;
  return BitWidth(type) == 64 ? PrimitiveType::kF32 : PrimitiveType::kF64;
}

}  // namespace hlo_text_v1
