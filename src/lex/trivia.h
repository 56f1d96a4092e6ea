// The trivia between two tokens: blanks, newlines, comments.
//
//   CommentReader reader(end_of_token, begin_of_next);
//   Comment comment;
//   while (reader.Next(&comment)) ... comment.text ...
//   reader.newlines();  // after the last comment
//
// /*index=N*/ is ignored: the formatter prints its own.
#ifndef HLO_LEX_TRIVIA_H_
#define HLO_LEX_TRIVIA_H_

#include <string_view>

namespace hlo_text_v1::internal {

struct Comment {
  std::string_view text;  // a // comment has no trailing blanks
  const char* end = nullptr;
  bool is_line = false;       // // rather than /* */
  bool blank_before = false;  // anything between it and the bytes before
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

}  // namespace hlo_text_v1::internal

#endif  // HLO_LEX_TRIVIA_H_
