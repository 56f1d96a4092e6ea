// Pairs are matched by their starts. A pair without a counterpart was made from, or became, the
// synchronous instruction that the diff matches with its done, start or wrapped instruction;
// failing that, an instruction that only the other side has, with its opcode and the start's
// operands.
#include "src/tools/hlo_view/dump_report/async_changes.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "hlo/async.h"
#include "hlo/collectives.h"

namespace hlo_text_v1::internal {
namespace {

// The synchronous instructions of one side without a counterpart, by opcode.
class Unmatched {
 public:
  Unmatched(const ModuleDiff& diff, DiffKind kind, const AsyncPairs& pairs) : diff_(diff) {
    for (const ComputationDiff& computation : diff.computations()) {
      for (const InstructionDiff& i : computation.instructions) {
        if (i.kind() != kind) continue;
        const HloInstruction* const one = kind == DiffKind::kAdded ? i.after : i.before;
        if (pairs.Find(one) == nullptr) by_opcode_[std::string(one->opcode_name())].push_back(one);
      }
    }
  }

  // Takes one with the operands of `start`, which is on the other side; nullptr if there is none.
  // Only tries the first few of an opcode.
  const HloInstruction* Take(std::string_view opcode, const HloInstruction& start) {
    constexpr size_t kMaxTries = 64;
    const auto found = by_opcode_.find(std::string(opcode));
    if (found == by_opcode_.end()) return nullptr;
    std::vector<const HloInstruction*>& candidates = found->second;
    for (size_t i = 0; i < std::min(candidates.size(), kMaxTries); ++i) {
      const HloInstruction* const candidate = candidates[i];
      if (!SameOperands(*candidate, start)) continue;
      candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(i));
      return candidate;
    }
    return nullptr;
  }

 private:
  bool SameOperands(const HloInstruction& a, const HloInstruction& b) const {
    return std::equal(a.operands().begin(), a.operands().end(), b.operands().begin(),
                      b.operands().end(), [&](const HloInstruction* x, const HloInstruction* y) {
                        return diff_.CounterpartOf(*x) == y;
                      });
  }

  const ModuleDiff& diff_;
  std::unordered_map<std::string, std::vector<const HloInstruction*>> by_opcode_;
};

AsyncChange MakeChange(AsyncChangeKind kind, const AsyncPair& pair) {
  AsyncChange change;
  change.kind = kind;
  change.opcode = pair.opcode;
  change.start = pair.start->name();
  return change;
}

// The other side's synchronous instruction that does the work of `pair`.
const HloInstruction* SyncOf(const ModuleDiff& diff, const AsyncPair& pair, Unmatched* unmatched) {
  for (const HloInstruction* of : {pair.done, pair.start, pair.work}) {
    const HloInstruction* const other = of == nullptr ? nullptr : diff.CounterpartOf(*of);
    if (other != nullptr && other->opcode_name() == pair.opcode) return other;
  }
  return unmatched->Take(pair.opcode, *pair.start);
}

void AddMovesAndBindings(const AsyncPair& before, const AsyncPair& after,
                         std::vector<AsyncChange>* changes) {
  if (before.distance >= 0 && after.distance >= 0 && before.distance != after.distance) {
    AsyncChange& change = changes->emplace_back(MakeChange(AsyncChangeKind::kMoved, after));
    change.distance_before = before.distance;
    change.distance_after = after.distance;
  }
  if (before.bound_at == after.bound_at) return;
  AsyncChange& change = changes->emplace_back(MakeChange(AsyncChangeKind::kRebound, after));
  const auto [b, a] = std::mismatch(before.bound_at.begin(), before.bound_at.end(),
                                    after.bound_at.begin(), after.bound_at.end());
  change.operand = b - before.bound_at.begin();
  if (b != before.bound_at.end()) change.link_before = static_cast<int64_t>(*b);
  if (a != after.bound_at.end()) change.link_after = static_cast<int64_t>(*a);
}

}  // namespace

AsyncPairs::AsyncPairs(const HloModule& module) {
  const AsyncIndex index(module);
  for (const AsyncOperation& operation : index.operations()) {
    const int64_t distance = module.config().is_scheduled ? index.Distance(operation) : -1;
    pairs_.push_back({&operation.start(), operation.done(), operation.wrapped_instruction(),
                      operation.wrapped_opcode_name(), distance, operation.BoundAt()});
  }
  AddFused(module);
  for (size_t i = 0; i < pairs_.size(); ++i) by_start_.emplace(pairs_[i].start, i);
}

void AsyncPairs::AddFused(const HloModule& module) {
  const size_t first = pairs_.size();
  HashMap<const HloInstruction*, int64_t> position_of;
  for (const Collective& each : FindCollectives(module)) {
    if (each.start->opcode() != HloOpcode::kFusion || !each.is_async()) continue;
    pairs_.push_back({each.start, each.done, each.operation, HloOpcodeName(each.opcode), -1,
                      std::vector<size_t>(each.start->operands().size())});
    for (const HloInstruction* link : {each.start, each.done}) position_of[link] = -1;
  }
  if (first == pairs_.size() || !module.config().is_scheduled) return;
  for (const HloComputation* computation : module.computations()) {
    int64_t position = 0;
    for (const HloInstruction* instruction : computation->instructions()) {
      const auto found = position_of.find(instruction);
      if (found != position_of.end()) found->second = position;
      ++position;
    }
  }
  for (size_t i = first; i < pairs_.size(); ++i) {
    AsyncPair& pair = pairs_[i];
    const bool is_here = pair.done != nullptr && pair.done->parent() == pair.start->parent();
    if (is_here) pair.distance = position_of[pair.done] - position_of[pair.start] - 1;
  }
}

const AsyncPair* AsyncPairs::Find(const HloInstruction* start) const {
  const auto found = by_start_.find(start);
  return found == by_start_.end() ? nullptr : &pairs_[found->second];
}

std::string_view AsyncChangeName(AsyncChangeKind kind) {
  constexpr std::string_view kNames[] = {"made", "removed", "moved", "rebound"};
  return kNames[static_cast<size_t>(kind)];
}

std::vector<AsyncChange> FindAsyncChanges(const ModuleDiff& diff, const AsyncPairs& before,
                                          const AsyncPairs& after) {
  std::vector<AsyncChange> changes;
  const auto other_pair = [&](const AsyncPair& pair, const AsyncPairs& others) {
    const HloInstruction* const start = diff.CounterpartOf(*pair.start);
    return start == nullptr ? nullptr : others.Find(start);
  };
  const auto add_lonely = [&](AsyncChangeKind kind, const AsyncPair& pair, Unmatched* unmatched) {
    AsyncChange change = MakeChange(kind, pair);
    if (const HloInstruction* sync = SyncOf(diff, pair, unmatched)) change.sync = sync->name();
    changes.push_back(std::move(change));
  };

  Unmatched removed(diff, DiffKind::kRemoved, before);
  for (const AsyncPair& pair : after.all()) {
    if (const AsyncPair* old = other_pair(pair, before)) {
      AddMovesAndBindings(*old, pair, &changes);
    } else {
      add_lonely(AsyncChangeKind::kMade, pair, &removed);
    }
  }
  Unmatched added(diff, DiffKind::kAdded, after);
  for (const AsyncPair& pair : before.all()) {
    if (other_pair(pair, after) == nullptr) add_lonely(AsyncChangeKind::kRemoved, pair, &added);
  }
  return changes;
}

}  // namespace hlo_text_v1::internal
