// One walk over the bytes that knows strings and comments, as in SplitModules.
//
// {{...},{...}} is one elided array, as it prints as {...}: were it two, the values of another
// constant could get lost unseen.
#include "src/tools/loss.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "src/format/trivia.h"

namespace hlo {
namespace {

class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text) {}

  TextInventory Run() {
    while ((at_ = text_.find_first_of("\"'/.", at_)) < text_.size()) {
      switch (text_[at_]) {
        case '/':
          Comment();
          break;
        case '.':
          Dots();
          break;
        default:
          String(text_[at_]);
      }
    }
    return inventory_;
  }

 private:
  // A quoted string, or the quote alone if the line ends before it does and the quote is single.
  void String(char quote) {
    size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote) {
      if (quote == '\'' && text_[end] == '\n') break;
      end += text_[end] == '\\' ? 2 : 1;
    }
    const bool closed = end < text_.size() && text_[end] == quote;
    at_ = closed ? end + 1 : quote == '"' ? text_.size() : at_ + 1;
  }

  void Comment() {
    const std::string_view mark = text_.substr(at_, 2);
    if (mark != "//" && mark != "/*") {
      ++at_;
      return;
    }
    size_t end = mark == "//" ? text_.find_first_of("\r\n", at_) : text_.find("*/", at_ + 2);
    end = end == std::string_view::npos ? text_.size() : end + (mark == "/*" ? 2 : 0);
    const std::string_view comment = text_.substr(at_, end - at_);
    if (mark == "//" ? !IsClosingName(comment) : !IsMade(comment)) ++inventory_.comments;
    at_ = end;
  }
  // Of --print_name_after_closing_brace.
  bool IsClosingName(std::string_view comment) const {
    size_t before = at_;
    while (before > 0 && text_[before - 1] == ' ') --before;
    return before > 0 && text_[before - 1] == '}' && before < at_ &&
           (before == 1 || text_[before - 2] == '\n') && comment.size() > 3 &&
           comment.find_first_of(" \t", 3) == std::string_view::npos;
  }
  static bool IsMade(std::string_view comment) {
    return IsNumberedComment(comment, "index") || IsNumberedComment(comment, "i0");
  }

  void Dots() {
    if (text_.substr(at_, 3) != "...") {
      ++at_;
      return;
    }
    const std::string_view between = text_.substr(behind_dots_, at_ - behind_dots_);
    const bool same_array =
        behind_dots_ > 0 && between.find_first_not_of("{}, \t\r\n") == std::string_view::npos;
    if (!same_array) ++inventory_.elided;
    at_ += 3;
    behind_dots_ = at_;
  }

  const std::string_view text_;
  size_t at_ = 0;
  size_t behind_dots_ = 0;
  TextInventory inventory_;
};

std::string Count(int64_t count, std::string_view noun) {
  return absl::StrCat(count, " ", absl::string_view(noun.data(), noun.size()),
                      count == 1 ? "" : "s");
}

}  // namespace

TextInventory TakeInventory(std::string_view text) { return Walker(text).Run(); }

std::string DescribeLoss(std::string_view before, std::string_view after) {
  const TextInventory had = TakeInventory(before), has = TakeInventory(after);
  std::string loss;
  if (had.comments > has.comments) loss = Count(had.comments - has.comments, "comment");
  if (has.elided > had.elided) {
    if (!loss.empty()) loss += " and ";
    loss += "the values of " + Count(has.elided - had.elided, "constant");
  }
  return loss;
}

}  // namespace hlo
