// Attributes of what is built or edited: they are checked, and brought into the normal form that
// the parser makes of text (src/ir/attribute_normal_form.h).
#ifndef HLO_EDIT_SETTLE_ATTRIBUTES_H_
#define HLO_EDIT_SETTLE_ATTRIBUTES_H_

#include <vector>

#include "absl/status/status.h"
#include "hlo/instruction.h"

namespace hlo {

// Brings `attributes`, in any order, into normal form. Unknown attributes stay, and an unknown
// opcode takes any. `instruction` has its opcode and operands; its shape and what it has as
// attributes do not matter. Values that are made go into `arena`. Errors: kInvalidArgument for an
// attribute that the opcode does not take, one that is given twice, or one that is missing.
absl::Status SettleAttributes(const HloInstruction& instruction, Arena* arena,
                              std::vector<Attribute>* attributes);

// What follows from the instruction's shape, which is known now: a sharding is one of tuples for a
// tuple, a map's dimensions are all of its result.
void AdaptAttributesToShape(const HloInstruction& instruction, Arena* arena,
                            absl::Span<Attribute> attributes);

}  // namespace hlo

#endif  // HLO_EDIT_SETTLE_ATTRIBUTES_H_
