// Pairs computations that calls have not matched, by their common content.
#ifndef HLO_DIFF_SIMILAR_COMPUTATIONS_H_
#define HLO_DIFF_SIMILAR_COMPUTATIONS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "hlo/computation.h"
#include "src/canonical/structural_hash.h"

namespace hlo_text_v1::internal {

struct ComparedComputation {
  uint32_t number;  // the caller's
  const HloComputation* computation;
};

// Pairs of numbers, the most similar first; a number may be in several. Two computations are
// similar if half of their instructions are equal, or a quarter if they have the same name. Linear,
// because content that many share does not count.
std::vector<std::pair<uint32_t, uint32_t>> FindSimilar(absl::Span<const ComparedComputation> before,
                                                       absl::Span<const ComparedComputation> after,
                                                       InstructionHasher* before_hasher,
                                                       InstructionHasher* after_hasher);

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIFF_SIMILAR_COMPUTATIONS_H_
