// Steps over strings and comments in text that may have errors, so their contents are ignored.
#ifndef HLO_LEX_SKIP_TRIVIA_H_
#define HLO_LEX_SKIP_TRIVIA_H_

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace hlo {

// End of the string whose quote, ' or ", is at `at`. A single quote without a match in its line is
// an ordinary character; an unclosed double quote reaches to the end.
inline size_t EndOfString(std::string_view text, size_t at) {
  const char quote = text[at];
  size_t end = at + 1;
  while (end < text.size() && text[end] != quote) {
    if (quote == '\'' && text[end] == '\n') break;
    end += text[end] == '\\' ? 2 : 1;
  }
  if (end < text.size() && text[end] == quote) return end + 1;
  return quote == '"' ? text.size() : at + 1;
}

// End of the comment at `at`, without the end of its line; `at` if there is none.
inline size_t EndOfComment(std::string_view text, size_t at) {
  const std::string_view mark = text.substr(at, 2);
  if (mark == "//") return std::min(text.find_first_of("\r\n", at), text.size());
  if (mark != "/*") return at;
  const size_t end = text.find("*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + 2;
}

}  // namespace hlo

#endif  // HLO_LEX_SKIP_TRIVIA_H_
