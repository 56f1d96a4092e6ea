// Going on after an error.
//
// XLA stops at the first error. Here the errors of a refused instruction are reported, its name is
// bound to a poisoned stand-in, and reading goes on at the next line that looks like the beginning
// of an instruction or the end of the body; for a computation refused as a whole, at the next line
// that looks like a computation's head. An instruction that uses a poisoned one reports no errors,
// because they may only be consequences.
#include "src/parse/module/recovery.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/base/byte_class.h"
#include "src/base/strings.h"
#include "src/lex/line_scan.h"
#include "src/lex/scan.h"
#include "src/parse/module/draft.h"
#include "src/parse/module/instruction.h"
#include "src/parse/module/parse_state.h"

namespace hlo_text_v1::internal {

// ---- The report. Errors and warnings have a maximum number; a note says when they are cut.
namespace {

constexpr size_t kMaxWarnings = 1000;

// A note after the last of `diagnostics`.
void AppendNote(Code code, std::vector<Diagnostic>* diagnostics) {
  const uint32_t at = diagnostics->back().begin;
  diagnostics->push_back(
      Diagnostic{Severity::kNote, code, at, at, std::string(DiagnosticCodeText(code)), {}});
}

}  // namespace

bool ErrorReport::TakeLog(ParseContext& ctx, uint32_t at, bool is_consequence, uint32_t from) {
  std::vector<Diagnostic>& log = ctx.log();
  if (log.empty() && !failed_) {
    // XLA only says that the text is wrong.
    ctx.Error(Code::kSyntaxError);
  }
  const auto limit = static_cast<size_t>(ctx.options.max_errors);
  if (!is_consequence || !failed_) {
    for (Diagnostic& diagnostic : log) {
      // Entries of the first refusal are never cut.
      if (failed_ && reported_.size() >= limit) break;
      // Errors found at the end of the text (missing computations) belong where the computations
      // are mentioned.
      if (diagnostic.begin >= from) from = 0;  // all others are of the refusal
      const uint32_t found_at = diagnostic.begin < from ? diagnostic.begin : at;
      const auto place = std::upper_bound(reported_at_.begin(), reported_at_.end(), found_at);
      reported_.insert(reported_.begin() + (place - reported_at_.begin()), std::move(diagnostic));
      reported_at_.insert(place, found_at);
    }
  }
  log.clear();
  failed_ = true;
  return reported_.size() < limit && !ctx.IsOverMemory();
}

bool ErrorReport::Finish(ParseContext& ctx, bool ok) {
  if (!ok && (!failed_ || !ctx.log().empty())) {
    TakeLog(ctx, ctx.lexer.Position(), /*is_consequence=*/false);
  }
  if (failed_ && reported_.size() >= static_cast<size_t>(ctx.options.max_errors)) {
    AppendNote(Code::kTooManyErrors, &reported_);
  }
  return !failed_;
}

void ErrorReport::AddWarnings(ParseContext& ctx, std::vector<Diagnostic> warnings) {
  for (Diagnostic& warning : ctx.warnings()) warnings.push_back(std::move(warning));
  ctx.warnings().clear();
  std::stable_sort(warnings.begin(), warnings.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.begin < b.begin; });
  if (warnings.size() > kMaxWarnings) {
    warnings.resize(kMaxWarnings);
    AppendNote(Code::kTooManyWarnings, &warnings);
  }
  for (Diagnostic& warning : warnings) reported_.push_back(std::move(warning));
}

// ---- Going on.

