// Checks the attributes of built or edited instructions and brings them into the normal form that
// the parser gives them (src/ir/normal_form.h).
#ifndef HLO_EDIT_SETTLE_ATTRIBUTES_H_
#define HLO_EDIT_SETTLE_ATTRIBUTES_H_

#include <vector>

#include "absl/status/status.h"
#include "hlo/instruction.h"

namespace hlo_text_v1::internal {

// Brings `attributes`, in any order, into normal form. Unknown attributes stay, and an unknown
// opcode takes any. `instruction` needs its opcode and operands; its shape and current attributes
// are ignored. New values go into `arena`. Errors: kInvalidArgument for an attribute that the
// opcode does not take, that is given twice, or that is missing.
absl::Status SettleAttributes(const HloInstruction& instruction, Arena* arena,
                              std::vector<Attribute>* attributes);

// Checks the values' references (computations must be built and in the instruction's module, shapes
// in its pool, instructions in its computation), and rejects values that no text can express, such
// as source-target pairs of three. Errors: kInvalidArgument.
absl::Status CheckReferences(const HloInstruction& instruction,
                             absl::Span<const Attribute> attributes);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EDIT_SETTLE_ATTRIBUTES_H_
