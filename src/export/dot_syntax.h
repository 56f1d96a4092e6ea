// Strings of the DOT language.
#ifndef HLO_EXPORT_DOT_SYNTAX_H_
#define HLO_EXPORT_DOT_SYNTAX_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace hlo {

// Appends `text` as it stands between the quotes of a label: quotes, backslashes and the & of an
// entity escaped, newlines as \n, other control characters as blanks, what is no UTF-8 as U+FFFD.
void AppendDotText(std::string_view text, std::string* out);

// `text`, or, if it is longer than `max_bytes`, as many whole characters of it as fit, and "...".
std::string Shortened(std::string_view text, size_t max_bytes);

}  // namespace hlo

#endif  // HLO_EXPORT_DOT_SYNTAX_H_
