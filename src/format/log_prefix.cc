// See log_prefix.h. A prefix is matched against a pattern of one letter per byte: 'd' a digit, 'L'
// a letter of severity, '*' one or more digits, '_' one or more blanks, 'f' file and line.
#include "src/format/log_prefix.h"

#include <algorithm>

#include "src/base/byte_class.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

size_t SkipDigits(std::string_view line, size_t at) {
  while (at < line.size() && HasClass(line[at], kDigit)) ++at;
  return at;
}

// The position after FILE:LINE at `at`, or npos.
size_t SkipFileAndLine(std::string_view line, size_t at) {
  const size_t end = line.find_first_of(" ]", at);
  if (end == std::string_view::npos) return end;
  const std::string_view place = line.substr(at, end - at);
  const size_t colon = place.rfind(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == place.size()) {
    return std::string_view::npos;
  }
  return SkipDigits(place, colon + 1) == place.size() ? end : std::string_view::npos;
}

// Length of the match of `pattern` at the beginning of `line`, 0 if there is none.
size_t MatchLength(std::string_view line, std::string_view pattern) {
  constexpr std::string_view kSeverities = "IWEF";
  size_t at = 0;
  for (const char c : pattern) {
    if (at >= line.size()) return 0;
    const size_t begin = at;
    switch (c) {
      case 'd':
        at += HasClass(line[at], kDigit);
        break;
      case 'L':
        at += kSeverities.find(line[at]) != std::string_view::npos;
        break;
      case '*':
        at = SkipDigits(line, at);
        break;
      case '_':
        at = std::min(line.find_first_not_of(' ', at), line.size());
        break;
      case 'f':
        at = SkipFileAndLine(line, at);
        if (at == std::string_view::npos) return 0;
        break;
      default:
        at += line[at] == c;
        break;
    }
    if (at == begin) return 0;
  }
  return at;
}

}  // namespace

size_t LogPrefixLength(std::string_view line) {
  for (const std::string_view pattern : {"Ldddd_dd:dd:dd.*_*_f]", "dddd-dd-dd_dd:dd:dd.*:_L_f]"}) {
    const size_t length = MatchLength(line, pattern);
    if (length == 0) continue;
    return length + (length < line.size() && line[length] == ' ');
  }
  return 0;
}

StrippedText StripLogPrefixes(std::string_view text) {
  StrippedText result;
  result.text.reserve(text.size());
  size_t removed = 0;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = NextLine(text, begin);
    const std::string_view line = text.substr(begin, end - begin);
    const size_t length = LogPrefixLength(line);
    if (length > 0) {
      removed += length;
      result.removed.emplace_back(result.text.size(), removed);
    }
    result.text.append(line.data() + length, line.size() - length);
    begin = end;
  }
  return result;
}

size_t StrippedText::OriginalOffset(size_t offset) const {
  const auto next = std::upper_bound(
      removed.begin(), removed.end(), offset,
      [](size_t value, const std::pair<size_t, size_t>& line) { return value < line.first; });
  return next == removed.begin() ? offset : offset + std::prev(next)->second;
}

}  // namespace hlo_text_v1::internal
