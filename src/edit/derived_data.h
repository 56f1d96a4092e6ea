// Data that a module derives from its instructions and that edits must keep up to date: the linked
// list, names in use, callers of fusion computations, control successors, stack frames, and the
// places of instructions in a schedule.
//
// An instruction that is made without a place floats: it goes before the root, and an edit that
// makes an earlier instruction use it moves it there, with the floating instructions that it uses.
// Moves by the program, and insertion points, fix a place.
#ifndef HLO_EDIT_DERIVED_DATA_H_
#define HLO_EDIT_DERIVED_DATA_H_

#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/module.h"
#include "src/ir/module_state.h"
#include "src/ir/use_lists.h"

namespace hlo_text_v1::internal {

inline IrAccess::ModuleState& StateOf(HloComputation* computation) {
  return IrAccess::StateOf(*computation->parent());
}
inline IrAccess::ModuleState& StateOf(HloInstruction* instruction) {
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
void CountFusion(HloInstruction* instruction, int delta);

// CountFusion(instruction, -1) for an instruction that is removed. Its fused computation may now
// need a schedule.
void UncountFusion(HloInstruction* instruction);

// Sets the root. The first root adds the computation to the module and makes its fusions count.
void SetRootOf(HloComputation* computation, HloInstruction* root);

// ---- Places in a schedule.

// Links a new instruction into its computation's list: at the end, or in a schedule before the
// root, but after its operands and control predecessors. Linear in the instructions after the root,
// of which there are hardly ever any.
void LinkWithoutPlace(HloInstruction* instruction);

// Call before `user` uses `operand`, of the same computation. If `operand` floats after it, moves
// it to just before. Constant time unless it floats; then linear in the distance, for each moved
// instruction.
void PlaceBeforeUser(HloInstruction* operand, HloInstruction* user);

// The same for all of `users`. If there are many, the first is searched for once, among everything
// before `operand`.
void PlaceBeforeUsers(HloInstruction* operand, absl::Span<HloInstruction* const> users);

// Whether, in a schedule, `instruction` comes after all of `before` and before all of `after`, or
// PlaceBeforeUser can still move it there; true without a schedule. Linear in the distances, for
// each instruction that would move.
bool FitsSchedule(absl::Span<HloInstruction* const> before, HloInstruction* instruction,
                  absl::Span<HloInstruction* const> after);

// Puts `computation` into InstructionPostOrder if it is scheduled now but was not before (a fusion
// called it, or its module had no schedule), because instructions may come before their operands.
// Linear.
void MakeSchedule(HloComputation* computation);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EDIT_DERIVED_DATA_H_
