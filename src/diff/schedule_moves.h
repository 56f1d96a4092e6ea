// What stands elsewhere in a sequence: as little as possible.
#ifndef HLO_DIFF_SCHEDULE_MOVES_H_
#define HLO_DIFF_SCHEDULE_MOVES_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace hlo {

// Of `positions`, all different, which ones do not belong to a longest ascending subsequence: the
// fewest that can be taken out so that the others stand in order. n log n.
std::vector<bool> FindMoved(absl::Span<const uint32_t> positions);

}  // namespace hlo

#endif  // HLO_DIFF_SCHEDULE_MOVES_H_
