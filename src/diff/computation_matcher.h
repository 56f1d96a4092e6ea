// Matches the computations of two modules, and their instructions.
#ifndef HLO_DIFF_COMPUTATION_MATCHER_H_
#define HLO_DIFF_COMPUTATION_MATCHER_H_

#include <vector>

#include "hlo/diff.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"
#include "src/diff/matching.h"

namespace hlo_text_v1::internal {

struct ModuleMatching {
  Matching matching;
  // The computations of the earlier module that equal their counterparts, position by position,
  // with everything they call, except perhaps for the choice among several equal callees.
  HashSet<const HloComputation*> equal;
  // FindExact for the other matched pairs, by the earlier computation.
  HashMap<const HloComputation*, std::vector<bool>> exact;
};

ModuleMatching MatchModules(const HloModule& before, const HloModule& after,
                            const DiffOptions& options);

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIFF_COMPUTATION_MATCHER_H_
