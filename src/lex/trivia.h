// What the lexer skips between two tokens: blanks, newlines, comments.
//
//   CommentReader reader(end_of_token, begin_of_next);
//   Comment comment;
//   while (reader.Next(&comment)) ... comment.text ...
//   reader.newlines();  // behind the last comment
//
// /*index=N*/ counts as nothing: the formatter makes those anew.
#ifndef HLO_LEX_TRIVIA_H_
#define HLO_LEX_TRIVIA_H_

#include <string_view>

namespace hlo {

struct Comment {
  std::string_view text;  // of a // comment without blanks at its end
  const char* end = nullptr;
  bool is_line = false;       // // and not /* */
  bool blank_before = false;  // anything between it and what stands before
  int newlines_before = 0;
};

class CommentReader {
 public:
  // The bytes [p, end) are as the lexer skips them; others count as blanks, strings excepted.
  CommentReader(const char* p, const char* end) : p_(p), end_(end) {}

  // False if there is no further comment; then blank() and newlines() tell what was behind the last
  // one.
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

}  // namespace hlo

#endif  // HLO_LEX_TRIVIA_H_
