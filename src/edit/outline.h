// Checks and moves around instructions that become one: a call, or a fusion.
#ifndef HLO_EDIT_OUTLINE_H_
#define HLO_EDIT_OUTLINE_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "hlo/computation.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

using InstructionSet = HashSet<const HloInstruction*>;

// OK if no path leads from one of `group`, which is not empty, through others back to one.
// `inside` has the same instructions. Linear in all that they need.
absl::Status CheckNoWayBack(absl::Span<HloInstruction* const> group, const InstructionSet& inside);

// Moves instructions that are between those of `inside` and depend on them after the last of them,
// which it returns. Linear in the computation.
HloInstruction* MoveUsersBehind(HloComputation* computation, const InstructionSet& inside);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EDIT_OUTLINE_H_
