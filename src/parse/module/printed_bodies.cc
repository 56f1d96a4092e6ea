// What XLA prints with bodies in place (print_subcomputation_mode=full_bodies, as the presets
// canonical and fingerprint have it) and does not read itself:
//
//   calls={...} of reduce-scatter and scan, which otherwise is to_apply
//   a wrapped computation behind the attributes of async sugar: calls={...}, a second time
//   a signature before a body, (p: f32[]) -> f32[] {
//   ENTRY before the body of the entry, which another computation calls
//   a body's thread behind it, }, execution_thread="worker"
//   a computation without a name
#include "src/parse/module/hlo_parser.h"

namespace hlo {

using Code = DiagnosticCode;
using internal::IrAccess;

// A brace, or what may be a signature, perhaps behind ENTRY.
bool HloParser::BeginsBody() {
  const char* at = ctx_.lexer.At();
  if (*at == 'E' && ctx_.kind() == TokKind::kw_ENTRY) {
    ctx_.lexer.Next();
    const bool begins = *ctx_.lexer.At() != 'E' && BeginsBody();
    ctx_.lexer.SkipTo(at);
    return begins;
  }
  if (*at != '(') return *at == '{';
  const char next = at[1];
  return next == ')' || next == '%' || HasClass(next, kIdentifierStart);
}

bool HloParser::IsBodyOfToApply(const Draft& draft, std::string_view name) {
  const bool may_be = draft.opcode == HloOpcode::kReduceScatter || draft.opcode == HloOpcode::kScan;
  return may_be && name == "calls" && BeginsBody();
}

bool HloParser::IsWrappedBody(const Draft& draft, std::string_view name) {
  return draft.phase == AsyncPhase::kStart && name == "calls" && BeginsBody();
}

// Desugaring makes the computation again.
bool HloParser::ParseAndForgetBody() {
  const size_t computations = state_.computations.size();
  const size_t sugared_starts = state_.sugared_starts.size();
  HloComputation* forgotten = nullptr;
  if (!ParseNestedComputation(&forgotten)) return false;
  for (size_t i = computations; i < state_.computations.size(); ++i) {
    for (const HloInstruction* instruction : state_.computations[i]->instructions()) {
      if (instruction->opcode() != HloOpcode::kFusion) continue;
      instruction->ForEachCalledComputation(
          [](HloComputation* callee) { --IrAccess::FusionCallers(callee); });
    }
  }
  state_.computations.resize(computations);
  state_.sugared_starts.resize(sugared_starts);
  return true;
}

bool HloParser::ParseNestedSignature(Signature* signature) {
  return *ctx_.lexer.At() != '(' || ParseSignature(signature);
}

// , execution_thread="x" if it is there: no instruction has such an attribute. What comes behind is
// the instruction's. An instruction that stands alone is no text of a module: XLA's refusal stays.
bool HloParser::ParseNestedThread(HloComputation* computation) {
  const char* begin = ctx_.lexer.At();
  if (*begin != ',' || state_.is_single_instruction) return true;
  ctx_.lexer.Next();
  constexpr std::string_view kThread = "execution_thread=";
  const char* name = ctx_.lexer.At();
  const auto left = static_cast<size_t>(ctx_.lexer.end() - name);
  if (std::string_view(name, left).substr(0, kThread.size()) != kThread) {
    ctx_.lexer.SkipTo(begin);
    return true;
  }
  const uint32_t position = ctx_.lexer.Position();
  ctx_.lexer.SkipTo(name + kThread.size());
  return ctx_.ParseString(&IrAccess::ExecutionThread(computation)) ||
         ErrorAt(position, Code::kErrorParsingAttribute, "execution_thread");
}

// Only in a module that has no name either, which XLA prints with print_ids off.
bool HloParser::LacksName() { return state_.name.empty() && !is_added_ && *ctx_.lexer.At() == '{'; }

bool HloParser::ParseNamelessComputation(bool is_entry) {
  HloComputation* computation = nullptr;
  const uint32_t position = ctx_.lexer.Position();
  if (!ParseNestedComputation(&computation, /*is_value=*/false)) return false;
  if (!is_entry) return true;
  if (entry_seen_) return ErrorAt(position, Code::kOnlyOneEntry);
  entry_seen_ = true;
  state_.entry = computation;
  return true;
}

}  // namespace hlo
