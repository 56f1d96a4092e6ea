// One walk over the bytes that recognizes strings and comments, as in SplitModules.
//
// {{...},{...}} counts as one elided array, since it prints as {...}: counted as two, it could hide
// the lost values of another constant.
#include "src/tools/hlo_fmt/printing_loss.h"

#include <algorithm>

#include "src/base/human_text.h"
#include "src/lex/line_scan.h"
#include "src/lex/trivia.h"

namespace hlo_text_v1::internal {
namespace {

class InventoryTaker {
 public:
  explicit InventoryTaker(std::string_view text) : text_(text) {}

  TextInventory Take() {
    while ((at_ = text_.find_first_of("\"'/.", at_)) < text_.size()) {
      switch (text_[at_]) {
        case '/':
          Comment();
          break;
        case '.':
          Dots();
          break;
        default:
          at_ = EndOfString(text_, at_);
      }
    }
    return inventory_;
  }

 private:
  void Comment() {
    const size_t end = EndOfComment(text_, at_);
    const std::string_view comment = text_.substr(at_, end - at_);
    const bool is_line = comment.substr(0, 2) == "//";
    if (end > at_ && (is_line ? !IsClosingName(comment) : !IsMade(comment))) ++inventory_.comments;
    at_ = std::max(end, at_ + 1);
  }
  // From --print_name_after_closing_brace.
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

}  // namespace

TextInventory TakeInventory(std::string_view text) { return InventoryTaker(text).Take(); }

std::string DescribeLoss(std::string_view before, std::string_view after) {
  const TextInventory had = TakeInventory(before), has = TakeInventory(after);
  std::string loss;
  if (had.comments > has.comments) loss = Plural(had.comments - has.comments, "comment");
  if (has.elided > had.elided) {
    if (!loss.empty()) loss += " and ";
    loss += "the values of " + Plural(has.elided - had.elided, "constant");
  }
  return loss;
}

}  // namespace hlo_text_v1::internal
