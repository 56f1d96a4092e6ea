// How far a word is from one that was perhaps meant.
#ifndef HLO_TOOLS_COMMON_EDIT_DISTANCE_H_
#define HLO_TOOLS_COMMON_EDIT_DISTANCE_H_

#include <cstddef>
#include <string_view>
#include <vector>

namespace hlo {

// Number of insertions, deletions and replacements of one byte that turn `a` into `b`. Time in
// proportion to the product of their lengths.
size_t EditDistance(std::string_view a, std::string_view b);

// The first of `known` whose distance from `word` is least, if it is less than `limit` and no more
// than half of the word is wrong; else "".
std::string_view NearestWord(std::string_view word, const std::vector<std::string_view>& known,
                             size_t limit);

}  // namespace hlo

#endif  // HLO_TOOLS_COMMON_EDIT_DISTANCE_H_
