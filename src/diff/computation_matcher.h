// Which computations of two modules, and which of their instructions, are which.
#ifndef HLO_DIFF_COMPUTATION_MATCHER_H_
#define HLO_DIFF_COMPUTATION_MATCHER_H_

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "hlo/diff.h"
#include "hlo/module.h"
#include "src/diff/matching.h"

namespace hlo {

struct ModuleMatching {
  Matching matching;
  // Those of the earlier module that their counterparts are equal to, position by position, with
  // all that they call, but perhaps for which of several equal ones that is.
  absl::flat_hash_set<const HloComputation*> equal;
  // Of the others FindExact.
  absl::flat_hash_map<const HloComputation*, std::vector<bool>> exact;
};

ModuleMatching MatchModules(const HloModule& before, const HloModule& after,
                            const DiffOptions& options);

}  // namespace hlo

#endif  // HLO_DIFF_COMPUTATION_MATCHER_H_
