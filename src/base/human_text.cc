// See human_text.h.
#include "src/base/human_text.h"

#include <charconv>
#include <iterator>

#include "absl/strings/str_replace.h"
#include "src/base/strings.h"
#include "src/base/utf8.h"

namespace hlo_text_v1::internal {

std::string Plural(int64_t count, std::string_view one) {
  return StrCat(count, " ", one, count == 1 ? "" : "s");
}

std::string HumanBytes(int64_t bytes, bool with_tenths) {
  constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = bytes < 0 ? -static_cast<double>(bytes) : static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1024; ++unit) value /= 1024;  // at most 8 EiB
  const int decimals = unit > 0 && (with_tenths || value < 100) ? 1 : 0;
  char digits[32];
  const auto end =
      std::to_chars(digits, digits + sizeof(digits), value, std::chars_format::fixed, decimals).ptr;
  return StrCat(bytes < 0 ? "-" : "", std::string_view(digits, static_cast<size_t>(end - digits)),
                " ", kUnits[unit]);
}

std::string Printable(std::string_view text, bool keep_newlines) {
  std::string out(text);
  for (char& c : out) {
    if (IsControl(c) && !(keep_newlines && c == '\n')) c = '?';
  }
  // C1 controls, which some terminals obey: c2 80 to c2 9f in UTF-8.
  for (size_t i = 0; i + 1 < out.size(); ++i) {
    const auto next = static_cast<unsigned char>(out[i + 1]);
    if (out[i] == '\xc2' && next >= 0x80 && next < 0xa0) out[i] = out[i + 1] = '?';
  }
  return out;
}

std::string HtmlText(std::string_view text) {
  std::string plain;
  ForEachCharacter(text, [&](std::string_view character) {
    plain += IsControl(character[0]) ? kReplacementCharacter : character;
  });
  return absl::StrReplaceAll(
      plain, {{"<", "&lt;"}, {">", "&gt;"}, {"&", "&amp;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

}  // namespace hlo_text_v1::internal
