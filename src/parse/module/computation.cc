// A computation may be mentioned before its definition: the mention creates the HloComputation, the
// definition fills it, and one still unfilled at the end of the text is an error
// (CheckForwardReferences).
//
// Also text that XLA prints with bodies in place (print_subcomputation_mode=full_bodies, as in the
// presets canonical and fingerprint) and does not read itself:
//
//   calls={...} of reduce-scatter and scan, which otherwise is to_apply
//   a wrapped computation after the attributes of async sugar: calls={...}, a second time
//   a signature before a body, (p: f32[]) -> f32[] {
//   ENTRY before the body of the entry, which another computation calls
//   a body's thread after it, }, execution_thread="worker"
//   a computation without a name
#include "src/parse/module/computation.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "hlo/print_values.h"
#include "src/lex/scan_run.h"
#include "src/lex/skip_body.h"
#include "src/parse/legacy.h"
#include "src/parse/module/instruction.h"
#include "src/parse/module/unknown.h"
#include "src/parse/values/shape.h"
#include "src/parse/values/values.h"

namespace hlo_text_v1::internal {

namespace {

// The signature of a computation. Only the result is used later.
struct Signature {
  const Shape* result = nullptr;  // nullptr if the text has none
  uint32_t result_position = 0;
};

// A computation while it is being read.
struct OpenComputation {
  std::string_view name;
  uint32_t symbol = 0;
  uint32_t position = 0;  // of ENTRY or the name
  uint32_t name_position = 0;
  bool is_entry = false;
  bool has_signature = false;
  HloComputation* duplicate = nullptr;  // the one that has the name already
  Signature signature;
  Scope scope;
};

// Skips `name: f32[2], ` as XLA prints it, as long as the shapes are known; keeps nothing. The
// lexer is then at a parameter or at the closing parenthesis.
void SkipKnownParameters(ParseState& state) {
  const char* p = state.lexer.At();
  for (;;) {
    if (!HasClass(*p, kIdentifierStart)) break;
    const char* colon = SkipIdentifier(p);
    if (colon[0] != ':' || colon[1] != ' ') break;
    const char* shape = colon + 2;
    const char* end = FindBlankOr(shape, ']') + 1;
    // Unless the end or the next parameter follows directly, there may be a layout.
    const bool is_last = *end == ')';
    const bool has_next = end[0] == ',' && end[1] == ' ' && HasClass(end[2], kIdentifierStart);
    if (end[-1] != ']' || (!is_last && !has_next)) break;
    const std::string_view text(shape, static_cast<size_t>(end - shape));
    if (state.shape_texts.Find(text) == nullptr) break;
    p = is_last ? end : end + 2;
    state.lexer.SkipTo(p);
    if (is_last) return;
  }
}

// (name shape, ...) -> shape
bool ReadSignature(ParseState& state, Signature* signature) {
  state.EatByte('(');
  SkipKnownParameters(state);
  const bool has_list =
      state.EatByte(')') || state.ReadItemsUpTo(TokKind::kRparen, Code::kExpectsParamListEnd, [&] {
        std::string_view name;
        const Shape* shape = nullptr;
        return state.ReadName(&name) && ReadShape(state, &shape);
      });
  if (!has_list || !state.Expect(TokKind::kArrow, Code::kExpectsArrow)) return false;
  signature->result_position = state.lexer.Position();
  return ReadShape(state, &signature->result);
}

// Fills parameters(), whose numbers are distinct but may have gaps.
bool CollectParameters(ParseState& state, Scope& scope) {
  std::vector<HloInstruction*>& parameters = Node(scope.computation).parameters;
  parameters = std::move(scope.parameters);
  if (!scope.parameter_numbers.came_in_order()) {
    std::sort(parameters.begin(), parameters.end(), [](HloInstruction* a, HloInstruction* b) {
      return a->parameter_number() < b->parameter_number();
    });
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i]->parameter_number() == static_cast<int64_t>(i)) continue;
    return state.ErrorAt(parameters[i]->source_offset(), Code::kParametersNotDense,
                         parameters.size() - 1, i);
  }
  return true;
}

bool ReadBody(ParseState& state, Scope& scope) {
  if (!state.Require(state.EatByte('{'), Code::kExpectsInstructionListStart)) return false;
  do {
    if (!ReadInstruction(state, scope)) return false;
  } while (*state.lexer.At() != '}');
  state.EatByte('}');
  return CloseBody(state, scope);
}

bool CheckSignature(ParseState& state, const Signature& signature,
                    const HloComputation* computation) {
  const HloInstruction* root = computation->root_instruction();
  if (signature.result == nullptr || root == nullptr || Node(root).is_poisoned ||
      ShapesCompatible(*signature.result, root->shape()) ||
      AgreesWhenUpgraded(state, *signature.result, *root, signature.result_position)) {
    return true;
  }
  state.ErrorAt(signature.result_position, Code::kComputationShapeMismatch, computation->name(),
                PrintShape(*signature.result, false), root->name(),
                PrintShape(root->shape(), false));
  NoteOlderShape(state, *signature.result, *root, signature.result_position);
  return false;
}

