// Suggests the word that a misspelt one may have meant.
#ifndef HLO_TOOLS_COMMON_EDIT_DISTANCE_H_
#define HLO_TOOLS_COMMON_EDIT_DISTANCE_H_

#include <cstddef>
#include <string_view>
#include <vector>

namespace hlo::internal {

// The number of insertions, deletions and replacements of one byte that turn `a` into `b`. Time:
// the product of their lengths.
size_t EditDistance(std::string_view a, std::string_view b);

// The first of `known` closest to `word`, if its distance is less than `limit` and at most half of
// the word is wrong; else "".
std::string_view NearestWord(std::string_view word, const std::vector<std::string_view>& known,
                             size_t limit);

}  // namespace hlo::internal

#endif  // HLO_TOOLS_COMMON_EDIT_DISTANCE_H_
