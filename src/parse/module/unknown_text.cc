// One pass over the bytes with an explicit stack of open brackets. The text is not lexed: a newer
// version may have tokens that this one does not know.
#include <cstring>
#include <string>

#include "src/lex/lexer.h"
#include "src/lex/scan.h"
#include "src/parse/module/unknown_words.h"

namespace hlo::internal {
namespace {

bool IsBlank(char c) { return HasClass(c, kBlank); }

const char* SkipBlanksOfLine(const char* p) {
  while (*p == ' ' || *p == '\t') ++p;
  return p;
}

// The end of the string or comment at `p`; `p` if there is none, nullptr if it is not closed.
const char* SkipStringOrComment(const char* p, const char* end) {
  if (*p == '"' || *p == '\'') return ScanQuoted(p, end);
  if (*p != '/' || (p[1] != '*' && p[1] != '/')) return p;
  const std::string_view rest(p + 2, static_cast<size_t>(end - p) < 2 ? 0 : end - p - 2);
  if (p[1] == '*') {
    const size_t close = rest.find("*/");
    return close == std::string_view::npos ? nullptr : rest.data() + close + 2;
  }
  const size_t line_end = rest.find_first_of("\r\n");
  return line_end == std::string_view::npos ? end : rest.data() + line_end;
}

// Zero if `c` opens nothing.
char ClosingBracket(char c) { return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : '\0'; }

const char* FindEnd(const char* begin, const char* end, char closer, bool is_value) {
  std::string open;            // the brackets that must close, the innermost last
  const char* behind = begin;  // after the last byte of the text
  const char* p = begin;       // never at a blank: the lexer has skipped them
  while (p < end) {
    const char c = *p;
    if (open.empty()) {
      if (c == ',' || c == closer) break;
      if (is_value && (c == '\n' || c == '\r')) break;
      // Once for each run of blanks: a long one would take quadratic time.
      if (is_value && IsBlank(c) && p > begin && !IsBlank(p[-1]) && BeginsAnother(p)) break;
    }
    const char* skipped = SkipStringOrComment(p, end);
    if (skipped == nullptr || c == '\0') return nullptr;
    if (skipped != p) {
      p = skipped;
      if (c != '/') behind = p;
      continue;
    }
    if (const char closing = ClosingBracket(c)) {
      open.push_back(closing);
    } else if (c == ')' || c == ']' || c == '}') {
      if (open.empty() || open.back() != c) return nullptr;
      open.pop_back();
    }
    ++p;
    if (!IsBlank(c)) behind = p;
  }
  const bool is_closed = open.empty() && (p < end || is_value);
  return is_closed && behind > begin ? behind : nullptr;
}

}  // namespace

bool BeginsAnother(const char* p) {
  p = SkipBlanksOfLine(p);
  for (const std::string_view keyword : {"ENTRY", "ROOT"}) {
    if (std::strncmp(p, keyword.data(), keyword.size()) == 0 && IsBlank(p[keyword.size()])) {
      return true;
    }
  }
  const bool has_percent = *p == '%';
  if (has_percent) ++p;
  if (!HasClass(*p, kIdentifierStart)) return false;
  while (HasClass(*p, kIdentifierByte)) ++p;
  const char* next = SkipBlanksOfLine(p);
  // `x=` is the name of an attribute.
  if (*next == '=') return has_percent || next != p;
  return has_percent && (*next == '(' || *next == '{');
}

const char* FindUnknownValueEnd(const char* begin, const char* end) {
  return FindEnd(begin, end, '}', /*is_value=*/true);
}

const char* FindUnknownOperandEnd(const char* begin, const char* end) {
  return FindEnd(begin, end, ')', /*is_value=*/false);
}

std::vector<NameInText> FindNames(std::string_view text) {
  std::vector<NameInText> names;
  const char* const end = text.data() + text.size();
  const char* p = text.data();
  while (p < end) {
    const char* skipped = SkipStringOrComment(p, end);
    if (skipped == nullptr) break;
    if (skipped != p) {
      p = skipped;
      continue;
    }
    if (*p++ != '%' || p == end || !HasClass(*p, kIdentifierStart)) continue;
    const char* name = p;
    // Keep c%x as it is: without percent signs it would print as another name.
    const bool is_apart = name - 1 == text.data() || !HasClass(name[-2], kIdentifierByte);
    while (p < end && HasClass(*p, kIdentifierByte)) ++p;
    if (!is_apart) continue;
    names.push_back({static_cast<uint32_t>(name - text.data()), static_cast<uint32_t>(p - name)});
  }
  return names;
}

}  // namespace hlo::internal
