// The neighborhood of an instruction: operands, users and control dependencies, both directions.
#ifndef HLO_EXPORT_NEIGHBORHOOD_H_
#define HLO_EXPORT_NEIGHBORHOOD_H_

#include <cstdint>
#include <vector>

#include "hlo/computation.h"

namespace hlo_text_v1::internal {

struct Neighborhood {
  std::vector<bool> is_near;         // by HloInstruction::index()
  std::vector<bool> has_far;         // is near, but has neighbors that are not
  std::vector<int64_t> within_hops;  // [n]: number of instructions at most n edges away
};

// The instructions at most `hops` edges away from `center`. Linear in its computation.
Neighborhood FindNeighborhood(const HloInstruction& center, int hops);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EXPORT_NEIGHBORHOOD_H_
