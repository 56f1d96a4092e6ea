// What the files of editing share.
#ifndef HLO_EDIT_EDIT_INTERNAL_H_
#define HLO_EDIT_EDIT_INTERNAL_H_

#include <vector>

#include "src/ir/module_state.h"
#include "src/ir/use_lists.h"

namespace hlo::internal {

inline IrAccess::ModuleState& StateOf(const HloComputation* computation) {
  return IrAccess::StateOf(*computation->parent());
}
inline IrAccess::ModuleState& StateOf(const HloInstruction* instruction) {
  return StateOf(instruction->parent());
}

// The list of a computation's instructions. `position` is the instruction that follows, nullptr at
// the end.
void LinkBefore(HloInstruction* instruction, HloInstruction* position);
// next() and previous() of `instruction` stay.
void Unlink(HloInstruction* instruction);

// Gives `instruction` attributes in normal form. All that the module knows about attributes
// follows: control successors, callers of fusion computations, stack frames.
void ReplaceAttributes(HloInstruction* instruction, absl::Span<const Attribute> attributes);

// Makes what the module knows about attributes follow those that a new instruction has.
void NoteAttributes(HloInstruction* instruction);

// Adds `delta` to the number of fusions of the computations that `instruction` fuses. Nothing if it
// is no fusion, or its computation has no root: a builder may still drop it.
void CountFusion(const HloInstruction* instruction, int delta);

// Sets the root. With the first one the computation becomes one of the module's, and its fusions
// count.
void SetRootOf(HloComputation* computation, HloInstruction* root);

// Whether `attribute` is of `kind`, or has its name and a value that is not understood.
inline bool IsOrIsCalled(const Attribute& attribute, AttributeKind kind) {
  return attribute.kind() == kind ||
         (attribute.kind() == AttributeKind::kUnknown && attribute.name() == AttributeName(kind));
}
// The first such attribute; nullptr if there is none.
const Attribute* FindByName(const HloInstruction& instruction, AttributeKind kind);

// Brings the header's entry layout up to date: the shapes of parameters and root where it has none
// or others, the layouts that it has elsewhere.
void UpdateEntryLayout(IrAccess::ModuleState& state);
// The same if `computation` is the entry computation.
inline void UpdateEntryLayoutOf(const HloComputation* computation) {
  IrAccess::ModuleState& state = StateOf(computation);
  if (state.entry == computation) UpdateEntryLayout(state);
}

}  // namespace hlo::internal

#endif  // HLO_EDIT_EDIT_INTERNAL_H_
