// Checks the attributes of built or edited instructions and brings them into the normal form that
// the parser gives them (src/ir/attribute_normal_form.h).
#ifndef HLO_EDIT_SETTLE_ATTRIBUTES_H_
#define HLO_EDIT_SETTLE_ATTRIBUTES_H_

#include <vector>

#include "absl/status/status.h"
#include "hlo/instruction.h"

namespace hlo::internal {

// Brings `attributes`, in any order, into normal form. Unknown attributes stay, and an unknown
// opcode takes any. `instruction` needs its opcode and operands; its shape and current attributes
// are ignored. New values go into `arena`. Errors: kInvalidArgument for an attribute that the
// opcode does not take, that is given twice, or that is missing.
absl::Status SettleAttributes(const HloInstruction& instruction, Arena* arena,
                              std::vector<Attribute>* attributes);

// Checks what the values refer to: computations must be built and of the instruction's module,
// shapes of its pool, instructions of its computation; and values that no text can say, such as
// source-target pairs of three. Errors: kInvalidArgument.
absl::Status CheckReferences(const HloInstruction& instruction,
                             absl::Span<const Attribute> attributes);

}  // namespace hlo::internal

#endif  // HLO_EDIT_SETTLE_ATTRIBUTES_H_
