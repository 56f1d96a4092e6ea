// Entries are never reused: an instruction with new operands gets new entries.
#include "src/ir/use_lists.h"

#include <algorithm>

#include "src/ir/module_state.h"

namespace hlo::internal {

UseLists::UseLists(const HloComputation& computation) : lists_(computation.index_limit()) {
  for (HloInstruction* instruction : computation.instructions()) {
    IrAccess::Flags(instruction) &= static_cast<uint16_t>(~IrAccess::kHasUsers);
  }
  for (HloInstruction* instruction : computation.instructions()) {
    AddOperands(instruction);
    for (HloInstruction* predecessor : instruction->control_predecessors()) {
      AddControl(predecessor, instruction);
    }
  }
}

void UseLists::Link(uint32_t entry, HloInstruction* operand) {
  Entry& use = entries_[entry];
  if (operand->parent() != use.user->parent()) {
    use.next = kUnlinked;
    return;
  }
  Lists& lists = Of(operand->index());
  use.previous = lists.last;
  use.next = kNone;
  (lists.last == kNone ? lists.first : entries_[lists.last].next) = entry;
  lists.last = entry;
  IrAccess::Flags(operand) |= IrAccess::kHasUsers;
}

void UseLists::Unlink(uint32_t entry, HloInstruction* operand) {
  const Entry& use = entries_[entry];
  if (use.next == kUnlinked) return;
  Lists& lists = Of(operand->index());
  (use.previous == kNone ? lists.first : entries_[use.previous].next) = use.next;
  (use.next == kNone ? lists.last : entries_[use.next].previous) = use.previous;
  if (lists.first == kNone) {
    IrAccess::Flags(operand) &= static_cast<uint16_t>(~IrAccess::kHasUsers);
  }
}

void UseLists::AddOperands(HloInstruction* user) {
  Of(user->index()).operands = static_cast<uint32_t>(entries_.size());
  for (HloInstruction* operand : user->operands()) {
    entries_.push_back(Entry{user, kNone, kNone});
    Link(static_cast<uint32_t>(entries_.size() - 1), operand);
  }
}

void UseLists::RemoveOperands(HloInstruction* user) {
  uint32_t entry = Of(user->index()).operands;
  for (HloInstruction* operand : user->operands()) Unlink(entry++, operand);
}

void UseLists::ReplaceOperand(HloInstruction* user, int64_t number, HloInstruction* replacement) {
  const uint32_t entry = Of(user->index()).operands + static_cast<uint32_t>(number);
  Unlink(entry, user->operand(number));
  Link(entry, replacement);
}

std::vector<UseLists::Use> UseLists::Of(const HloInstruction* instruction) const {
  std::vector<Use> uses;
  if (instruction->index() >= lists_.size()) return uses;
  for (uint32_t at = lists_[instruction->index()].first; at != kNone; at = entries_[at].next) {
    HloInstruction* user = entries_[at].user;
    uses.push_back(Use{user, int64_t{at} - lists_[user->index()].operands});
  }
  return uses;
}

void UseLists::AddControl(HloInstruction* predecessor, HloInstruction* successor) {
  control_successors_[predecessor].push_back(successor);
}

void UseLists::RemoveControl(HloInstruction* predecessor, HloInstruction* successor) {
  auto found = control_successors_.find(predecessor);
  if (found == control_successors_.end()) return;
  std::vector<HloInstruction*>& successors = found->second;
  auto at = std::find(successors.begin(), successors.end(), successor);
  if (at != successors.end()) successors.erase(at);
  if (successors.empty()) control_successors_.erase(found);
}

absl::Span<HloInstruction* const> UseLists::ControlSuccessors(
    const HloInstruction* instruction) const {
  auto found = control_successors_.find(instruction);
  if (found == control_successors_.end()) return {};
  return found->second;
}

UseLists& IrAccess::Uses(HloComputation* c) {
  if (c->uses_ == nullptr) c->uses_ = std::make_unique<UseLists>(*c);
  return *c->uses_;
}

void IrAccess::DropUses(HloComputation* c) { c->uses_.reset(); }

}  // namespace hlo::internal

namespace hlo {

using namespace internal;

// Defined here, where UseLists is complete.
HloComputation::HloComputation() = default;
HloComputation::~HloComputation() = default;

}  // namespace hlo
