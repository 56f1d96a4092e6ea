// What a module derives from its instructions, and edits must keep up to date: the linked list,
// names in use, callers of fusion computations, control successors, stack frames.
#ifndef HLO_EDIT_DERIVED_DATA_H_
#define HLO_EDIT_DERIVED_DATA_H_

#include <string_view>
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

// The symbol of a name based on `name` that no computation (instruction) of the module has had yet,
// chosen as XLA does. The first call is linear in the module, the others take constant time.
uint32_t NewComputationName(IrAccess::ModuleState& state, std::string_view name);
uint32_t NewInstructionName(IrAccess::ModuleState& state, std::string_view name);

// Links into the computation's list of instructions, before `position` or, if it is nullptr, at the
// end.
void LinkBefore(HloInstruction* instruction, HloInstruction* position);
// Keeps next() and previous() of `instruction`.
void Unlink(HloInstruction* instruction);

// Gives `instruction` attributes in normal form, and updates everything the module derives from
// attributes: control successors, places of control predecessors in a schedule, callers of fusion
// computations, stack frames.
void ReplaceAttributes(HloInstruction* instruction, absl::Span<const Attribute> attributes);

// Updates everything the module derives from attributes for a new instruction.
void NoteAttributes(HloInstruction* instruction);

// Adds `delta` to the fusion count of the computations that `instruction` fuses. No effect if it is
// not a fusion, or its parent has no root: a builder may still drop it.
void CountFusion(const HloInstruction* instruction, int delta);

// CountFusion(instruction, -1) for one that goes. What it fused may be in the schedule now.
void UncountFusion(const HloInstruction* instruction);

// Sets the root. The first root adds the computation to the module and makes its fusions count.
void SetRootOf(HloComputation* computation, HloInstruction* root);

// Whether `attribute` is of `kind`, or an unknown one with its name.
inline bool IsOrIsCalled(const Attribute& attribute, AttributeKind kind) {
  return attribute.kind() == kind ||
         (attribute.kind() == AttributeKind::kUnknown && attribute.name() == AttributeName(kind));
}
// The first such attribute; nullptr if there is none.
const Attribute* FindByName(const HloInstruction& instruction, AttributeKind kind);

}  // namespace hlo::internal

#endif  // HLO_EDIT_DERIVED_DATA_H_
