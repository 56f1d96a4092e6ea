// Entries are never reused: an instruction with new operands gets new entries.
#include "src/ir/use_lists.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "hlo/graph.h"
#include "src/base/hash_table.h"
#include "src/ir/module_state.h"
#include "src/ir/mutable_parts.h"

namespace hlo_text_v1::internal {

UseLists::UseLists(HloComputation& computation) : lists_(computation.index_limit()) {
  for (HloInstruction* instruction : computation.instructions()) {
    AddEntries(instruction);
    uint32_t entry = lists_[instruction->index()].operands;
    for (const HloInstruction* operand : instruction->operands()) LinkOnly(entry++, operand);
    for (HloInstruction* predecessor : instruction->control_predecessors()) {
      AddControl(predecessor, instruction);
    }
  }
}

void UseLists::PrepareForEdits(HloComputation& computation) {
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
  auto made = std::make_unique<UseLists>(*Mutable(c));
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

}  // namespace hlo_text_v1::internal

namespace hlo_text_v1 {

using namespace internal;

// Defined here, where UseLists is complete.
HloComputation::HloComputation() = default;
HloComputation::~HloComputation() { delete node_.uses.load(); }

namespace {

// Calls `visit(operand, user)` for each operand within the computation, once per user.
template <typename Visit>
void ForEachUse(const HloComputation& computation, size_t size, Visit visit) {
  // By operand: the last user seen, as its number plus one.
  std::vector<uint32_t> last_user(size);
  for (const HloInstruction* user : computation.instructions()) {
    for (const HloInstruction* operand : user->operands()) {
      if (operand->parent() != &computation || last_user[operand->index()] == user->index() + 1) {
        continue;
      }
      last_user[operand->index()] = user->index() + 1;
      visit(operand, user);
    }
  }
}

}  // namespace

// One array of lists: the first pass over the operands counts, the second fills.
UserSnapshot::UserSnapshot(const HloComputation& computation) {
  // Numbers have gaps where instructions were removed.
  const size_t size = computation.index_limit();
  // Counts are shifted by one, so their sums are the ends of the lists.
  first_.assign(size + 1, 0);
  ForEachUse(computation, size, [&](const HloInstruction* operand, const HloInstruction*) {
    ++first_[operand->index() + 1];
  });
  for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  users_.resize(first_.back());
  std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
  ForEachUse(computation, size, [&](const HloInstruction* operand, const HloInstruction* user) {
    users_[next[operand->index()]++] = user;
  });
}

absl::Span<const HloInstruction* const> UserSnapshot::of(const HloInstruction& instruction) const& {
  const size_t i = instruction.index();
  if (i + 1 >= first_.size()) return {};
  return absl::MakeConstSpan(users_).subspan(first_[i], first_[i + 1] - first_[i]);
}
absl::Span<HloInstruction* const> UserSnapshot::of(HloInstruction& instruction) const& {
  return MutableParts(of(std::as_const(instruction)));
}

namespace {

// Calls visit(use) for each use, in order, until it returns false.
template <typename Visit>
void ForEachCurrentUse(const HloInstruction& instruction, Visit visit) {
  if (instruction.parent() == nullptr) return;
  IrAccess::ReadUses(instruction.parent()).ForEachUse(&instruction, visit);
}

}  // namespace

std::vector<HloInstruction*> CurrentUsers(HloInstruction& instruction) {
  std::vector<HloInstruction*> users;
  HashSet<const HloInstruction*> seen;
  ForEachCurrentUse(instruction, [&](const UseLists::Use& use) {
    if (seen.insert(use.user).second) users.push_back(use.user);
    return true;
  });
  return users;
}
std::vector<const HloInstruction*> CurrentUsers(const HloInstruction& instruction) {
  const std::vector<HloInstruction*> users = CurrentUsers(*Mutable(&instruction));
  return std::vector<const HloInstruction*>(users.begin(), users.end());
}

std::vector<MutableHloUse> CurrentUses(HloInstruction& instruction) {
  std::vector<MutableHloUse> uses;
  ForEachCurrentUse(instruction, [&](const UseLists::Use& use) {
    uses.push_back(use);
    return true;
  });
  return uses;
}
std::vector<HloUse> CurrentUses(const HloInstruction& instruction) {
  std::vector<HloUse> uses;
  ForEachCurrentUse(instruction, [&](const UseLists::Use& use) {
    uses.push_back({use.user, use.operand_number});
    return true;
  });
  return uses;
}

bool HasUsers(const HloInstruction& instruction) {
  bool found = false;
  ForEachCurrentUse(instruction, [&](const UseLists::Use&) {
    found = true;
    return false;
  });
  return found;
}

bool HasOneUser(const HloInstruction& instruction) {
  const HloInstruction* first = nullptr;
  bool has_others = false;
  ForEachCurrentUse(instruction, [&](const UseLists::Use& use) {
    if (first == nullptr) first = use.user;
    has_others = use.user != first;
    return !has_others;
  });
  return first != nullptr && !has_others;
}

std::vector<HloInstruction*> CurrentControlSuccessors(HloInstruction& instruction) {
  if (instruction.parent() == nullptr) return {};
  const auto successors = IrAccess::ReadUses(instruction.parent()).ControlSuccessors(&instruction);
  return std::vector<HloInstruction*>(successors.begin(), successors.end());
}
std::vector<const HloInstruction*> CurrentControlSuccessors(const HloInstruction& instruction) {
  const auto successors = CurrentControlSuccessors(*Mutable(&instruction));
  return std::vector<const HloInstruction*>(successors.begin(), successors.end());
}

bool HasControlDependencies(const HloInstruction& instruction) {
  return !instruction.control_predecessors().empty() ||
         !CurrentControlSuccessors(*Mutable(&instruction)).empty();
}

}  // namespace hlo_text_v1
