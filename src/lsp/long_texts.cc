// Looks for the key "text", decodes the long string behind it, and cuts that out of the body.
#include "src/lsp/long_texts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/match.h"
#include "src/base/strings.h"
#include "src/base/utf8.h"
#include "src/lex/lexer.h"
#include "src/lsp/utf16_escape.h"

namespace hlo::internal {

namespace {

// The text of a string's bytes between its quotes, from which it writes at most as many bytes.
class StringDecoder {
 public:
  explicit StringDecoder(std::string_view raw) : raw_(raw), text_(raw.size()), to_(text_.data()) {}

  // nullopt if it is no valid string.
  std::optional<SourceBuffer> Run() {
    while (!raw_.empty()) {
      const char* plain = SkipPlainStringWithin(raw_.data(), raw_.data() + raw_.size());
      if (Write(static_cast<size_t>(plain - raw_.data())); raw_.empty()) break;
      if (raw_[0] == '\\') {
        if (!ReadEscape()) return std::nullopt;
      } else {  // an apostrophe, DEL, a character that is not ASCII
        const size_t length = static_cast<uint8_t>(raw_[0]) < 0x20 ? 0 : Utf8Length(raw_);
        if (length == 0) return std::nullopt;
        Write(length);
      }
    }
    text_.Truncate(static_cast<size_t>(to_ - text_.data()));
    return std::move(text_);
  }

 private:
  void Write(size_t length) {
    to_ = std::copy(raw_.begin(), raw_.begin() + static_cast<ptrdiff_t>(length), to_);
    raw_.remove_prefix(length);
  }

  bool ReadEscape() {
    if (raw_.size() < 2) return false;
    constexpr std::string_view kEscapes = "nrtbf\"\\/";
    constexpr std::string_view kMeanings = "\n\r\t\b\f\"\\/";
    const size_t i = kEscapes.find(raw_[1]);
    if (i == std::string_view::npos) return raw_[1] == 'u' && ReadUnits();
    *to_++ = kMeanings[i];
    raw_.remove_prefix(2);
    return true;
  }

  // \uXXXX, or two that are a surrogate pair.
  bool ReadUnits() {
    const std::optional<uint32_t> first = UnitEscapeAt(raw_);
    if (!first.has_value()) return false;
    raw_.remove_prefix(kUnitEscapeSize);
    uint32_t code_point = *first;
    if (IsSurrogatePair(*first, raw_)) {
      code_point = 0x10000 + ((*first - 0xd800) << 10) + (*UnitEscapeAt(raw_) - 0xdc00);
      raw_.remove_prefix(kUnitEscapeSize);
    } else if (IsSurrogate(*first)) {
      code_point = 0xfffd;
    }
    WriteUtf8(code_point);
    return true;
  }
  void WriteUtf8(uint32_t code_point) {
    if (code_point < 0x80) {
      *to_++ = static_cast<char>(code_point);
      return;
    }
    const int tails = code_point < 0x800 ? 1 : code_point < 0x10000 ? 2 : 3;
    const uint32_t mark = 0xff00u >> (tails + 1) & 0xff;
    *to_++ = static_cast<char>(mark | code_point >> (6 * tails));
    for (int i = tails - 1; i >= 0; --i) {
      *to_++ = static_cast<char>(0x80 | (code_point >> (6 * i) & 0x3f));
    }
  }

  std::string_view raw_;
  SourceBuffer text_;
  char* to_;
};

// The closing quote of the string that begins behind `p`; `end` if there is none.
const char* EndOfJsonString(const char* p, const char* end) {
  for (;;) {
    p = SkipPlainStringWithin(p, end);
    if (p >= end || *p == '"') return p;
    p += *p == '\\' ? 2 : 1;
    if (p > end) return end;
  }
}

std::string_view SkipJsonBlanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

}  // namespace

std::vector<SourceBuffer> TakeLongTexts(std::string* body, size_t min_size) {
  std::vector<SourceBuffer> taken;
  if (body->size() < min_size) return taken;
  const std::string_view text = *body;
  const char* const end = text.data() + text.size();
  std::string rest;
  size_t copied = 0;  // of the body, to `rest`
  bool is_value = false;
  for (size_t at = text.find('"'); at < text.size(); at = text.find('"', at)) {
    const size_t begin = at + 1;
    const auto close = static_cast<size_t>(EndOfJsonString(text.data() + begin, end) - text.data());
    const std::string_view raw = text.substr(begin, close - begin);
    at = std::min(close + 1, text.size());
    if (is_value && raw.size() >= min_size && close < text.size()) {
      if (std::optional<SourceBuffer> decoded = StringDecoder(raw).Run()) {
        StrAppend(&rest, text.substr(copied, begin - 1 - copied), taken.size());
        copied = close + 1;
        taken.push_back(*std::move(decoded));
      }
    }
    // The next string is the value of this key.
    const std::string_view colon = SkipJsonBlanks(text.substr(at));
    is_value = raw == "text" && absl::StartsWith(Absl(colon), ":") &&
               absl::StartsWith(Absl(SkipJsonBlanks(colon.substr(1))), "\"");
  }
  if (!taken.empty()) {
    rest.append(*body, copied);
    *body = std::move(rest);
  }
  return taken;
}

}  // namespace hlo::internal
