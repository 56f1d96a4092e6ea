// Which instructions of two computations, taken for one and the same, are which.
#ifndef HLO_DIFF_INSTRUCTION_MATCHER_H_
#define HLO_DIFF_INSTRUCTION_MATCHER_H_

#include <vector>

#include "src/diff/computation_graph.h"
#include "src/diff/matching.h"

namespace hlo {

// The pairs, in no order. Each instruction is in one at most. Linear but for sorting.
std::vector<InstructionPair> MatchInstructions(const ComputationGraph& before,
                                               const ComputationGraph& after);

// By index of the earlier one of a pair, whether both say the same of themselves and call what is
// equal.
std::vector<bool> FindExact(const ComputationGraph& before, const ComputationGraph& after,
                            absl::Span<const InstructionPair> pairs);

}  // namespace hlo

#endif  // HLO_DIFF_INSTRUCTION_MATCHER_H_
