// Strings of the DOT language.
#ifndef HLO_EXPORT_DOT_SYNTAX_H_
#define HLO_EXPORT_DOT_SYNTAX_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace hlo {

// `text` in quotes, for a label: escapes quotes, backslashes and the & of an entity;
// newlines become \n, other control characters blanks, invalid UTF-8 U+FFFD.
std::string DotQuoted(std::string_view text);

// `text`, cut to as many whole characters as fit into `max_bytes` and "..." if it is longer.
std::string Shortened(std::string_view text, size_t max_bytes);

}  // namespace hlo

#endif  // HLO_EXPORT_DOT_SYNTAX_H_
