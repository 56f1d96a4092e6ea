// Finds the line that each directive is about in an input that it may no longer match.
#ifndef HLO_CHECK_ALIGN_LINES_H_
#define HLO_CHECK_ALIGN_LINES_H_

#include <string_view>
#include <vector>

#include "src/check/check_file.h"

namespace hlo_text_v1::internal {

inline constexpr int kNoLine = -1;

// The lines of `text`, without their ends.
std::vector<std::string_view> LinesOf(std::string_view text);

// By index of the directive, the index of its line; kNoLine for -NOT, and if no line is much like
// the pattern. `matched` has the lines that they match now, or kNoLine: these are preferred, other
// things being equal. In the order of the directives, except for -DAGs. Time: the product of the
// numbers of directives and lines; beyond some millions, all have kNoLine.
std::vector<int> AlignWithLines(const std::vector<Directive>& directives,
                                const std::vector<int>& matched,
                                const std::vector<std::string_view>& lines);

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_ALIGN_LINES_H_
