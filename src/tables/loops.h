// How often loops and computations run, if the text tells.
#ifndef HLO_TABLES_LOOPS_H_
#define HLO_TABLES_LOOPS_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "hlo/call_graph.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"
#include "src/export/numbering.h"

namespace hlo_text_v1::internal {

// How often each computation runs when the entry runs once: trip counts of the loops around it
// multiplied, summed over its callers. All branches count. Saturates.
class Executions {
 public:
  // Linear in the module, but for the loops of TripCounter. Keeps `numbering`.
  Executions(const ModuleNumbering& numbering, const CallGraph& calls);
  // nullopt if a trip count is unknown, or in a cycle of calls; 0 if the entry does not reach it.
  std::optional<int64_t> of(const HloComputation& computation) const {
    return counts_[static_cast<size_t>(numbering_.of(&computation))];
  }
  // How often the body of a while runs, by a TripCounter; nullopt if that does not know.
  std::optional<int64_t> trip_count(const HloInstruction& loop) const {
    const auto found = trips_.find(&loop);
    return found == trips_.end() ? std::nullopt : std::optional<int64_t>(found->second);
  }

 private:
  std::optional<int64_t> Count(const HloComputation& computation, const CallGraph& calls) const;

  const ModuleNumbering& numbering_;
  HashMap<const HloInstruction*, int64_t> trips_;  // of loops, if known
  std::vector<std::optional<int64_t>> counts_;     // by number
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_TABLES_LOOPS_H_
