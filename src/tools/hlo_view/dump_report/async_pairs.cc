// Numbers the computation once for all schedule positions: many long chains cost no more than their
// links.
#include "src/tools/hlo_view/dump_report/async_pairs.h"

#include <utility>

namespace hlo {
namespace {

std::vector<uint32_t> BindingLinks(const AsyncOperation& operation) {
  std::vector<uint32_t> bound_at(operation.start().operands().size(), 0);
  uint32_t number = 0;
  for (const HloInstruction* update : operation.updates()) {
    // Operand 0 is the previous link.
    bound_at.insert(bound_at.end(), update->operands().size() - 1, ++number);
  }
  return bound_at;
}

}  // namespace

AsyncPairs::AsyncPairs(const HloModule& module) {
  for (const HloComputation* computation : module.computations()) {
    AddComputation(*computation, module.config().is_scheduled);
  }
  for (size_t i = 0; i < pairs_.size(); ++i) by_start_.emplace(&pairs_[i].operation.start(), i);
}

const AsyncPair* AsyncPairs::Find(const HloInstruction* start) const {
  const auto found = by_start_.find(start);
  return found == by_start_.end() ? nullptr : &pairs_[found->second];
}

void AsyncPairs::AddComputation(const HloComputation& computation, bool is_scheduled) {
  std::vector<AsyncOperation> operations = FindAsyncOperations(computation);
  if (operations.empty()) return;
  std::vector<int64_t> places(computation.index_limit());
  int64_t place = 0;
  for (const HloInstruction* i : computation.instructions()) places[i->index()] = place++;
  for (AsyncOperation& operation : operations) {
    int64_t distance = -1;
    if (is_scheduled && operation.done() != nullptr) {
      distance = places[operation.done()->index()] - places[operation.start().index()] - 1 -
                 static_cast<int64_t>(operation.updates().size());
    }
    std::vector<uint32_t> bound_at = BindingLinks(operation);
    pairs_.push_back({std::move(operation), distance, std::move(bound_at)});
  }
}

}  // namespace hlo
