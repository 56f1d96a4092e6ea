// Marks are sorted by begin; the last one at or before a byte counts.
#include "src/mlir/hlo_text_map.h"

#include <algorithm>

namespace hlo_text_v1::internal {

void HloTextMap::Append(const HloTextMap& other) {
  for (const MarkedPlace& mark : other.marks_) {
    marks_.push_back({text_.size() + mark.begin, mark.place});
  }
  text_.append(other.text_);
}

MlirRange HloTextMap::PlaceAt(size_t offset) const {
  const auto after =
      std::upper_bound(marks_.begin(), marks_.end(), offset,
                       [](size_t at, const MarkedPlace& mark) { return at < mark.begin; });
  return after == marks_.begin() ? MlirRange() : (after - 1)->place;
}

MlirRange HloTextMap::PlaceBefore(size_t offset) const {
  size_t at = std::min(offset, text_.size());
  while (at > 0 && (text_[at - 1] == ' ' || text_[at - 1] == '\n')) --at;
  return PlaceAt(at > 0 ? at - 1 : 0);
}

}  // namespace hlo_text_v1::internal
