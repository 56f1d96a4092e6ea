#include "src/edit/schedule_place.h"

#include <algorithm>
#include <vector>

#include "src/base/hash_table.h"
#include "src/edit/derived_data.h"
#include "src/ir/instruction_order.h"
#include "src/ir/walk.h"

namespace hlo::internal {
namespace {

bool IsFloating(const HloInstruction* instruction) {
  return (IrAccess::Flags(instruction) & IrAccess::kIsFloating) != 0;
}

bool Uses(const HloInstruction& user, const HloInstruction* operand) {
  const auto operands = user.operands();
  return std::find(operands.begin(), operands.end(), operand) != operands.end();
}

bool HasSchedule(const HloComputation& computation) {
  return computation.parent()->config().is_scheduled && !computation.is_fusion_computation();
}

}  // namespace

void LinkWithoutPlace(HloInstruction* instruction) {
  const HloComputation& computation = *instruction->parent();
  HloInstruction* root = computation.root_instruction();
  if (root == nullptr || !HasSchedule(computation)) return LinkBefore(instruction, nullptr);
  HloInstruction* position = Uses(*instruction, root) ? root->next() : root;
  for (HloInstruction* behind = root->next(); behind != nullptr; behind = behind->next()) {
    if (Uses(*instruction, behind)) position = behind->next();
  }
  LinkBefore(instruction, position);
  IrAccess::Flags(instruction) |= IrAccess::kIsFloating;
}

bool IsBefore(const HloInstruction* a, const HloInstruction* b) {
  // Both ways at once: whichever is nearer is found first.
  const HloInstruction* forward = a;
  const HloInstruction* backward = a;
  while (forward != nullptr && backward != nullptr) {
    forward = forward->next();
    backward = backward->previous();
    if (forward == b) return b != nullptr;
    if (backward == b) return false;
  }
  for (; forward != nullptr; forward = forward->next()) {
    if (forward == b) return true;
  }
  return false;
}

void PlaceBeforeUser(HloInstruction* operand, HloInstruction* user) {
  if (!IsFloating(operand) || operand == user) return;
  HashSet<const HloInstruction*> seen = {user};
  const auto is_to_move = [&](const HloInstruction* instruction) {
    return IsFloating(instruction) && seen.insert(instruction).second &&
           !IsBefore(instruction, user);
  };
  const auto predecessors_of = [](HloInstruction* instruction) {
    std::vector<HloInstruction*> all;
    const Predecessors predecessors(instruction);
    all.reserve(predecessors.size());
    for (size_t i = 0; i < predecessors.size(); ++i) all.push_back(predecessors[i]);
    return all;
  };
  WalkPostOrder(operand, is_to_move, predecessors_of, [&](HloInstruction* moved) {
    Unlink(moved);
    LinkBefore(moved, user);
  });
}

bool FitsSchedule(absl::Span<HloInstruction* const> before, HloInstruction* instruction,
                  absl::Span<HloInstruction* const> after) {
  if (!HasSchedule(*instruction->parent())) return true;
  const auto comes_first = [](HloInstruction* first, HloInstruction* second) {
    return IsFloating(first) || IsBefore(first, second);
  };
  for (HloInstruction* predecessor : before) {
    if (!comes_first(predecessor, instruction)) return false;
  }
  for (HloInstruction* successor : after) {
    if (!comes_first(instruction, successor)) return false;
    if (IsBefore(instruction, successor)) continue;
    // It would move, with what it uses.
    for (HloInstruction* operand : instruction->operands()) {
      if (!comes_first(operand, successor)) return false;
    }
    for (HloInstruction* predecessor : before) {
      if (!comes_first(predecessor, successor)) return false;
    }
  }
  return true;
}

}  // namespace hlo::internal
