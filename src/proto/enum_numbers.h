// XLA's numbers for this library's enumerators, matched by name.
#ifndef HLO_PROTO_ENUM_NUMBERS_H_
#define HLO_PROTO_ENUM_NUMBERS_H_

#include <cstdint>

#include "hlo/attribute_kind.h"
#include "hlo/primitive_type.h"

namespace hlo_text_v1::internal {

int32_t ProtoNumber(PrimitiveType type);
// kInvalid for an unknown number.
PrimitiveType PrimitiveTypeOf(int64_t number);

// The number of word `index` of an enumeration of enums.def.
int32_t ProtoNumber(AttributeType enumeration, int64_t index);
// The index of the word; -1 for an unknown number.
int64_t EnumIndexOf(AttributeType enumeration, int64_t number);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_ENUM_NUMBERS_H_
