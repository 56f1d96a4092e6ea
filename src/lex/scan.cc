// See scan.h. Each pattern is a hand-written greedy, leftmost matcher; a regular expression would
// cost more than the rest of the lexer together.
#include "src/lex/scan.h"

#include <charconv>
#include <cmath>
#include <system_error>

#include "absl/strings/ascii.h"
#include "absl/strings/charconv.h"
#include "absl/strings/escaping.h"
#include "src/base/read_float.h"
#include "src/base/strings.h"
#include "src/base/utf8.h"
#include "src/lex/lexer.h"

namespace hlo_text_v1::internal {
namespace {

const char* SkipDigits(const char* p) {
  while (HasClass(*p, kDigit)) ++p;
  return p;
}

bool IsDataLabel(char c) { return HasClass(c, kDigit) || c == 'b' || c == 'f' || c == '?'; }
bool IsKernelLabel(char c) { return HasClass(c, kDigit) || c == 'i' || c == 'o' || c == '?'; }

// -?D+_-?D+(_D+)?
const char* ScanPadDimension(const char* p) {
  if (*p == '-') ++p;
  const char* end = SkipDigits(p);
  if (end == p || *end != '_') return nullptr;
  p = end + 1;
  if (*p == '-') ++p;
  end = SkipDigits(p);
  if (end == p) return nullptr;
  if (*end == '_' && HasClass(end[1], kDigit)) end = SkipDigits(end + 1);
  return end;
}

}  // namespace

const char* ScanDecimal(const char* p) {
  if (*p == '-') ++p;
  const char* integer_end = SkipDigits(p);
  const bool has_integer = integer_end > p;
  const char* end = integer_end;
  bool has_point = false;
  if (*end == '.') {
    const char* fraction_end = SkipDigits(end + 1);
    if (has_integer || fraction_end > end + 1) {
      has_point = true;
      end = fraction_end;
    }
  }
  if (!has_integer && !has_point) return nullptr;
  if (*end == 'e' || *end == 'E') {
    const char* exponent = end + 1;
    if (*exponent == '+' || *exponent == '-') ++exponent;
    const char* exponent_end = SkipDigits(exponent);
    if (exponent_end > exponent) return exponent_end;
  }
  return has_point ? end : nullptr;
}

const char* ScanDimLabels(const char* p) {
  const char* part = p;
  while (IsDataLabel(*p)) ++p;
  if (p - part < 2 || *p != '_') return nullptr;
  part = ++p;
  while (IsKernelLabel(*p)) ++p;
  if (p - part < 2 || p[0] != '-' || p[1] != '>') return nullptr;
  part = p += 2;
  while (IsDataLabel(*p)) ++p;
  return p - part < 2 ? nullptr : p;
}

const char* ScanDxD(const char* p) {
  const char* end = SkipDigits(p);
  if (end == p) return nullptr;
  bool matched = false;
  while (*end == 'x' && HasClass(end[1], kDigit)) {
    end = SkipDigits(end + 1);
    matched = true;
  }
  return matched ? end : nullptr;
}

const char* ScanPad(const char* p) {
  const char* end = ScanPadDimension(p);
  while (end != nullptr && *end == 'x') {
    const char* next = ScanPadDimension(end + 1);
    if (next == nullptr) break;
    end = next;
  }
  return end;
}

bool ScanNanPayload(const char* p, const char** end, uint64_t* payload) {
  if (p[0] != '(' || p[1] != '0' || p[2] != 'x') return false;
  p += 3;
  const char* digits_end = p;
  while (absl::ascii_isxdigit(static_cast<unsigned char>(*digits_end))) ++digits_end;
  if (digits_end == p || *digits_end != ')') return false;
  uint64_t value = 0;
  const auto result = std::from_chars(p, digits_end, value, 16);
  if (result.ec != std::errc() || value == 0 || value >= (uint64_t{1} << 52)) return false;
  *payload = value;
  *end = digits_end + 1;
  return true;
}

const char* ScanQuoted(const char* p, const char* end) {
  const char quote = *p++;
  while ((p = SkipPlainStringWithin(p, end)) < end) {
    if (*p == quote) return p + 1;
    if (*p == '\\') {
      ++p;
      if (p >= end || *p == '\n') return nullptr;
    }
    const std::string_view rest(p, static_cast<size_t>(end - p));
    const size_t length = Utf8Length(rest, Surrogates::kAccept);
    if (length == 0) return nullptr;
    p += length;
  }
  return nullptr;
}

const char* ScanJsonDict(const char* p, const char* end) {
  if (p >= end || *p != '{') return nullptr;
  int64_t depth = 0;
  while (p < end) {
    switch (*p) {
      case '"':
        p = ScanQuoted(p, end);
        if (p == nullptr) return nullptr;
        continue;
      case '{':
        ++depth;
        break;
      case '}':
        if (--depth == 0) return p + 1;
        break;
      default:
        break;
    }
    ++p;
  }
  return nullptr;
}

double ParseDecimal(const char* begin, const char* end) {
  double value = 0;
  const auto result = ReadFloat(begin, end, value);
  if (result.ec == std::errc::result_out_of_range) {
    // absl's tells overflow (the largest number) from underflow (0); std's does not.
    absl::from_chars(begin, end, value);
    if (value > 1 || value < -1) value = value > 0 ? HUGE_VAL : -HUGE_VAL;
  }
  return value;
}

bool Unescape(std::string_view text, std::string* out) {
  out->clear();
  // Nearly all escapes are quotes; CUnescape would copy byte by byte.
  for (size_t at = 0;;) {
    const size_t backslash = text.find('\\', at);
    out->append(text, at, backslash - at);
    if (backslash == std::string_view::npos) return true;
    at = backslash + 2;
    const char escaped = at <= text.size() ? text[at - 1] : '\0';
    if (escaped != '"' && escaped != '\'' && escaped != '\\') {
      return absl::CUnescape(Absl(text), out);
    }
    out->push_back(escaped);
  }
}

bool LexesAsJsonDict(std::string_view value) {
  if (value.find('{') == std::string_view::npos) return false;
  // The lexer needs zero bytes after its text.
  std::string padded(value);
  padded.append(64, '\0');
  Arena arena;
  Lexer lexer(std::string_view(padded.data(), value.size()), &arena);
  std::string_view dict;
  return lexer.kind() == TokKind::kLbrace && lexer.LexJsonDict(&dict) &&
         lexer.kind() == TokKind::kEof;
}

}  // namespace hlo_text_v1::internal
