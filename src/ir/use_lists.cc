// Entries are never reused: an instruction with new operands gets new entries.
#include "src/ir/use_lists.h"

#include <algorithm>
#include <memory>

#include "src/ir/module_state.h"

namespace hlo::internal {

UseLists::UseLists(const HloComputation& computation) : lists_(computation.index_limit()) {
  for (HloInstruction* instruction : computation.instructions()) {
    AddEntries(instruction);
    uint32_t entry = lists_[instruction->index()].operands;
    for (const HloInstruction* operand : instruction->operands()) LinkOnly(entry++, operand);
    for (HloInstruction* predecessor : instruction->control_predecessors()) {
      AddControl(predecessor, instruction);
    }
  }
}

void UseLists::PrepareForEdits(const HloComputation& computation) {
  if (flags_are_right_) return;
  flags_are_right_ = true;
  for (HloInstruction* instruction : computation.instructions()) {
    Node(instruction).has_users = lists_[instruction->index()].first != kNone;
  }
}

void UseLists::LinkOnly(uint32_t entry, const HloInstruction* operand) {
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
}

void UseLists::Link(uint32_t entry, HloInstruction* operand) {
  LinkOnly(entry, operand);
  if (entries_[entry].next != kUnlinked) Node(operand).has_users = true;
}

void UseLists::Unlink(uint32_t entry, HloInstruction* operand) {
  const Entry& use = entries_[entry];
  if (use.next == kUnlinked) return;
  Lists& lists = Of(operand->index());
  (use.previous == kNone ? lists.first : entries_[use.previous].next) = use.next;
  (use.next == kNone ? lists.last : entries_[use.next].previous) = use.previous;
  if (lists.first == kNone) {
    Node(operand).has_users = false;
  }
}

void UseLists::AddEntries(HloInstruction* user) {
  Of(user->index()).operands = static_cast<uint32_t>(entries_.size());
  entries_.resize(entries_.size() + user->operands().size(), Entry{user, kNone, kNone});
}

void UseLists::AddOperands(HloInstruction* user) {
  AddEntries(user);
  uint32_t entry = Of(user->index()).operands;
  for (HloInstruction* operand : user->operands()) Link(entry++, operand);
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
  ForEachUse(instruction, [&](const Use& use) {
    uses.push_back(use);
    return true;
  });
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

const UseLists& IrAccess::ReadUses(const HloComputation* c) {
  UseLists* known = Node(c).uses.load(std::memory_order_acquire);
  if (known != nullptr) return *known;
  auto made = std::make_unique<UseLists>(*c);
  if (!Node(c).uses.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) {
    return *known;  // another thread was faster
  }
  return *made.release();
}

UseLists& IrAccess::Uses(HloComputation* c) {
  ReadUses(c);
  UseLists& uses = *UsesIfAny(c);
  uses.PrepareForEdits(*c);
  return uses;
}

void IrAccess::DropUses(HloComputation* c) { delete Node(c).uses.exchange(nullptr); }

}  // namespace hlo::internal

namespace hlo {

using namespace internal;

// Defined here, where UseLists is complete.
HloComputation::HloComputation() = default;
HloComputation::~HloComputation() { delete node_.uses.load(); }

}  // namespace hlo
