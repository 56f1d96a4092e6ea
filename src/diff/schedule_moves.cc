// Patience sorting: for each length, keeps the ascending subsequence that ends lowest.
#include "src/diff/schedule_moves.h"

#include <algorithm>
#include <cstddef>

namespace hlo_text_v1::internal {

std::vector<bool> FindMoved(absl::Span<const uint32_t> positions) {
  constexpr uint32_t kNone = ~uint32_t{0};
  std::vector<uint32_t> ends;  // by length - 1, where the subsequence ends
  std::vector<uint32_t> previous(positions.size(), kNone);
  for (uint32_t i = 0; i < positions.size(); ++i) {
    const auto at =
        std::lower_bound(ends.begin(), ends.end(), positions[i],
                         [&](uint32_t end, uint32_t value) { return positions[end] < value; });
    if (at != ends.begin()) previous[i] = *(at - 1);
    if (at == ends.end()) {
      ends.push_back(i);
    } else {
      *at = i;
    }
  }
  std::vector<bool> moved(positions.size(), true);
  for (uint32_t i = ends.empty() ? kNone : ends.back(); i != kNone; i = previous[i]) {
    moved[i] = false;
  }
  return moved;
}

}  // namespace hlo_text_v1::internal