// From after the name to before the opening brace.
bool ReadHeading(ParseState& state, OpenComputation* open) {
  if (state.options.upgrade_legacy) {
    std::string_view changed = open->name;  // by Uniquify; the text refers to the older one
    UpgradeName(state, open->name_position, &changed);
  }
  open->has_signature = *state.lexer.At() == '(';
  if (open->has_signature && !ReadSignature(state, &open->signature)) return false;
  HloComputation* previous = state.computations.Find(open->symbol);
  const bool is_duplicate = previous != nullptr && !state.forward.IsUndefined(previous);
  if (is_duplicate) open->duplicate = previous;
  HloComputation* computation =
      previous != nullptr && !is_duplicate ? previous : IrAccess::NewComputation(state.module);
  Node(computation).source_offset = open->name_position;
  Node(computation).name = open->symbol;
  open->scope.computation = computation;
  return true;
}

// Adds the checked computation to the module. Returns false, logged, if the module already has one
// of that name.
bool DefineComputation(ParseState& state, const OpenComputation& open) {
  if (open.is_entry && state.entry_seen) return state.ErrorAt(open.position, Code::kOnlyOneEntry);
  if (!state.options.uniquify && state.earlier.Has(open.symbol)) {
    return state.ErrorAt(open.name_position, Code::kComputationExists, open.name);
  }
  if (open.duplicate != nullptr) {
    state.ErrorAt(open.name_position, Code::kComputationExists, open.name);
    return state.ErrorAt(open.duplicate->source_offset(), Code::kComputationPreviouslyDefined);
  }
  HloComputation* computation = open.scope.computation;
  state.forward.NoteDefined(computation);
  state.module.computation_names_may_collide |=
      !IsSaneName(open.name) || IsOddlyNumbered(open.name);
  state.computations.Set(open.symbol, computation);
  if (open.is_entry) {
    state.entry_seen = true;
    state.module.entry = computation;
  }
  return true;
}

// , execution_thread="x", backend_config=... after a body. Returns false, logged, if one is
// refused.
bool ReadComputationAttributes(ParseState& state, HloComputation* computation) {
  bool has_thread = false, has_config = false;
  std::string_view last_known;
  std::vector<UnknownAttribute> kept;
  while (state.EatByte(',')) {
    const uint32_t position = state.lexer.Position();
    std::string_view name;
    if (!state.ReadAttributeName(&name))
      return state.ErrorAt(position, Code::kErrorParsingAttributes);
    const bool is_thread = name == "execution_thread";
    if (!is_thread && name != "backend_config") {
      if (KeepComputationAttribute(state, name, last_known, &kept)) continue;
      return state.UnexpectedAttribute(position, name, {"backend_config", "execution_thread"});
    }
    bool& seen = is_thread ? has_thread : has_config;
    if (seen) return state.ErrorAt(position, Code::kAttributeAlreadyExists, name);
    seen = true;
    const bool ok = is_thread ? state.ReadString(&Node(computation).execution_thread)
                              : ReadBackendConfig(state, &Node(computation).backend_config);
    if (!ok) return state.AttributeError(position, name);
    last_known = name;
  }
  Node(computation).unknown_attributes =
      state.arena.CopySpan(absl::Span<const UnknownAttribute>(kept));
  return true;
}

// Whether a body may begin here: a brace or a possible signature, perhaps after ENTRY.
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

// Optional , execution_thread="x" after a body: no instruction has such an attribute. Other
// attributes belong to the instruction, and an instruction alone is not the text of a module, so
// XLA's refusal stays. Returns false, logged, if the thread is not a string.
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

// Called after the body.
void NoteSpellings(ParseState& state, const OpenComputation& open) {
  Spellings& spellings = state.module.spellings;
  spellings.maximal_mesh |= state.wrote_maximal_mesh;
  if (open.is_entry && !open.has_signature) spellings.bare_heads = open.name.data()[-1] != '%';
  const char* end = state.lexer.Consumed();
  const auto left = static_cast<size_t>(state.lexer.end() - end);
  spellings.closing_names |= std::string_view(end, left).substr(0, 4) == " // ";
}

// Only in a module that also has no name; XLA prints that with print_ids off.
bool LacksName(ParseState& state) {
  return state.module.name.empty() && !state.is_added && *state.lexer.At() == '{';
}

bool ReadNamelessComputation(ParseState& state, bool is_entry) {
  HloComputation* computation = nullptr;
  const uint32_t position = state.lexer.Position();
  if (!ReadNestedComputation(state, &computation, /*is_value=*/false)) return false;
  if (!is_entry) return true;
  if (state.entry_seen) return state.ErrorAt(position, Code::kOnlyOneEntry);
  state.entry_seen = true;
  state.module.entry = computation;
  return true;
}

}  // namespace

