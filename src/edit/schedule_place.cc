// A flag marks instructions without a place of their own. A user that comes too early pulls them
// before it, operands first.
#include "src/edit/schedule_place.h"

#include <algorithm>
#include <vector>

#include "hlo/order.h"
#include "src/base/hash_table.h"
#include "src/edit/derived_data.h"
#include "src/ir/instruction_order.h"
#include "src/ir/walk.h"

namespace hlo::internal {
namespace {

bool IsFloating(const HloInstruction* instruction) { return Node(instruction).is_floating; }

// Whether `instruction` comes after `other` by an operand or a control dependency.
bool Follows(const HloInstruction& instruction, const HloInstruction* other) {
  const auto has = [other](absl::Span<HloInstruction* const> list) {
    return std::find(list.begin(), list.end(), other) != list.end();
  };
  return has(instruction.operands()) || has(instruction.control_predecessors());
}

bool HasSchedule(const HloComputation& computation) {
  return computation.parent()->config().is_scheduled && !computation.is_fusion_computation();
}

}  // namespace

void LinkWithoutPlace(HloInstruction* instruction) {
  const HloComputation& computation = *instruction->parent();
  HloInstruction* root = computation.root_instruction();
  if (root == nullptr || !HasSchedule(computation)) return LinkBefore(instruction, nullptr);
  // From the end: what is built on the root mostly uses what was built last.
  HloInstruction* before = Node(&computation).last;
  while (before != root->previous() && !Follows(*instruction, before)) before = before->previous();
  LinkBefore(instruction, before == root->previous() ? root : before->next());
  Node(instruction).is_floating = true;
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

void PlaceBeforeUsers(HloInstruction* operand, absl::Span<HloInstruction* const> users) {
  if (!IsFloating(operand)) return;
  constexpr size_t kFew = 8;
  if (users.size() <= kFew) {
    for (HloInstruction* user : users) PlaceBeforeUser(operand, user);
    return;
  }
  const HashSet<const HloInstruction*> all(users.begin(), users.end());
  HloInstruction* at = Node(operand->parent()).first;
  while (at != operand && !all.contains(at)) at = at->next();
  PlaceBeforeUser(operand, at);
}

void MakeSchedule(HloComputation* computation) {
  if (!HasSchedule(*computation) || HasOperandsFirst(*computation)) return;
  const std::vector<HloInstruction*> order = InstructionPostOrder(*computation);
  // A cycle, which it may not reach, has no schedule.
  if (static_cast<int64_t>(order.size()) != computation->instruction_count()) return;
  for (HloInstruction* instruction : order) {
    Unlink(instruction);
    LinkBefore(instruction, nullptr);
  }
}

namespace {

// Whether `operand` stands before `user`, or PlaceBeforeUser can move it there: all that it needs
// stands there or floats, too.
bool CanPrecede(HloInstruction* operand, const HloInstruction* user) {
  HashSet<const HloInstruction*> seen;
  std::vector<HloInstruction*> pending = {operand};
  while (!pending.empty()) {
    HloInstruction* at = pending.back();
    pending.pop_back();
    if (IsBefore(at, user) || !seen.insert(at).second) continue;
    if (at == user || !IsFloating(at)) return false;
    const Predecessors predecessors(at);
    for (size_t i = 0; i < predecessors.size(); ++i) pending.push_back(predecessors[i]);
  }
  return true;
}

}  // namespace

bool FitsSchedule(absl::Span<HloInstruction* const> before, HloInstruction* instruction,
                  absl::Span<HloInstruction* const> after) {
  if (!HasSchedule(*instruction->parent())) return true;
  for (HloInstruction* predecessor : before) {
    if (!CanPrecede(predecessor, instruction)) return false;
  }
  for (HloInstruction* successor : after) {
    if (!CanPrecede(instruction, successor)) return false;
    if (IsBefore(instruction, successor)) continue;
    // It would move, with what comes before it.
    for (HloInstruction* predecessor : before) {
      if (!CanPrecede(predecessor, successor)) return false;
    }
  }
  return true;
}

}  // namespace hlo::internal
