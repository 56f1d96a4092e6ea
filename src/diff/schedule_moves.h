// Finds the fewest moved items of a sequence.
#ifndef HLO_DIFF_SCHEDULE_MOVES_H_
#define HLO_DIFF_SCHEDULE_MOVES_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace hlo_text_v1::internal {

// The `positions`, all different, that are not in a longest ascending subsequence: the fewest whose
// removal leaves the others in order. n log n.
std::vector<bool> FindMoved(absl::Span<const uint32_t> positions);

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIFF_SCHEDULE_MOVES_H_