bool ReadComputation(ParseState& state) {
  OpenComputation open;
  open.position = state.lexer.Position();
  open.is_entry = state.EatIf(TokKind::kw_ENTRY);
  open.name_position = state.lexer.Position();
  if (LacksName(state)) return ReadNamelessComputation(state, open.is_entry);
  if (!state.ReadName(&open.name)) return false;
  open.symbol = state.Intern(open.name);
  if (!ReadHeading(state, &open) || !ReadBody(state, open.scope) ||
      !CheckSignature(state, open.signature, open.scope.computation) ||
      !ReadComputationAttributes(state, open.scope.computation)) {
    state.forward.NoteRefused(open.symbol);
    return false;
  }
  if (!DefineComputation(state, open)) return false;
  state.module.AddComputation(open.scope.computation);
  NoteSpellings(state, open);
  return true;
}

bool SkipComputation(ParseState& state, std::string_view* name) {
  state.EatIf(TokKind::kw_ENTRY);
  if (!state.ReadName(name)) return false;
  Signature signature;
  if (*state.lexer.At() == '(' && !ReadSignature(state, &signature)) return false;
  const char* body = state.lexer.At();
  const char* end = *body == '{' ? SkipBody(body + 1, state.lexer.end()) : nullptr;
  if (end == nullptr) return false;
  state.lexer.SkipTo(end);
  if (*state.lexer.At() != ',') return true;
  HloComputation skipped;
  return ReadComputationAttributes(state, &skipped);
}

bool ReadNestedComputation(ParseState& state, HloComputation** computation, bool is_value) {
  ParseContext::DepthGuard guard(state);
  if (!guard.ok()) return false;
  Scope scope;
  scope.is_nested = true;
  scope.computation = IrAccess::NewComputation(state.module);
  Node(scope.computation).name = state.Intern("_");
  Node(scope.computation).source_offset = state.lexer.Position();
  Signature signature;
  state.EatIf(TokKind::kw_ENTRY);  // the entry is defined at its own place
  ++state.recovery.nested_bodies;
  const bool has_signature = *state.lexer.At() == '(';
  const bool ok = (!has_signature || ReadSignature(state, &signature)) && ReadBody(state, scope);
  --state.recovery.nested_bodies;
  if (!ok || !CheckSignature(state, signature, scope.computation) ||
      !(is_value ? ReadNestedThread(state, scope.computation)
                 : ReadComputationAttributes(state, scope.computation))) {
    return false;
  }
  state.module.AddComputation(scope.computation);
  state.module.computation_names_may_collide = true;
  *computation = scope.computation;
  return true;
}

bool ReadComputationReference(ParseState& state, HloComputation** computation) {
  if (BeginsBody(state)) return ReadNestedComputation(state, computation);
  const uint32_t position = state.lexer.Position();
  std::string_view name;
  if (!state.ReadName(&name)) return state.ErrorAt(position, Code::kExpectsComputationName);
  const uint32_t symbol = state.Intern(name);
  *computation = state.computations.Find(symbol);
  if (*computation == nullptr) *computation = state.earlier.FindCallee(symbol);
  if (*computation == nullptr) {
    *computation = IrAccess::NewComputation(state.module);
    Node(*computation).name = symbol;
    state.computations.Set(symbol, *computation);
    state.forward.Add({*computation, position, state.attribute});
  }
  return true;
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
  HloComputation* forgotten = nullptr;
  if (!ReadNestedComputation(state, &forgotten)) return false;
  for (size_t i = computations; i < state.module.computations.size(); ++i) {
    for (HloInstruction* instruction : state.module.computations[i]->instructions()) {
      if (instruction->spelled_opcode() != HloOpcode::kFusion) continue;
      instruction->ForEachCalledComputation(
          [](HloComputation* callee) { --Node(callee).fusion_callers; });
    }
  }
  state.module.computations.resize(computations);
  return true;
}

bool ReadComputationList(ParseState& state, absl::Span<HloComputation* const>* computations) {
  return state.ReadBraceList(computations, [&](HloComputation** computation) {
    return ReadComputationReference(state, computation);
  });
}

bool CloseBody(ParseState& state, Scope& scope) {
  HloComputation* computation = scope.computation;
  Node(computation).root =
      scope.marked_root != nullptr ? scope.marked_root : Node(computation).last;
  for (auto it = scope.hidden.rbegin(); it != scope.hidden.rend(); ++it) {
    state.instructions[it->first] = it->second;
  }
  if (computation->root_instruction() == nullptr) return state.report.failed();  // all were refused
  if (CollectParameters(state, scope)) return true;
  if (state.report.failed()) state.log().clear();  // the missing one may have been refused
  return state.report.failed();
}

}  // namespace hlo_text_v1::internal
