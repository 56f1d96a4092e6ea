// Text that XLA prints with bodies in place (print_subcomputation_mode=full_bodies, as in the
// presets canonical and fingerprint) and does not read itself:
//
//   calls={...} of reduce-scatter and scan, which otherwise is to_apply
//   a wrapped computation after the attributes of async sugar: calls={...}, a second time
//   a signature before a body, (p: f32[]) -> f32[] {
//   ENTRY before the body of the entry, which another computation calls
//   a body's thread after it, }, execution_thread="worker"
//   a computation without a name
//
// This file recognizes such bodies, skips a wrapped one and reads the thread; computation_parser.cc
// reads the rest.
#include "src/parse/module/computation_parser.h"

namespace hlo::internal {

bool BeginsBody(ParseState& state) {
  const char* at = state.lexer.At();
  if (*at == 'E' && state.kind() == TokKind::kw_ENTRY) {
    state.lexer.Next();
    const bool begins = *state.lexer.At() != 'E' && BeginsBody(state);
    state.lexer.SkipTo(at);
    return begins;
  }
  if (*at != '(') return *at == '{';
  const char next = at[1];
  return next == ')' || next == '%' || HasClass(next, kIdentifierStart);
}

bool IsBodyOfToApply(ParseState& state, const Draft& draft, std::string_view name) {
  const bool may_be = draft.opcode == HloOpcode::kReduceScatter || draft.opcode == HloOpcode::kScan;
  return may_be && name == "calls" && BeginsBody(state);
}

bool IsWrappedBody(ParseState& state, const Draft& draft, std::string_view name) {
  return draft.phase == AsyncPhase::kStart && name == "calls" && BeginsBody(state);
}

bool SkipWrappedBody(ParseState& state) {
  const size_t computations = state.module.computations.size();
  const size_t sugared_starts = state.module.sugared_starts.size();
  HloComputation* forgotten = nullptr;
  if (!ReadNestedComputation(state, &forgotten)) return false;
  for (size_t i = computations; i < state.module.computations.size(); ++i) {
    for (const HloInstruction* instruction : state.module.computations[i]->instructions()) {
      if (instruction->spelled_opcode() != HloOpcode::kFusion) continue;
      instruction->ForEachCalledComputation(
          [](HloComputation* callee) { --Node(callee).fusion_callers; });
    }
  }
  state.module.computations.resize(computations);
  state.module.sugared_starts.resize(sugared_starts);
  return true;
}

// An instruction alone is not the text of a module: XLA's refusal stays.
bool ReadNestedThread(ParseState& state, HloComputation* computation) {
  const char* begin = state.lexer.At();
  if (*begin != ',' || state.module.is_single_instruction) return true;
  state.lexer.Next();
  constexpr std::string_view kThread = "execution_thread=";
  const char* name = state.lexer.At();
  const auto left = static_cast<size_t>(state.lexer.end() - name);
  if (std::string_view(name, left).substr(0, kThread.size()) != kThread) {
    state.lexer.SkipTo(begin);
    return true;
  }
  const uint32_t position = state.lexer.Position();
  state.lexer.SkipTo(name + kThread.size());
  if (state.ReadString(&Node(computation).execution_thread)) return true;
  return state.AttributeError(position, "execution_thread");
}

}  // namespace hlo::internal
