// Edits of the order of instructions: the list of a computation, which is the schedule if there is
// one.
#include <vector>

#include "hlo/edit.h"
#include "src/base/strings.h"
#include "src/edit/derived_data.h"
#include "src/edit/misuse.h"

namespace hlo {

using namespace internal;

namespace {

void Move(HloInstruction* instruction, HloInstruction* position) {
  Unlink(instruction);
  LinkBefore(instruction, position);
  Node(instruction).is_floating = false;
}

}  // namespace

void MoveBefore(HloInstruction* instruction, HloInstruction* position) {
  if (!CheckInstructions("MoveBefore", {instruction, position}).ok()) return;
  if (instruction != position) Move(instruction, position);
}

void MoveAfter(HloInstruction* instruction, HloInstruction* position) {
  if (!CheckInstructions("MoveAfter", {instruction, position}).ok()) return;
  if (instruction != position && position->next() != instruction) {
    Move(instruction, position->next());
  }
}

absl::Status SetSequence(HloComputation* computation, absl::Span<HloInstruction* const> sequence) {
  absl::Status status = CheckComputation("SetSequence", computation);
  if (status.ok()) status = CheckInstructions("SetSequence", sequence);
  if (!status.ok()) return status;
  const auto refuse = [&](std::string_view problem) {
    return absl::InvalidArgumentError(
        StrCat("the sequence of computation ", computation->name(), " ", problem));
  };
  std::vector<bool> seen(computation->index_limit());
  for (const HloInstruction* instruction : sequence) {
    if (instruction->parent() != computation) return refuse("has those of another one");
    if (seen[instruction->index()]) return refuse(StrCat("has ", instruction->name(), " twice"));
    seen[instruction->index()] = true;
  }
  for (const HloInstruction* instruction : computation->instructions()) {
    if (!seen[instruction->index()]) return refuse(StrCat("lacks ", instruction->name()));
  }
  for (HloInstruction* instruction : sequence) Move(instruction, nullptr);
  return status;
}

}  // namespace hlo
