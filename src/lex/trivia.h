// The trivia between two tokens: blanks, newlines, comments.
//
//   CommentReader reader(end_of_token, begin_of_next);
//   Comment comment;
//   while (reader.Next(&comment)) ... comment.text ...
//   reader.newlines();  // behind the last comment
//
// /*index=N*/ is ignored: the formatter prints its own.
#ifndef HLO_LEX_TRIVIA_H_
#define HLO_LEX_TRIVIA_H_

#include <algorithm>
#include <string_view>

namespace hlo::internal {

struct Comment {
  std::string_view text;  // a // comment has no trailing blanks
  const char* end = nullptr;
  bool is_line = false;       // // rather than /* */
  bool blank_before = false;  // anything between it and what precedes it
  int newlines_before = 0;
};

class CommentReader {
 public:
  // [p, end) must be bytes that the lexer skips; others count as blanks, except strings.
  CommentReader(const char* p, const char* end) : p_(p), end_(end) {}

  // False if there is no further comment; then blank() and newlines() describe the gap after the
  // last one.
  bool Next(Comment* comment);
  bool blank() const { return blank_; }
  int newlines() const { return newlines_; }

 private:
  void SkipBlanks();

  const char* p_;
  const char* const end_;
  bool blank_ = false;
  int newlines_ = 0;
};

// Whether `text` is /*NAME=N*/ with a number N.
bool IsNumberedComment(std::string_view text, std::string_view name);

// ---- Steps over strings and comments in text that may have errors, so their contents are ignored.

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

}  // namespace hlo::internal

#endif  // HLO_LEX_TRIVIA_H_
