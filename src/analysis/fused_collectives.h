// Collectives that a compiler hides in fusions, so that they run while these compute.
//
// TPU v5e: a custom call AsyncCollectiveStart of the collective is the root of a fusion, or in its
// tuple, a custom call AsyncCollectiveDone that of another. The state, buffers and flags, goes from
// one to the other through tuples, loops, and fusions that do other work meanwhile. Each of these
// fusions has a copy of the collective, which stands for its part of the same work.
#ifndef HLO_ANALYSIS_FUSED_COLLECTIVES_H_
#define HLO_ANALYSIS_FUSED_COLLECTIVES_H_

#include <vector>

#include "hlo/module.h"

namespace hlo_text_v1::internal {

struct FusedCollective {
  const HloInstruction* operation;  // the collective in the first fusion
  // The fusions: with the start, those on the way to the done in order, with the done. Without a
  // done just the first.
  std::vector<const HloInstruction*> links;
  bool is_done;
};

// Whether `instruction` is a fusion that starts one. Linear in the elements of its result.
bool StartsFusedCollective(const HloInstruction& instruction);

// Those of `module`, by their starts in module order. Linear in the module, and in the values on
// the way from each done to its start; at once if there are none.
std::vector<FusedCollective> FindFusedCollectives(const HloModule& module);

}  // namespace hlo_text_v1::internal

#endif  // HLO_ANALYSIS_FUSED_COLLECTIVES_H_
