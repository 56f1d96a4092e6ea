// Puts tokens on lines and keeps the comments and blank lines between them.
//
//   writer.StartLine(token.begin, /*indent=*/2, /*comment_indent=*/2, BlankLine::kKeep);
//   writer.Put(token.end, text);
//   writer.Continue(next.begin, /*blank=*/true);
//   writer.Put(next.end, next_text);
//
// Between two tokens of a line a comment stays in line; a // comment ends the line, and the rest is
// indented four more columns. Between two lines a comment stays after the first if it was there,
// else it gets its own line; several blank lines become one.
#ifndef HLO_FORMAT_LINE_WRITER_H_
#define HLO_FORMAT_LINE_WRITER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/lex/trivia.h"

namespace hlo_text_v1::internal {

// A line of output (or several, if // comments break it), and its source bytes.
struct FormattedLine {
  size_t begin = 0;  // bytes [begin, end) of the source, indentation excluded
  size_t end = 0;
  size_t out_begin = 0;  // bytes [out_begin, out_end) of the output, indentation excluded
  size_t out_end = 0;
  int indent = 0;
};

// How lines end: "\r\n" if all lines of `text` end so, else "\n". Formatting does not change the
// answer.
std::string_view LineEndOf(std::string_view text);

enum class BlankLine : uint8_t {
  kKeep,
  kKeepTwo,
  kDrop,       // at the beginning and the end of a body
  kIfNewLine,  // as kKeep, but also where no newline at all separates the lines
};

class LineWriter {
 public:
  // Appends to `out`, and records lines in `lines` unless it is null.
  LineWriter(std::string_view source, std::string_view line_end, std::string* out,
             std::vector<FormattedLine>* lines)
      : begin_(source.data()), at_(source.data()), line_end_(line_end), out_(*out), lines_(lines) {}

  // The next token begins at `begin` of the source, on a line of its own. Comments before it are
  // indented by `comment_indent`.
  void StartLine(const char* begin, int indent, int comment_indent, BlankLine blank_line);
  // ... on the same line, after a blank if `blank`.
  void Continue(const char* begin, bool blank) {
    if (begin - at_ > 1 || (begin > at_ && *at_ == '/')) return ContinueSlow(begin, blank);
    if (blank) out_.push_back(' ');
  }
  // ... on an extra line within a statement, unless comments precede it.
  void BreakInLine(const char* begin, int indent) {
    if (HasComments(begin)) return;
    BreakLine(indent);
    at_ = begin;
  }
  // Writes a token that ends at `end` of the source as `text`.
  void Put(const char* end, std::string_view text) {
    out_.append(text.data(), text.size());
    at_ = end;
  }
  // Only comments and blanks remain up to `end`.
  void Finish(const char* end);

  // The position after the last token.
  const char* at() const { return at_; }
  // Skips a token that is not printed.
  void Skip(const char* end) { at_ = end; }
  bool HasComments(const char* begin) const;
  std::string& out() { return out_; }

 private:
  void ContinueSlow(const char* begin, bool blank);
  void BreakLine(int indent);
  void PutComment(const Comment& comment);
  void EndLine(const char* end);
  // Also a blank line if the source has more than one of `newlines`.
  void PutNewline(int newlines = 1) {
    out_.append(line_end_);
    if (newlines > 1) out_.append(line_end_);
  }

  const char* const begin_;
  const char* at_;
  const std::string_view line_end_;
  std::string& out_;
  std::vector<FormattedLine>* const lines_;
  int indent_ = 0;  // of the current line
  bool in_line_ = false;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_FORMAT_LINE_WRITER_H_
