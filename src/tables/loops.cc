// Callers come after callees in the numbering, so walking it backwards meets each computation after
// all that call it.
#include "src/tables/loops.h"

#include "hlo/evaluate.h"
#include "src/base/saturated.h"

namespace hlo_text_v1::internal {

Executions::Executions(const ModuleNumbering& numbering, const CallGraph& calls)
    : numbering_(numbering), counts_(numbering.computations().size()) {
  TripCounter trip_count;
  for (const HloComputation* computation : numbering.computations()) {
    for (const HloInstruction* i : computation->instructions()) {
      const std::optional<int64_t> trips = trip_count(*i);
      if (trips.has_value()) trips_.emplace(i, *trips);
    }
  }
  for (size_t i = counts_.size(); i-- > 0;) {
    const HloComputation& computation = *numbering.computations()[i];
    counts_[i] = computation.IsEntry() ? 1 : Count(computation, calls);
  }
}

std::optional<int64_t> Executions::Count(const HloComputation& computation,
                                         const CallGraph& calls) const {
  int64_t sum = 0;
  for (const HloInstruction* caller : calls.callers(computation)) {
    const std::optional<int64_t> outer = of(*caller->parent());
    if (!outer.has_value()) return std::nullopt;
    int64_t times = *outer;
    if (caller->opcode() == HloOpcode::kWhile && *outer != 0) {
      const std::optional<int64_t> trips = trip_count(*caller);
      if (!trips.has_value()) return std::nullopt;
      // The condition also runs when it ends the loop.
      const int64_t more = caller->while_condition() == &computation ? 1 : 0;
      times = SaturatedProduct(times, SaturatedSum(*trips, more));
    }
    sum = SaturatedSum(sum, times);
  }
  return sum;
}

}  // namespace hlo_text_v1::internal
