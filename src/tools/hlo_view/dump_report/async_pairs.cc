// Places in the schedule come from one numbering of the computation, so that many long chains cost
// no more than their links.
#include "src/tools/hlo_view/dump_report/async_pairs.h"

#include <utility>

namespace hlo {
namespace {

AsyncPair MakePair(const AsyncLinks& links) {
  AsyncPair pair;
  pair.start = links.start;
  pair.done = links.done;
  pair.opcode = links.opcode;
  if (links.wrapped_computation != nullptr) {
    pair.wrapped = links.wrapped_computation->root_instruction();
  }
  pair.bound_at.assign(links.start->operands().size(), 0);
  uint32_t number = 0;
  for (const HloInstruction* update : links.updates) {
    // Operand 0 is the link before.
    pair.bound_at.insert(pair.bound_at.end(), update->operands().size() - 1, ++number);
  }
  return pair;
}

}  // namespace

AsyncPairs::AsyncPairs(const HloModule& module) {
  for (const HloComputation* computation : module.computations()) {
    AddComputation(*computation, module.config().is_scheduled);
  }
  for (size_t i = 0; i < pairs_.size(); ++i) by_start_.emplace(pairs_[i].start, i);
}

const AsyncPair* AsyncPairs::Find(const HloInstruction* start) const {
  const auto found = by_start_.find(start);
  return found == by_start_.end() ? nullptr : &pairs_[found->second];
}

void AsyncPairs::AddComputation(const HloComputation& computation, bool is_scheduled) {
  const std::vector<AsyncLinks> all = FindAsyncLinks(computation);
  if (all.empty()) return;
  std::vector<int64_t> places(computation.index_limit());
  int64_t place = 0;
  for (const HloInstruction* i : computation.instructions()) places[i->index()] = place++;
  for (const AsyncLinks& links : all) {
    AsyncPair pair = MakePair(links);
    if (is_scheduled && pair.done != nullptr) {
      pair.distance = places[pair.done->index()] - places[pair.start->index()] - 1 -
                      static_cast<int64_t>(links.updates.size());
    }
    pairs_.push_back(std::move(pair));
  }
}

}  // namespace hlo
