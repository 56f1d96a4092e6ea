// Merges two sequences of matched items: the later one, with the items that only the earlier one
// has in between.
#ifndef HLO_DIFF_MERGE_ORDER_H_
#define HLO_DIFF_MERGE_ORDER_H_

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "src/diff/matching.h"

namespace hlo_text_v1::internal {

// Calls kept(item) for each item of `after`, and removed(item) for each item of `before` without a
// counterpart, after the counterpart of the last item before it that has one. place(item) is the
// position in `after`, counted from 1, of the counterpart of an item of `before`, or 0.
template <typename Item, typename Place, typename Removed, typename Kept>
void MergeOrder(const std::vector<Item>& before, const std::vector<Item>& after, Place place,
                Removed removed, Kept kept) {
  std::vector<std::pair<size_t, Item>> left;
  size_t last = 0;
  for (const Item& item : before) {
    if (const size_t at = place(item); at != 0) {
      last = at;
    } else {
      left.emplace_back(last, item);
    }
  }
  std::stable_sort(left.begin(), left.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  size_t next = 0;
  for (size_t i = 0; i <= after.size(); ++i) {
    for (; next < left.size() && left[next].first == i; ++next) removed(left[next].second);
    if (i < after.size()) kept(after[i]);
  }
}

// The same for all instructions of a matched pair of computations, in print order.
std::vector<InstructionPair> MergedInstructions(const HloComputation& before,
                                                const HloComputation& after,
                                                const Matching& matching);

}  // namespace hlo_text_v1::internal

#endif  // HLO_DIFF_MERGE_ORDER_H_
