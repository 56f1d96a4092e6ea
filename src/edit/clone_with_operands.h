// For clones of single instructions.
#ifndef HLO_EDIT_CLONE_WITH_OPERANDS_H_
#define HLO_EDIT_CLONE_WITH_OPERANDS_H_

#include "absl/status/status.h"
#include "hlo/instruction.h"

namespace hlo::internal {

// Gives a fusion or async-start a copy of the computation that it calls, which may have no other
// caller; no effect on other instructions. Linear in the copy.
absl::Status CloneCallee(HloInstruction* instruction);

}  // namespace hlo::internal

#endif  // HLO_EDIT_CLONE_WITH_OPERANDS_H_
