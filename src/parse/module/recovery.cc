// Going on after an error.
//
// XLA stops at the first error. Here an instruction that is refused has its errors reported, its
// name is bound to a poisoned stand-in, and reading goes on at the next line that looks like the
// beginning of an instruction or the end of the body; a computation that is refused as a whole, at
// the next line that looks like a computation's head. Errors of an instruction that uses a poisoned
// one are not reported, since they may only be consequences.
#include "src/lex/scan.h"
#include "src/parse/module/hlo_parser.h"

namespace hlo {

using Code = DiagnosticCode;
using internal::IrAccess;

bool HloParser::Report(uint32_t at, bool is_consequence) {
  std::vector<Diagnostic>& log = ctx_.log();
  if (log.empty() && !failed_) {
    // XLA says nothing here but that the text is wrong.
    ErrorAt(ctx_.lexer.Position(), Code::kSyntaxError);
  }
  const auto limit = static_cast<size_t>(options_.max_errors);
  if (!is_consequence || !failed_) {
    for (Diagnostic& diagnostic : log) {
      // What belongs to the first refusal is never cut.
      if (failed_ && reported_.size() >= limit) break;
      reported_.push_back(std::move(diagnostic));
      reported_at_.push_back(at);
    }
  }
  log.clear();
  failed_ = true;
  return reported_.size() < limit && !ctx_.IsOverMemory();
}

namespace {

const char* SkipBlanks(const char* p) {
  while (*p == ' ' || *p == '\t' || *p == '\r') ++p;
  return p;
}

// Whether a line that begins at `p` begins an instruction: [ROOT] name =
bool LooksLikeInstruction(const char* p) {
  p = SkipBlanks(p);
  if (std::string_view(p, 5) == "ROOT ") p = SkipBlanks(p + 5);
  if (*p == '%') ++p;
  if (!HasClass(*p, kIdentifierStart)) return false;
  while (HasClass(*p, kIdentifierByte)) ++p;
  return *SkipBlanks(p) == '=' && *p != '=';
}

bool LooksLikeBodyEnd(const char* p) { return *SkipBlanks(p) == '}'; }

// Whether a line at `p` is the head of a computation: ENTRY or a name in the first column, and a
// brace at its end.
bool LooksLikeComputation(const char* p, const char* line_end) {
  if (*p == '%') ++p;
  if (!HasClass(*p, kIdentifierStart)) return false;
  while (line_end > p && HasClass(line_end[-1], kBlank)) --line_end;
  return line_end[-1] == '{';
}

const char* NextLine(const char* p, const char* end) {
  while (p < end && *p != '\n') ++p;
  return p < end ? p + 1 : end;
}

}  // namespace

void HloParser::Poison(Scope* scope, uint32_t name, uint32_t position) {
  if (name == SymbolTable::kNone || FindInstruction(*scope, name) != nullptr) return;
  HloInstruction* stand_in = IrAccess::Append(ctx_.arena, scope->computation);
  IrAccess::Name(stand_in) = name;
  IrAccess::SourceOffset(stand_in) = position;
  IrAccess::ShapeOf(stand_in) = ctx_.shapes.Tuple({});
  IrAccess::Opcode(stand_in) = HloOpcode::kTuple;
  IrAccess::Flags(stand_in) |= IrAccess::kPoisoned;
  DefineName(scope, stand_in, name, position);
}

// Called where an instruction of `scope` was refused. True if reading can go on, the current token
// then being the beginning of an instruction or the brace that closes the body.
bool HloParser::RecoverAtInstruction(Scope* scope, uint32_t name, uint32_t position) {
  if (nested_bodies_ > 0) {
    failed_in_nested_body_ = true;
    return false;  // the instruction around it recovers
  }
  if (!Report(ctx_.lexer.Position(), /*is_consequence=*/saw_poison_)) return false;
  saw_poison_ = false;
  Poison(scope, name, position);
  operands_.clear();
  attributes_.clear();
  const char* p = nullptr;
  if (failed_in_nested_body_) p = FindLineOutside(ctx_.lexer.begin() + position);
  failed_in_nested_body_ = false;
  if (p == nullptr) p = FindInstructionLine(BehindComments());
  if (p == nullptr) return false;
  ctx_.lexer.SkipTo(p);
  return true;
}

// Where the search for a line begins: behind what was consumed and the comments that follow, whose
// lines would be read although they are before the error.
const char* HloParser::BehindComments() {
  const char* at = ctx_.lexer.At();
  const char* consumed = ctx_.lexer.Consumed();
  if (at < consumed) return consumed;
  const std::string_view trivia(consumed, static_cast<size_t>(at - consumed));
  const size_t comment = trivia.rfind("*/");
  return comment == std::string_view::npos ? consumed : consumed + comment;
}

// The first line behind the one of `p` that begins an instruction or ends a body.
const char* HloParser::FindInstructionLine(const char* p) const {
  const char* end = ctx_.lexer.end();
  p = NextLine(p, end);
  while (p < end && !LooksLikeInstruction(p) && !LooksLikeBodyEnd(p)) p = NextLine(p, end);
  return p < end ? p : nullptr;
}

// The same, outside of all braces that open behind `p`; strings are skipped. nullptr if the braces
// do not match.
const char* HloParser::FindLineOutside(const char* p) {
  const char* end = ctx_.lexer.end();
  const char* read = BehindComments();
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
    } else if (*p == '\n' && depth == 0 && p >= read &&
               (LooksLikeInstruction(p + 1) || LooksLikeBodyEnd(p + 1))) {
      return p + 1;
    }
  }
  return nullptr;
}

// Called where a computation, or what stands before the first, was refused. True if there is
// another computation to go on with.
bool HloParser::RecoverAtComputation() {
  if (!Report(ctx_.lexer.Position(), /*is_consequence=*/false)) return false;
  const char* end = ctx_.lexer.end();
  const char* p = BehindComments();
  for (;;) {
    p = NextLine(p, end);
    if (p >= end) return false;
    if (LooksLikeComputation(p, NextLine(p, end) - 1)) break;
  }
  ctx_.lexer.SkipTo(p);
  return true;
}

}  // namespace hlo
