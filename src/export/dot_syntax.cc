// Source: graphviz, "The DOT Language" and "escString"; labels may hold HTML entities too.
#include "src/export/dot_syntax.h"

#include "src/base/utf8.h"

namespace hlo {

void AppendDotText(std::string_view text, std::string* out) {
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    if (length != 1) {
      out->append(length == 0 ? kReplacementCharacter : text.substr(0, length));
    } else if (text[0] == '"' || text[0] == '\\') {
      out->push_back('\\');
      out->push_back(text[0]);
    } else if (text[0] == '&') {
      out->append("&amp;");
    } else if (text[0] == '\n') {
      out->append("\\n");
    } else {
      const bool is_control = static_cast<unsigned char>(text[0]) < 0x20 || text[0] == 0x7f;
      out->push_back(is_control ? ' ' : text[0]);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
}

std::string Shortened(std::string_view text, size_t max_bytes) {
  constexpr std::string_view kDots = "...";
  if (text.size() <= max_bytes) return std::string(text);
  size_t end = max_bytes > kDots.size() ? max_bytes - kDots.size() : 0;
  // Not within a character.
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return std::string(text.substr(0, end)).append(kDots);
}

}  // namespace hlo
