// Decides what to draw before anything is written: which computations, which of their instructions,
// and which fusions are unfolded.
#ifndef HLO_EXPORT_DOT_PLAN_H_
#define HLO_EXPORT_DOT_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "hlo/export.h"
#include "src/base/hash_table.h"
#include "src/export/numbering.h"

namespace hlo_text_v1::internal {

// A computation at one place in the picture.
struct DotCluster {
  const HloComputation* computation = nullptr;
  std::string id;
  const HloInstruction* fusion = nullptr;  // that this cluster replaces
  size_t outer = 0;                        // the cluster with `fusion`
  size_t depth = 0;                        // number of clusters around it
  std::unique_ptr<InstructionNumbering> numbers;
  std::vector<const HloInstruction*> shown;
  std::vector<bool>
      has_far;  // by index(): has neighbors that are not shown; empty if no instruction has
  // Fusions of `shown` that are clusters, with their clusters.
  HashMap<const HloInstruction*, size_t> unfolded;

  bool Shows(const HloInstruction& instruction) const {
    return shown_by_index[instruction.index()];
  }
  std::vector<bool> shown_by_index;
};

struct DotPlan {
  std::string title;
  std::deque<DotCluster> clusters;  // inner ones after the ones around them
  // Clusters of computations drawn by themselves.
  HashMap<const HloComputation*, size_t> by_computation;
};

// Fails as ExportDot does.
absl::StatusOr<DotPlan> PlanDot(const HloModule& module, const ModuleNumbering& computations,
                                const DotOptions& options);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EXPORT_DOT_PLAN_H_
