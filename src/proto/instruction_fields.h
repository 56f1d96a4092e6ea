// The fields of HloInstructionProto that an opcode has: instruction_fields.def as C++.
#ifndef HLO_PROTO_INSTRUCTION_FIELDS_H_
#define HLO_PROTO_INSTRUCTION_FIELDS_H_

#include <array>
#include <cstdint>

#include "absl/types/span.h"
#include "hlo/opcode.h"
#include "src/proto/schema.h"

namespace hlo_text_v1::internal {

enum class InstructionField : uint8_t {
#define HLO_PROTO_ATTRIBUTE(field, ...) k_##field,
#define HLO_PROTO_ATTRIBUTES(field, ...) k_##field,
#define HLO_PROTO_OWN(field) k_##field,
#include "src/proto/instruction_fields.def"
};

// The meaning of an absent field: a default, or nothing.
enum class WhenAbsent : uint8_t {
  kDefault,
  kNothing,         // an attribute of every opcode
  kNothingIfEmpty,  // a message that is always written
  kReadBefore,      // not an attribute
};
struct InstructionFieldUse {
  InstructionField field;
  uint8_t number;
  WhenAbsent when_absent;
  // Only written with this attribute; kUnknown: may be written without one.
  AttributeKind only_with;
};
// In order of number.
absl::Span<const InstructionFieldUse> FieldsOf(HloOpcode opcode);

// The fields that an opcode's reader looks at, as sets of numbers.
inline constexpr size_t kInstructionFieldWords = 2;
using InstructionFieldSet = std::array<uint64_t, kInstructionFieldWords>;
struct InstructionFieldSets {
  InstructionFieldSet always = {};
  InstructionFieldSet if_present = {};
  InstructionFieldSet if_filled = {};
};
const InstructionFieldSets& FieldSetsOf(HloOpcode opcode);
// The field of a number in one of these sets.
InstructionField InstructionFieldOf(size_t number);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PROTO_INSTRUCTION_FIELDS_H_
