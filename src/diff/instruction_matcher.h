// Matches the instructions of two matched computations.
#ifndef HLO_DIFF_INSTRUCTION_MATCHER_H_
#define HLO_DIFF_INSTRUCTION_MATCHER_H_

#include <vector>

#include "src/diff/computation_graph.h"
#include "src/diff/matching.h"

namespace hlo_text_v1::internal {

// The pairs, in no order. Each instruction is in at most one. Linear except for sorting.
std::vector<InstructionPair> MatchInstructions(const ComputationGraph& before,
                                               const ComputationGraph& after);

// By index of the earlier one of a pair: whether both are equal themselves and call equal
// computations.
std::vector<bool> FindExact(const ComputationGraph& before, const ComputationGraph& after,
                            absl::Span<const InstructionPair> pairs);

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIFF_INSTRUCTION_MATCHER_H_
