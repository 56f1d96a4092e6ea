// Places in a schedule for instructions that are made without one.
//
// Such an instruction floats: it goes before the root, and an edit that makes an earlier
// instruction use it moves it there, with the floating instructions that it uses. Moves by the
// program, and insertion points, fix a place.
#ifndef HLO_EDIT_SCHEDULE_PLACE_H_
#define HLO_EDIT_SCHEDULE_PLACE_H_

#include "absl/types/span.h"
#include "hlo/module.h"

namespace hlo::internal {

// Links a new instruction into its computation's list: at the end, or in a schedule before the
// root, but behind its operands and control predecessors. Linear in what is behind the root, nearly
// always nothing.
void LinkWithoutPlace(HloInstruction* instruction);

// `user` is going to use `operand`, of the same computation. If that floats behind it, moves it to
// just before. Constant time unless it floats; then linear in the distance, for each moved one.
void PlaceBeforeUser(HloInstruction* operand, HloInstruction* user);

// The same for all of `users`. Of many, the first is looked for once, in all that is before
// `operand`.
void PlaceBeforeUsers(HloInstruction* operand, absl::Span<HloInstruction* const> users);

// Whether, in a schedule, `instruction` stands behind all of `before` and before all of `after`, or
// PlaceBeforeUser can still move it there; true without a schedule. Linear in the distances, for
// each one that would move.
bool FitsSchedule(absl::Span<HloInstruction* const> before, HloInstruction* instruction,
                  absl::Span<HloInstruction* const> after);

// Puts `computation` into InstructionPostOrder if it is scheduled now but was not, so that
// something may stand before what it needs: a fusion called it, or its module had no schedule.
// Linear.
void MakeSchedule(HloComputation* computation);

// Whether `a` comes before `b` in the list of their computation. Linear in their distance.
bool IsBefore(const HloInstruction* a, const HloInstruction* b);

}  // namespace hlo::internal

#endif  // HLO_EDIT_SCHEDULE_PLACE_H_
