// See line_writer.h. Every decision depends only on text that it keeps, so formatting again changes
// nothing.
#include "src/format/line_writer.h"

#include <cstring>

namespace hlo_text_v1::internal {
namespace {
constexpr int kContinuationIndent = 4;
}

// Mixed line ends, even in comments or strings, are rare, so the first line usually decides.
std::string_view LineEndOf(std::string_view text) {
  size_t at = text.find('\n');
  if (at == text.npos) return "\n";
  for (; at != text.npos; at = text.find('\n', at + 1)) {
    if (at == 0 || text[at - 1] != '\r') return "\n";
  }
  return "\r\n";
}

void LineWriter::BreakLine(int indent) {
  PutNewline();
  out_.append(static_cast<size_t>(indent), ' ');
}

// A block comment of several lines stays as it is, except for its line ends.
void LineWriter::PutComment(const Comment& comment) {
  for (size_t i = 0; i < comment.text.size(); ++i) {
    const char c = comment.text[i];
    if (comment.text.substr(i, 2) == "\r\n") continue;
    c == '\n' ? PutNewline() : out_.push_back(c);
  }
}

void LineWriter::EndLine(const char* end) {
  if (lines_ != nullptr && in_line_) {
    lines_->back().end = static_cast<size_t>(end - begin_);
    lines_->back().out_end = out_.size();
  }
  in_line_ = false;
}

bool LineWriter::HasComments(const char* begin) const {
  return std::memchr(at_, '/', static_cast<size_t>(begin - at_)) != nullptr;
}

void LineWriter::ContinueSlow(const char* begin, bool blank) {
  if (!HasComments(begin)) {
    if (blank) out_.push_back(' ');
    return;
  }
  CommentReader reader(at_, begin);
  Comment comment;
  bool any = false, fresh_line = false;
  while (reader.Next(&comment)) {
    const bool own_line = comment.is_line && comment.newlines_before > 0;
    if (own_line && !fresh_line) {
      BreakLine(indent_ + kContinuationIndent);
    } else if (!fresh_line && (blank || comment.blank_before || comment.is_line)) {
      out_.push_back(' ');
    }
    blank = false;
    any = true;
    PutComment(comment);
    fresh_line = comment.is_line;
    if (fresh_line) BreakLine(indent_ + kContinuationIndent);
  }
  const bool closes = *begin == ',' || *begin == ')' || *begin == ']' || *begin == '}';
  if (!fresh_line && (any ? reader.blank() && !closes : blank)) out_.push_back(' ');
}

void LineWriter::StartLine(const char* begin, int indent, int comment_indent,
                           BlankLine blank_line) {
  // At the beginning of the text there is nothing to separate from.
  bool at_text_begin = out_.empty();
  const bool closes = blank_line == BlankLine::kDrop && indent < comment_indent;
  bool may_have_blank_line = (blank_line != BlankLine::kDrop || closes) && !at_text_begin;
  CommentReader reader(at_, begin);
  Comment comment;
  const char* end = at_;
  bool any = false, comment_on_own_line = false, ends_in_line_comment = false;
  const auto new_line = [&](int newlines, int column) {
    if (!at_text_begin) PutNewline();
    if (may_have_blank_line && newlines > 1) PutNewline();
    if (blank_line == BlankLine::kKeepTwo && newlines > 2) PutNewline();
    out_.append(static_cast<size_t>(column), ' ');
  };
  while (reader.Next(&comment)) {
    any = true;
    const bool trails = comment.newlines_before == 0 && !at_text_begin && !ends_in_line_comment;
    if (trails) {
      out_.push_back(' ');
      if (!comment_on_own_line) end = comment.end;
    } else {
      if (!comment_on_own_line) EndLine(end);
      new_line(comment.newlines_before, comment_indent);
      comment_on_own_line = true;
    }
    PutComment(comment);
    at_text_begin = false;
    ends_in_line_comment = comment.is_line;
    may_have_blank_line = true;
  }
  if (!comment_on_own_line) EndLine(end);
  indent_ = indent;
  const bool begins_with_comment =
      comment_on_own_line && !ends_in_line_comment && reader.newlines() == 0 && !closes;
  if (begins_with_comment) {
    if (reader.blank()) out_.push_back(' ');
  } else {
    int newlines = reader.newlines();
    if (closes) may_have_blank_line = false;
    if (!any && newlines == 0 && blank_line == BlankLine::kIfNewLine) newlines = 2;
    new_line(newlines, indent);
  }
  at_ = begin;
  in_line_ = true;
  if (lines_ != nullptr) {
    const size_t offset = static_cast<size_t>(begin - begin_);
    lines_->push_back({offset, offset, out_.size(), 0, indent});
  }
}

void LineWriter::Finish(const char* end) {
  CommentReader reader(at_, end);
  Comment comment;
  const char* line_end = at_;
  bool on_own_line = false;
  while (reader.Next(&comment)) {
    if (comment.newlines_before == 0 && !out_.empty() && out_.back() != '\n') {
      out_.push_back(' ');
      if (!on_own_line) line_end = comment.end;
    } else {
      if (!on_own_line) EndLine(line_end);
      on_own_line = true;
      if (!out_.empty()) PutNewline(comment.newlines_before);
    }
    PutComment(comment);
  }
  if (!on_own_line) EndLine(line_end);
  if (out_.empty()) return;
  PutNewline(reader.newlines());
  at_ = end;
}

}  // namespace hlo_text_v1::internal
