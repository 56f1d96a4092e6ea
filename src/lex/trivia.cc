// See trivia.h. CR LF is one newline; a lone CR is one too.
#include "src/lex/trivia.h"

#include <algorithm>
#include <cstring>

#include "src/base/byte_class.h"

namespace hlo_text_v1::internal {

void CommentReader::SkipBlanks() {
  for (; p_ < end_ && *p_ != '/'; ++p_) {
    blank_ = true;
    const bool is_second_half = *p_ == '\r' && p_ + 1 < end_ && p_[1] == '\n';
    if ((*p_ == '\n' || *p_ == '\r') && !is_second_half) ++newlines_;
  }
}

bool CommentReader::Next(Comment* comment) {
  blank_ = false;
  newlines_ = 0;
  for (;;) {
    SkipBlanks();
    if (end_ - p_ < 2) return false;
    const char* begin = p_;
    const bool is_line = p_[1] == '/';
    if (is_line) {
      while (p_ < end_ && *p_ != '\n' && *p_ != '\r') ++p_;
    } else {
      p_ += 2;
      while (end_ - p_ >= 2 && !(p_[0] == '*' && p_[1] == '/')) ++p_;
      p_ = std::min(p_ + 2, end_);
    }
    std::string_view text(begin, static_cast<size_t>(p_ - begin));
    if (!is_line && IsNumberedComment(text, "index")) continue;
    while (is_line && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    *comment = {text, p_, is_line, blank_, newlines_};
    return true;
  }
}

bool IsNumberedComment(std::string_view text, std::string_view name) {
  if (text.size() < name.size() + 6 || text.substr(2, name.size()) != name) return false;
  const std::string_view rest = text.substr(2 + name.size());
  if (rest[0] != '=' || rest.substr(rest.size() - 2) != "*/") return false;
  const std::string_view number = rest.substr(1, rest.size() - 3);
  return std::all_of(number.begin(), number.end(), [](char c) { return HasClass(c, kDigit); });
}

}  // namespace hlo_text_v1::internal
