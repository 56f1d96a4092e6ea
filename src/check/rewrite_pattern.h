// Writes patterns for lines.
#ifndef HLO_CHECK_REWRITE_PATTERN_H_
#define HLO_CHECK_REWRITE_PATTERN_H_

#include <string>
#include <string_view>

#include "src/check/number.h"

namespace hlo_text_v1::internal {

// `pattern` changed to match `line`: blocks that match their part of it stay, other text becomes
// that of the line. It covers the part of the line that it did: no attribute is added that it did
// not have. Names with a variable become its use.
std::string RewritePattern(std::string_view pattern, std::string_view line,
                           const Variables& variables);

// A pattern for the whole line: the instruction's own name becomes a variable, names with a
// variable become its use, other names {{.*}}.
std::string PatternOfLine(std::string_view line, const Variables& variables);

}  // namespace hlo_text_v1::internal

#endif  // HLO_CHECK_REWRITE_PATTERN_H_
