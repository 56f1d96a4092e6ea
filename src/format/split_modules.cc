// See split_modules.h. A look at the beginnings of lines shows that most texts are one module. For
// others one walk over the bytes recognizes strings, comments and braces, to ignore modules in
// strings and comments.
#include "src/format/split_modules.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "hlo/arena.h"
#include "hlo/source.h"
#include "src/base/byte_class.h"
#include "src/base/strings.h"
#include "src/lex/lexer.h"
#include "src/lex/line_scan.h"

namespace hlo_text_v1::internal {
namespace {

constexpr std::string_view kHloModule = "HloModule";

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<std::string_view> Split() {
    while (at_ < text_.size()) Step();
    Cut(text_.size());
    return std::move(pieces_);
  }

 private:
  void Step() {
    const char c = text_[at_];
    switch (c) {
      case '{':
        ++depth_;
        break;
      case '}':
        depth_ -= depth_ > 0;
        break;
      case '"':
      // An apostrophe may be an ordinary character, which EndOfString skips.
      case '\'':
        at_ = EndOfString(text_, at_);
        return;
      case '/':
        SkipComment();
        return;
      case 'H':
        if (depth_ == 0 && AtLineBegin() && AtHloModule()) {
          if (has_module_) Cut(at_);
          has_module_ = true;
        }
        break;
      default:
        break;
    }
    ++at_;
  }

  bool AtLineBegin() const { return at_ == 0 || text_[at_ - 1] == '\n' || text_[at_ - 1] == '\r'; }
  bool AtHloModule() const {
    const size_t end = at_ + kHloModule.size();
    return text_.substr(at_, kHloModule.size()) == kHloModule && end < text_.size() &&
           HasClass(text_[end], kBlank);
  }

  void SkipComment() {
    const size_t end = EndOfComment(text_, at_);
    if (IsSplitMarker(text_.substr(at_, end - at_)) && depth_ == 0 && AtLineBegin()) {
      Cut(at_);
      has_module_ = false;
    }
    at_ = std::max(end, at_ + 1);
  }

  void Cut(size_t end) {
    if (end > begin_) pieces_.push_back(text_.substr(begin_, end - begin_));
    begin_ = end;
  }

  const std::string_view text_;
  size_t at_ = 0;
  size_t begin_ = 0;  // of the current piece
  int64_t depth_ = 0;
  bool has_module_ = false;  // the current piece
  std::vector<std::string_view> pieces_;
};

// Whether only the first line that begins with HloModule can begin a module.
bool IsOneModule(std::string_view text) {
  if (text.find('\r') != std::string_view::npos) return false;
  int modules = 0;
  while (!text.empty()) {
    if (absl::StartsWith(Absl(text), Absl(kSplitMarker))) return false;
    if (absl::StartsWith(Absl(text), Absl(kHloModule)) && ++modules > 1) return false;
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  }
  return true;
}

}  // namespace

std::vector<std::string_view> SplitModules(std::string_view text) {
  if (!text.empty() && IsOneModule(text)) return {text};
  return Splitter(text).Split();
}

bool HasOnlyComments(std::string_view piece) {
  // The lexer needs zero bytes after the text.
  const SourceBuffer source = SourceBuffer::Copy(piece);
  Arena arena;
  return Lexer(source.view(), &arena).kind() == TokKind::kEof;
}

}  // namespace hlo_text_v1::internal
