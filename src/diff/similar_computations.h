// Pairs computations that no call has matched, by their common content.
#ifndef HLO_DIFF_SIMILAR_COMPUTATIONS_H_
#define HLO_DIFF_SIMILAR_COMPUTATIONS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "hlo/computation.h"
#include "src/canonical/structural_hash.h"

namespace hlo::internal {

struct ComparedComputation {
  uint32_t number;  // the caller's
  const HloComputation* computation;
};

// Pairs of numbers, the most similar first; one may be in several. Two are similar if half of their
// instructions are equal, or a quarter and they have one name. Linear, because content that many
// share does not count.
std::vector<std::pair<uint32_t, uint32_t>> FindSimilar(absl::Span<const ComparedComputation> before,
                                                       absl::Span<const ComparedComputation> after,
                                                       InstructionHasher* before_hasher,
                                                       InstructionHasher* after_hasher);

}  // namespace hlo::internal

#endif  // HLO_DIFF_SIMILAR_COMPUTATIONS_H_
