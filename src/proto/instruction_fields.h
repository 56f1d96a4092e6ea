// Which fields of HloInstructionProto an opcode has: instruction_fields.def as C++.
#ifndef HLO_PROTO_INSTRUCTION_FIELDS_H_
#define HLO_PROTO_INSTRUCTION_FIELDS_H_

#include <cstdint>

#include "absl/types/span.h"
#include "hlo/opcode.h"
#include "src/proto/schema.h"

namespace hlo::internal {

enum class InstructionField : uint8_t {
#define HLO_PROTO_ATTRIBUTE(field, ...) k_##field,
#define HLO_PROTO_ATTRIBUTES(field, ...) k_##field,
#define HLO_PROTO_OWN(field) k_##field,
#include "src/proto/instruction_fields.def"
};

// By AttributeKind.
inline constexpr AttributeType kAttributeTypes[] = {
#define HLO_ATTRIBUTE(Id, text, Type, drop) AttributeType::k##Type,
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
};

// In order of number.
absl::Span<const InstructionField> FieldsOf(HloOpcode opcode);

}  // namespace hlo::internal

#endif  // HLO_PROTO_INSTRUCTION_FIELDS_H_
