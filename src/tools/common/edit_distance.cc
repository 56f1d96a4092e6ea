// Computes the matrix of distances between prefixes of both words, row by row.
#include "src/tools/common/edit_distance.h"

#include <algorithm>

namespace hlo::internal {

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row[b.size()];
}

std::string_view NearestWord(std::string_view word, const std::vector<std::string_view>& known,
                             size_t limit) {
  // Nothing is close to so long a word, and the distance takes time.
  if (word.size() > 64) return "";
  size_t distance = std::min(limit, word.size() / 2 + 1);
  std::string_view nearest;
  for (const std::string_view candidate : known) {
    const size_t d = EditDistance(word, candidate);
    if (d >= distance) continue;
    distance = d;
    nearest = candidate;
  }
  return nearest;
}

}  // namespace hlo::internal
