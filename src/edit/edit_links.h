// Several control dependencies of an instruction at once.
#ifndef HLO_EDIT_EDIT_LINKS_H_
#define HLO_EDIT_EDIT_LINKS_H_

#include "absl/types/span.h"
#include "hlo/instruction.h"

namespace hlo_text_v1::internal {

// Replaces the control predecessors of `instruction`.
void SetControlPredecessors(absl::Span<HloInstruction* const> predecessors,
                            HloInstruction* instruction);

// Makes each of `predecessors` except `instruction` itself a control predecessor of it, once; all
// are in its computation. Linear in the old and new ones together, whereas an AddControlDependency
// for each would copy the whole list every time.
void AddControlPredecessors(absl::Span<HloInstruction* const> predecessors,
                            HloInstruction* instruction);

// Moves the control dependencies of `from`: its predecessors then come before each of `first`, and
// its successors after each of `last`, or after these predecessors if both lists are empty.
void RelayControl(HloInstruction* from, absl::Span<HloInstruction* const> first,
                  absl::Span<HloInstruction* const> last);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EDIT_EDIT_LINKS_H_
