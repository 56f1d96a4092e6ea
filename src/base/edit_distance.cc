// Computes the matrix of distances between prefixes of both words, row by row; a swap looks two
// rows up.
#include "src/base/edit_distance.h"

#include <algorithm>

#include "src/base/strings.h"

namespace hlo::internal {

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    before.swap(above);
    above.swap(row);
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
  }
  return row[b.size()];
}

std::string DidYouMean(std::string_view word, const std::vector<std::string_view>& known,
                       std::string_view prefix) {
  // Nothing is close to so long a word, and the distance takes time.
  if (word.size() < 2 || word.size() > 64) return "";
  size_t distance = std::max(word.size() / 3, size_t{1}) + 1;
  std::string_view nearest;
  for (const std::string_view candidate : known) {
    const size_t d = EditDistance(word, candidate);
    if (d >= distance) continue;
    distance = d;
    nearest = candidate;
  }
  return nearest.empty() ? "" : StrCat("; did you mean ", prefix, nearest, "?");
}

}  // namespace hlo::internal
