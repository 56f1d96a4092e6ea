// A depth-first walk with an explicit stack, from the root and then from each dead end: an
// instruction that nothing uses and the root does not reach.
//
// Dead ends are sorted by a hash. Three passes over the dead instructions compute it: over the
// inputs of each, over its users, and over both again, from the operands up. So two that are
// computed in the same way still differ if one of them shares an operand with a third.
#include "src/canonical/canonical_order.h"

#include <algorithm>
#include <utility>

#include "hlo/module.h"
#include "src/async/wrapped_computation.h"
#include "src/ir/instruction_order.h"

namespace hlo_text_v1::internal {

namespace {

// The dead instructions of a computation and their hashes.
class DeadCode {
 public:
  // `live` has the live instructions by index; `order` the same ones.
  DeadCode(const HloComputation& computation, const std::vector<bool>& live,
           const std::vector<const HloInstruction*>& order, HashInstruction hash_instruction)
      : position_(live.size()), hash_(live.size()), uses_(live.size()), is_used_(live.size()) {
    for (size_t i = 0; i < order.size(); ++i) position_[order[i]->index()] = i + 1;
    std::vector<bool> seen = live;
    PostOrderWalk walk;
    for (const HloInstruction* instruction : computation.instructions()) {
      walk.Append(instruction, &seen, &dead_);
    }
    for (const HloInstruction* instruction : dead_) {
      HashState hash;
      hash_instruction(*instruction, &hash);
      hash_[instruction->index()] = hash.Finish();
    }
    HashPredecessors();
    HashUses();
    HashPredecessors();
  }

  // The dead ends, sorted; equal ones in text order.
  std::vector<const HloInstruction*> SortedEnds() const {
    std::vector<const HloInstruction*> ends;
    for (const HloInstruction* instruction : dead_) {
      if (!is_used_[instruction->index()]) ends.push_back(instruction);
    }
    std::sort(ends.begin(), ends.end(), [this](const auto* a, const auto* b) {
      const Fingerprint128& hash_a = hash_[a->index()];
      const Fingerprint128& hash_b = hash_[b->index()];
      return hash_a != hash_b ? hash_a < hash_b : a->index() < b->index();
    });
    return ends;
  }

 private:
  // Operands first: adds to each instruction's hash those of its inputs.
  void HashPredecessors() {
    for (const HloInstruction* instruction : dead_) {
      const Predecessors predecessors(instruction);
      HashState hash;
      hash.Add(hash_[instruction->index()]);
      for (size_t i = 0; i < predecessors.size(); ++i) {
        const uint32_t at = predecessors[i]->index();
        hash.Add(position_[at]);
        if (position_[at] == 0) hash.Add(hash_[at]);
      }
      hash_[instruction->index()] = hash.Finish();
    }
  }

  // Users first: adds those of its users, independent of their order.
  void HashUses() {
    for (size_t i = dead_.size(); i > 0; --i) {
      const uint32_t user = dead_[i - 1]->index();
      HashState with_uses;
      with_uses.Add(hash_[user]);
      with_uses.Add(uses_[user]);
      hash_[user] = with_uses.Finish();
      const Predecessors predecessors(dead_[i - 1]);
      for (size_t j = 0; j < predecessors.size(); ++j) {
        HashState use;
        use.Add(hash_[user]);
        use.Add(j);
        uses_[predecessors[j]->index()] += use.Finish().high;
        is_used_[predecessors[j]->index()] = true;
      }
    }
  }

  std::vector<const HloInstruction*> dead_;  // each after its predecessors
  std::vector<uint64_t> position_;  // by index: position among the live ones, from 1; 0 if not live
  std::vector<Fingerprint128> hash_;
  std::vector<uint64_t> uses_;
  std::vector<bool> is_used_;
};

// The schedule, with each get-tuple-element right after its operand.
std::vector<const HloInstruction*> ScheduleOf(const HloComputation& computation) {
  constexpr uint32_t kNone = ~uint32_t{0};
  struct Elements {
    uint32_t first = kNone;  // of the instruction with this index
    uint32_t next = kNone;   // of the same operand
  };
  std::vector<Elements> elements(computation.index_limit());
  std::vector<const HloInstruction*> by_index(computation.index_limit());
  std::vector<const HloInstruction*> found;
  for (const HloInstruction* instruction : computation.instructions()) {
    by_index[instruction->index()] = instruction;
    if (FollowsItsOperand(*instruction)) found.push_back(instruction);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto* a, const auto* b) {
    return a->tuple_index() < b->tuple_index();
  });
  for (size_t i = found.size(); i > 0; --i) {
    Elements& operand = elements[found[i - 1]->operand(0)->index()];
    elements[found[i - 1]->index()].next = operand.first;
    operand.first = found[i - 1]->index();
  }
  std::vector<const HloInstruction*> order;
  std::vector<uint32_t> open;
  for (const HloInstruction* instruction : computation.instructions()) {
    if (FollowsItsOperand(*instruction)) continue;
    open.push_back(instruction->index());
    while (!open.empty()) {
      const uint32_t at = open.back();
      open.pop_back();
      order.push_back(by_index[at]);
      if (at != instruction->index() && elements[at].next != kNone) {
        open.push_back(elements[at].next);
      }
      if (elements[at].first != kNone) open.push_back(elements[at].first);
    }
  }
  return order;
}

}  // namespace

std::vector<const HloInstruction*> CanonicalOrder(const HloComputation& computation,
                                                  HashInstruction hash_instruction) {
  const auto count = static_cast<size_t>(computation.instruction_count());
  std::vector<const HloInstruction*> order;
  order.reserve(count);
  if (IsScheduled(computation) && !IsOneInstruction(computation)) return ScheduleOf(computation);
  std::vector<bool> seen(computation.index_limit());
  PostOrderWalk walk;
  for (const HloInstruction* parameter : computation.parameters())
    walk.Append(parameter, &seen, &order);
  walk.Append(computation.root_instruction(), &seen, &order);
  if (order.size() < count) {
    const DeadCode dead(computation, seen, order, hash_instruction);
    for (const HloInstruction* end : dead.SortedEnds()) walk.Append(end, &seen, &order);
  }
  return order;
}

}  // namespace hlo_text_v1::internal
