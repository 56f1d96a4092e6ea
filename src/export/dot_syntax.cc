// Source: graphviz, "The DOT Language" and "escString"; labels may hold HTML entities too.
#include "src/export/dot_syntax.h"

#include "src/base/utf8.h"

namespace hlo {

std::string DotQuoted(std::string_view text) {
  std::string quoted = "\"";
  ForEachCharacter(text, [&quoted](std::string_view character) {
    const char c = character[0];
    if (c == '"' || c == '\\') {
      quoted.append({'\\', c});
    } else if (c == '&') {
      quoted.append("&amp;");
    } else if (c == '\n') {
      quoted.append("\\n");
    } else {
      quoted.append(IsControl(c) ? " " : character);
    }
  });
  quoted.push_back('"');
  return quoted;
}

std::string Shortened(std::string_view text, size_t max_bytes) {
  constexpr std::string_view kDots = "...";
  if (text.size() <= max_bytes) return std::string(text);
  const size_t room = max_bytes > kDots.size() ? max_bytes - kDots.size() : 0;
  return std::string(Utf8Prefix(text, room)).append(kDots);
}

}  // namespace hlo
