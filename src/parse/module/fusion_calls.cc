// Searches for the bytes `calls=`, then looks at the line before them: an instruction with its
// opcode, or else it is not clear. Whether these lines are code, and not in a comment or string of
// several lines, is asked at the end, for all of them at once.
#include "src/parse/module/fusion_calls.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hlo/arena.h"
#include "src/base/byte_class.h"
#include "src/lex/bytes16.h"
#include "src/lex/lexer.h"
#include "src/lex/scan_run.h"
#include "src/lex/skip_body.h"

namespace hlo::internal {

namespace {

constexpr std::string_view kCalls = "calls=";

// The next `calls=` before `end`; `end` if there is none.
const char* FindCalls(const char* p, const char* end) {
#ifdef HLO_HAS_BYTES16
  for (; p < end; p += 16) {
    Mask16 mask(Equal(Load16(p), kCalls.front()) &
                Equal(Load16(p + kCalls.size() - 1), kCalls.back()));
    for (; !mask.empty(); mask.RemoveFirst()) {
      const char* at = p + mask.First();
      if (at < end && std::string_view(at, kCalls.size()) == kCalls) return at;
    }
  }
  return end;
#else
  const size_t at = std::string_view(p, static_cast<size_t>(end - p)).find(kCalls);
  return at == std::string_view::npos ? end : p + at;
#endif
}

enum class Caller : uint8_t { kNone, kFusion, kOther, kUnclear };

// Steps past `[ROOT] %name =`; nullptr if that is not there. Attributes have no blank before the =.
const char* SkipInstructionName(const char* p) {
  while (*p == ' ' || *p == '\t') ++p;
  if (std::string_view(p, 5) == "ROOT ") p += 5;
  const bool has_percent = *p == '%';
  if (has_percent) ++p;
  const char* name_end = SkipIdentifier(p);
  const char* equal = name_end;
  while (*equal == ' ') ++equal;
  const bool is_name = name_end > p && *equal == '=' && (has_percent || equal > name_end);
  return is_name ? equal + 1 : nullptr;
}

// What has the `calls=` at `at`, on the line that begins at `line` and is code; nothing if it is in
// a comment or a string.
Caller CallerAt(const char* line, const char* at, const char* end) {
  const char* begin = SkipInstructionName(line);
  if (begin == nullptr || begin > at) return Caller::kUnclear;
  Arena arena;
  Lexer lexer(std::string_view(begin, static_cast<size_t>(end - begin)), &arena);
  int depth = 0;
  std::string_view opcode;
  for (; lexer.At() < at; lexer.Next()) {
    const TokKind kind = lexer.kind();
    if (kind == TokKind::kLparen || kind == TokKind::kLbrace || kind == TokKind::kLsquare) ++depth;
    if (kind == TokKind::kRparen || kind == TokKind::kRbrace || kind == TokKind::kRsquare) --depth;
    if (kind == TokKind::kIdent && depth == 0 && opcode.empty()) opcode = lexer.token().value;
    if (kind == TokKind::kEqual || kind == TokKind::kError || kind == TokKind::kEof) {
      return Caller::kUnclear;  // perhaps of another instruction
    }
  }
  if (lexer.At() > at) return Caller::kNone;
  if (depth != 0 || opcode.empty()) return Caller::kUnclear;
  return opcode == "fusion" || opcode == "fusion-start" ? Caller::kFusion : Caller::kOther;
}

const char* LineBegin(const char* p, const char* begin) {
  while (p > begin && p[-1] != '\n' && p[-1] != '\r') --p;
  return p;
}

}  // namespace

bool FindFusionCalls(const char* begin, const char* end,
                     absl::FunctionRef<bool(std::string_view name)> is_wanted,
                     absl::FunctionRef<void(std::string_view name)> found) {
  std::vector<const char*> lines;
  for (const char* at = FindCalls(begin, end); at < end; at = FindCalls(at + 1, end)) {
    if (HasClass(at[-1], kIdentifierByte)) continue;
    const char* name = at + kCalls.size();
    while (*name == ' ') ++name;
    if (*name == '%') ++name;
    const char* name_end = SkipIdentifier(name);
    if (name_end == name) return false;
    const std::string_view callee(name, static_cast<size_t>(name_end - name));
    if (!is_wanted(callee)) continue;
    const char* line = LineBegin(at, begin);
    // Two on a line: no fusion as XLA prints it, and looking at each could take long.
    if (!lines.empty() && lines.back() == line) return false;
    const Caller caller = CallerAt(line, at, end);
    if (caller == Caller::kUnclear) return false;
    lines.push_back(line);
    if (caller == Caller::kFusion) found(callee);
  }
  return lines.empty() || AreCode(begin, lines);
}

}  // namespace hlo::internal
