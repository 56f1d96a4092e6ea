// One pass over the bytes with an explicit stack of open brackets. The text is not lexed: a newer
// version may have tokens that this one does not know.
#include <cstring>
#include <string>

#include "src/lex/lexer.h"
#include "src/lex/line_scan.h"
#include "src/parse/module/unknown_words.h"

namespace hlo::internal {
namespace {

bool IsBlank(char c) { return HasClass(c, kBlank); }

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
  p = SkipLineBlanks(p);
  for (const std::string_view keyword : {"ENTRY", "ROOT"}) {
    if (std::strncmp(p, keyword.data(), keyword.size()) == 0 && IsBlank(p[keyword.size()])) {
      return true;
    }
  }
  const LineHead head = ScanLineHead(p);
  const bool begins_computation =
      head.has_percent && !head.name.empty() && (*head.next == '(' || *head.next == '{');
  return begins_computation || head.BeginsInstruction();
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