namespace {

bool BeginsInstructionOrEndsBody(const char* line) {
  return ScanLineHead(line).BeginsInstruction() || *SkipLineBlanks(line) == '}';
}

// Whether the line at `p` is the head of a computation: ENTRY or a name in the first column, and a
// brace at its end.
bool LooksLikeComputation(const char* p, const char* line_end) {
  if (*p == '%') ++p;
  if (!HasClass(*p, kIdentifierStart)) return false;
  while (line_end > p && HasClass(line_end[-1], kBlank)) --line_end;
  return line_end[-1] == '{';
}

// Binds a name that is not defined in the body to a stand-in.
void Poison(ParseState& state, Scope& scope, uint32_t name, uint32_t position) {
  if (name == SymbolTable::kNone) return;
  if (state.instructions.Find(name, scope.computation) != nullptr) return;
  HloInstruction* stand_in = IrAccess::Append(state.arena, scope.computation);
  Node(stand_in).name = name;
  Node(stand_in).source_offset = position;
  Node(stand_in).shape = state.shapes.Tuple({});
  Node(stand_in).opcode = HloOpcode::kTuple;
  Node(stand_in).is_poisoned = true;
  DefineName(state, scope, stand_in, name, position);
}

// Where to start looking for a line: after the consumed text and the comments after it, whose lines
// precede the error but would match.
const char* BehindComments(Lexer& lexer) {
  const char* at = lexer.At();
  const char* consumed = lexer.Consumed();
  if (at < consumed) return consumed;
  const std::string_view trivia(consumed, static_cast<size_t>(at - consumed));
  const size_t comment = trivia.rfind("*/");
  return comment == std::string_view::npos ? consumed : consumed + comment;
}

// The first line after the one of `p` that begins an instruction or ends a body.
const char* FindInstructionLine(const char* p, const char* end) {
  p = NextLine(p, end);
  while (p < end && !BeginsInstructionOrEndsBody(p)) p = NextLine(p, end);
  return p < end ? p : nullptr;
}

// The same, outside of all braces that open after `p`; skips strings. Returns nullptr if the braces
// do not match.
const char* FindLineOutside(Lexer& lexer, const char* p) {
  const char* end = lexer.end();
  const char* read = BehindComments(lexer);
  int64_t depth = 0;
  for (; p < end; ++p) {
    if (*p == '"') {
      const char* close = ScanQuoted(p, end);
      if (close == nullptr) return nullptr;
      p = close - 1;
    } else if (*p == '{') {
      ++depth;
    } else if (*p == '}') {
      if (--depth < 0) return nullptr;
    } else if (*p == '\n' && depth == 0 && p >= read && BeginsInstructionOrEndsBody(p + 1)) {
      return p + 1;
    }
  }
  return nullptr;
}

}  // namespace

void DropAfterBadOperand(ParseState& state, uint32_t position) {
  const auto is_bad_operand = [&](const Diagnostic& each) {
    return each.code == Code::kCannotParseOperand && each.begin >= position;
  };
  std::vector<Diagnostic>& log = state.log();
  const auto first = std::find_if(log.begin(), log.end(), is_bad_operand);
  if (first == log.end()) return;
  log.erase(std::remove_if(first + 1, log.end(),
                           [&](const Diagnostic& each) { return !is_bad_operand(each); }),
            log.end());
}

bool RecoverAtInstruction(ParseState& state, Scope& scope, uint32_t name, uint32_t position) {
  Recovery& recovery = state.recovery;
  if (recovery.nested_bodies > 0) {
    recovery.failed_in_nested_body = true;
    return false;  // the enclosing instruction recovers
  }
  DropAfterBadOperand(state, position);
  // An operand's error is found before the attributes are read.
  const bool is_operand = !state.log().empty() && state.log()[0].code == Code::kCannotParseOperand;
  const uint32_t at = is_operand ? state.log()[0].begin : state.lexer.Position();
  if (!state.report.TakeLog(state, at, recovery.saw_poison, position)) return false;
  recovery.saw_poison = false;
  Poison(state, scope, name, position);
  const char* p = nullptr;
  if (recovery.failed_in_nested_body) {
    p = FindLineOutside(state.lexer, state.lexer.begin() + position);
  }
  recovery.failed_in_nested_body = false;
  if (p == nullptr) {
    // Nothing may have been read yet.
    const char* read = std::max(BehindComments(state.lexer), state.lexer.begin() + position);
    p = FindInstructionLine(read, state.lexer.end());
  }
  if (p == nullptr) return false;
  state.lexer.SkipTo(p);
  return true;
}

bool RecoverAtComputation(ParseState& state) {
  if (!state.report.TakeLog(state, state.lexer.Position(), /*is_consequence=*/false)) return false;
  const char* end = state.lexer.end();
  const char* p = BehindComments(state.lexer);
  do {
    p = NextLine(p, end);
    if (p >= end) return false;
  } while (!LooksLikeComputation(p, NextLine(p, end) - 1));
  state.lexer.SkipTo(p);
  return true;
}

}  // namespace hlo_text_v1::internal
