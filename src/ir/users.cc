// A snapshot is one array of lists: the first pass over the operands counts, the second fills.
#include "hlo/graph.h"
#include "src/base/hash_table.h"
#include "src/ir/module_state.h"
#include "src/ir/use_lists.h"

namespace hlo {

using namespace internal;

namespace {

// Calls `visit(operand, user)` for each operand within the computation, once per user.
template <typename Visit>
void ForEachUse(const HloComputation& computation, size_t size, Visit visit) {
  // By operand: the last user seen, as its number plus one.
  std::vector<uint32_t> last_user(size);
  for (HloInstruction* user : computation.instructions()) {
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

UserSnapshot::UserSnapshot(const HloComputation& computation) {
  // Numbers have gaps where instructions were removed.
  const size_t size = computation.index_limit();
  // Counts are shifted by one, so their sums are the ends of the lists.
  first_.assign(size + 1, 0);
  ForEachUse(computation, size, [&](const HloInstruction* operand, HloInstruction*) {
    ++first_[operand->index() + 1];
  });
  for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  users_.resize(first_.back());
  std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
  ForEachUse(computation, size, [&](const HloInstruction* operand, HloInstruction* user) {
    users_[next[operand->index()]++] = user;
  });
}

absl::Span<HloInstruction* const> UserSnapshot::of(const HloInstruction* instruction) const& {
  if (instruction == nullptr) return {};
  const size_t i = instruction->index();
  if (i + 1 >= first_.size()) return {};
  return absl::Span<HloInstruction* const>(users_.data() + first_[i], first_[i + 1] - first_[i]);
}

namespace {

// Calls visit(use) for each use, in order, until it returns false.
template <typename Visit>
void ForEachCurrentUse(const HloInstruction* instruction, Visit visit) {
  if (instruction == nullptr || instruction->parent() == nullptr) return;
  IrAccess::ReadUses(instruction->parent()).ForEachUse(instruction, visit);
}

}  // namespace

std::vector<HloInstruction*> CurrentUsers(const HloInstruction* instruction) {
  std::vector<HloInstruction*> users;
  HashSet<const HloInstruction*> seen;
  ForEachCurrentUse(instruction, [&](const UseLists::Use& use) {
    if (seen.insert(use.user).second) users.push_back(use.user);
    return true;
  });
  return users;
}

std::vector<HloUse> CurrentUses(const HloInstruction* instruction) {
  std::vector<HloUse> uses;
  ForEachCurrentUse(instruction, [&](const UseLists::Use& use) {
    uses.push_back({use.user, use.operand_number});
    return true;
  });
  return uses;
}

bool HasUsers(const HloInstruction* instruction) {
  bool found = false;
  ForEachCurrentUse(instruction, [&](const UseLists::Use&) {
    found = true;
    return false;
  });
  return found;
}

bool HasOneUser(const HloInstruction* instruction) {
  const HloInstruction* first = nullptr;
  bool has_others = false;
  ForEachCurrentUse(instruction, [&](const UseLists::Use& use) {
    if (first == nullptr) first = use.user;
    has_others = use.user != first;
    return !has_others;
  });
  return first != nullptr && !has_others;
}

std::vector<HloInstruction*> CurrentControlSuccessors(const HloInstruction* instruction) {
  if (instruction == nullptr || instruction->parent() == nullptr) return {};
  const auto successors = IrAccess::ReadUses(instruction->parent()).ControlSuccessors(instruction);
  return std::vector<HloInstruction*>(successors.begin(), successors.end());
}

}  // namespace hlo
