// See human_text.h.
#include "src/base/human_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "absl/strings/str_replace.h"
#include "src/base/ansi.h"
#include "src/base/strings.h"
#include "src/base/utf8.h"

namespace hlo_text_v1::internal {

std::string Plural(int64_t count, std::string_view one) {
  return StrCat(count, " ", one, count == 1 ? "" : "s");
}

namespace {

// `value`, which is not negative, with the unit that leaves the fewest digits.
template <size_t n>
std::string WithUnit(double value, double step, const char* const (&units)[n], bool with_tenths) {
  size_t unit = 0;
  for (; value >= step && unit + 1 < n; ++unit) value /= step;
  const int decimals = unit > 0 && (with_tenths || value < 100) ? 1 : 0;
  char digits[512];  // of any double
  const auto end =
      std::to_chars(digits, digits + sizeof(digits), value, std::chars_format::fixed, decimals).ptr;
  return StrCat(std::string_view(digits, static_cast<size_t>(end - digits)), " ", units[unit]);
}

std::string_view ColorOf(std::string_view line) {
  if (line.substr(0, 2) == "@@") return ansi::kCyan;
  switch (line.empty() ? ' ' : line[0]) {
    case '-':
      return ansi::kRed;
    case '+':
      return ansi::kGreen;
    case '~':
      return ansi::kYellow;
    default:
      return "";
  }
}

}  // namespace

std::string HumanBytes(int64_t bytes, bool with_tenths) {
  constexpr const char* kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  const double value = static_cast<double>(bytes);
  return StrCat(bytes < 0 ? "-" : "", WithUnit(std::abs(value), 1024, kUnits, with_tenths));
}

std::string HumanByteSum(double bytes) {
  return HumanBytes(static_cast<int64_t>(std::min(bytes, 0x1p62)));
}

std::string HumanFlops(double flops) {
  constexpr const char* kUnits[] = {"flop", "Kflop", "Mflop", "Gflop", "Tflop", "Pflop", "Eflop"};
  return StrCat(flops < 0 ? "-" : "", WithUnit(std::abs(flops), 1000, kUnits, false));
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

std::string ColorDiff(std::string_view text) {
  std::string colored;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::string_view color = ColorOf(line);
    StrAppend(&colored, color, line, color.empty() ? "" : ansi::kShortReset, "\n");
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return colored;
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
