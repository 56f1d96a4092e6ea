// How far a word is from one that was perhaps meant.
#ifndef HLO_TOOLS_COMMON_EDIT_DISTANCE_H_
#define HLO_TOOLS_COMMON_EDIT_DISTANCE_H_

#include <cstddef>
#include <string_view>

namespace hlo {

// Number of insertions, deletions and replacements of one byte that turn `a` into `b`. Time in
// proportion to the product of their lengths.
size_t EditDistance(std::string_view a, std::string_view b);

}  // namespace hlo

#endif  // HLO_TOOLS_COMMON_EDIT_DISTANCE_H_
