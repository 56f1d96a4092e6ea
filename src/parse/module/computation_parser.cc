// Computations: [ENTRY] name [signature] { instructions } {, attribute}, and the references to them
// in attributes.
//
// A computation may be mentioned before its definition: the mention makes the HloComputation, its
// definition fills it, and what is still unfilled at the end of the text is an error
// (CheckForwardReferences).
#include <algorithm>

#include "hlo/print_values.h"
#include "src/lex/scan_run.h"
#include "src/parse/module/hlo_parser.h"
#include "src/parse/values/attribute_value_parser.h"
#include "src/parse/values/shape_parser.h"

namespace hlo {

using Code = DiagnosticCode;
using internal::IrAccess;

bool HloParser::ParseComputation() {
  const uint32_t entry_position = ctx_.lexer.Position();
  const bool is_entry = ctx_.EatIf(TokKind::kw_ENTRY);
  const uint32_t name_position = ctx_.lexer.Position();
  std::string_view name;
  if (LacksName()) return ParseNamelessComputation(is_entry);
  if (!ctx_.ParseName(&name)) return false;
  const uint32_t symbol = Intern(name);

  Signature signature;
  if (ctx_.kind() == TokKind::kLparen && !ParseSignature(&signature)) return false;

  HloComputation* previous = FindComputation(symbol);
  const bool is_duplicate = previous != nullptr && !undefined_.contains(previous);
  HloComputation* computation =
      previous != nullptr && !is_duplicate ? previous : IrAccess::NewComputation(state_);
  IrAccess::SourceOffset(computation) = name_position;
  IrAccess::Name(computation) = symbol;
  Scope scope;
  scope.computation = computation;
  if (!ParseBody(&scope)) return false;
  if (!CheckSignature(signature, computation) || !ParseComputationAttributes(computation)) {
    return false;
  }
  if (is_entry && entry_seen_) return ErrorAt(entry_position, Code::kOnlyOneEntry);
  if (!options_.uniquify && earlier_.contains(symbol)) {
    return ErrorAt(name_position, Code::kComputationExists, name);
  }
  if (is_duplicate) {
    ErrorAt(name_position, Code::kComputationExists, name);
    return ErrorAt(previous->source_offset(), Code::kComputationPreviouslyDefined);
  }
  if (has_forward_references_ && undefined_.erase(computation) > 0) defines_referenced_ = true;
  state_.computation_names_may_collide |= !IsSaneName(name) || IsOddlyNumbered(name);
  computations_.Set(symbol, computation);
  state_.computations.push_back(computation);
  if (is_entry) {
    entry_seen_ = true;
    state_.entry = computation;
  }
  return true;
}

// Steps over `name: f32[2], ` as XLA prints it, as long as the shapes are known, of which nothing
// is kept. True if the closing parenthesis is next; else the lexer stands at a parameter.
bool HloParser::SkipKnownParameters() {
  const char* p = ctx_.lexer.At();
  for (;;) {
    if (!HasClass(*p, kIdentifierStart)) break;
    const char* colon = SkipIdentifier(p);
    if (colon[0] != ':' || colon[1] != ' ') break;
    const char* shape = colon + 2;
    const char* end = FindBlankOr(shape, ']') + 1;
    // A layout may follow what is not directly before the end or the next parameter.
    const bool is_last = *end == ')';
    const bool has_next = end[0] == ',' && end[1] == ' ' && HasClass(end[2], kIdentifierStart);
    if (end[-1] != ']' || (!is_last && !has_next)) break;
    const std::string_view text(shape, static_cast<size_t>(end - shape));
    if (ctx_.shape_texts.Find(text) == nullptr) break;
    p = is_last ? end : end + 2;
    ctx_.lexer.SkipTo(p);
    if (is_last) return true;
  }
  return false;
}

// (name shape, ...) -> shape. Only the result is looked at later.
bool HloParser::ParseSignature(Signature* signature) {
  ctx_.lexer.Next();
  if (!SkipKnownParameters() && ctx_.kind() != TokKind::kRparen) {
    do {
      std::string_view name;
      const Shape* shape = nullptr;
      if (!ctx_.ParseName(&name) || !ParseShape(ctx_, &shape)) return false;
    } while (ctx_.EatIf(TokKind::kComma));
  }
  if (!ctx_.Expect(TokKind::kRparen, Code::kExpectsParamListEnd) ||
      !ctx_.Expect(TokKind::kArrow, Code::kExpectsArrow)) {
    return false;
  }
  signature->result_position = ctx_.lexer.Position();
  return ParseShape(ctx_, &signature->result);
}

bool HloParser::ParseBody(Scope* scope) {
  if (!ctx_.Expect(TokKind::kLbrace, Code::kExpectsInstructionListStart)) return false;
  do {
    if (!ParseInstruction(scope)) return false;
  } while (*ctx_.lexer.At() != '}');
  ctx_.EatByte('}');
  return CloseBody(scope);
}

bool HloParser::CloseBody(Scope* scope) {
  HloComputation* computation = scope->computation;
  IrAccess::Root(computation) =
      scope->marked_root != nullptr ? scope->marked_root : IrAccess::Last(computation);
  ResolveInBody(scope);
  for (auto it = scope->hidden.rbegin(); it != scope->hidden.rend(); ++it) {
    instruction_of_[it->first] = it->second;
  }
  if (computation->root_instruction() == nullptr) return failed_;  // all were refused
  if (CollectParameters(scope)) return true;
  if (failed_) ctx_.log().clear();  // the missing one may have been refused
  return failed_;
}

// Fills parameters(); their numbers are distinct, but may have gaps.
bool HloParser::CollectParameters(Scope* scope) {
  std::vector<HloInstruction*>& parameters = IrAccess::Parameters(scope->computation);
  parameters = std::move(scope->parameters);
  if (!scope->parameter_numbers.empty()) {
    std::sort(parameters.begin(), parameters.end(), [](HloInstruction* a, HloInstruction* b) {
      return a->parameter_number() < b->parameter_number();
    });
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i]->parameter_number() == static_cast<int64_t>(i)) continue;
    return ErrorAt(parameters[i]->source_offset(), Code::kParametersNotDense, parameters.size() - 1,
                   i);
  }
  return true;
}

bool HloParser::CheckSignature(const Signature& signature, const HloComputation* computation) {
  const HloInstruction* root = computation->root_instruction();
  if (signature.result == nullptr || root == nullptr) return true;
  if ((IrAccess::Flags(root) & IrAccess::kPoisoned) != 0) return true;
  if (ShapesCompatible(*signature.result, root->shape()) ||
      AgreesWhenUpgraded(*signature.result, *root, signature.result_position)) {
    return true;
  }
  ErrorAt(signature.result_position, Code::kComputationShapeMismatch, computation->name(),
          PrintShape(*signature.result, false), root->name(), PrintShape(root->shape(), false));
  NoteOlderShape(*signature.result, *root, signature.result_position);
  return false;
}

// Behind the closing brace: , execution_thread="x", backend_config=...
bool HloParser::ParseComputationAttributes(HloComputation* computation) {
  bool has_thread = false, has_config = false;
  std::string_view last_known;
  std::vector<UnknownAttribute> kept;
  while (ctx_.EatIf(TokKind::kComma)) {
    const uint32_t position = ctx_.lexer.Position();
    std::string_view name;
    if (!ctx_.ParseAttributeName(&name)) return ErrorAt(position, Code::kErrorParsingAttributes);
    const bool is_thread = name == "execution_thread";
    if (!is_thread && name != "backend_config") {
      if (KeepComputationAttribute(name, last_known, &kept)) continue;
      return ErrorAt(position, Code::kUnexpectedAttribute, name,
                     "backend_config, execution_thread");
    }
    bool& seen = is_thread ? has_thread : has_config;
    if (seen) return ErrorAt(position, Code::kAttributeAlreadyExists, name);
    seen = true;
    const bool ok = is_thread ? ctx_.ParseString(&IrAccess::ExecutionThread(computation))
                              : ParseBackendConfig(ctx_, &IrAccess::BackendConfig(computation));
    if (!ok) return ErrorAt(position, Code::kErrorParsingAttribute, name);
    last_known = name;
  }
  IrAccess::UnknownAttributes(computation) =
      ctx_.arena.CopySpan(absl::Span<const UnknownAttribute>(kept));
  return true;
}

bool HloParser::ParseComputationReference(HloComputation** computation) {
  if (BeginsBody()) return ParseNestedComputation(computation);
  const uint32_t position = ctx_.lexer.Position();
  std::string_view name;
  if (!ctx_.ParseName(&name)) return ErrorAt(position, Code::kExpectsComputationName);
  const uint32_t symbol = Intern(name);
  *computation = FindComputation(symbol);
  if (*computation == nullptr) *computation = FindEarlierComputation(symbol);
  if (*computation == nullptr) {
    HloComputation* forward = IrAccess::NewComputation(state_);
    IrAccess::Name(forward) = symbol;
    computations_.Set(symbol, forward);
    undefined_.emplace(forward,
                       ForwardReference{forward, position, attribute_position_, attribute_name_});
    has_forward_references_ = true;
    *computation = forward;
  }
  return true;
}

bool HloParser::ParseComputationList(absl::Span<HloComputation* const>* computations) {
  if (!ctx_.Expect(TokKind::kLbrace, Code::kExpectsListStart, "kLbrace")) return false;
  std::vector<HloComputation*> list;
  if (ctx_.kind() != TokKind::kRbrace) {
    do {
      list.push_back(nullptr);
      if (!ParseComputationReference(&list.back())) return false;
    } while (ctx_.EatIf(TokKind::kComma));
  }
  *computations = ctx_.arena.CopySpan(absl::Span<HloComputation* const>(list));
  return ctx_.Expect(TokKind::kRbrace, Code::kExpectsListEnd, "kRbrace");
}

// [signature] { instructions } as an attribute's value: a computation called "_" that nobody else
// can mention.
bool HloParser::ParseNestedComputation(HloComputation** computation, bool is_value) {
  ParseContext::DepthGuard guard(ctx_);
  if (!guard.ok()) return false;
  Scope scope;
  scope.is_nested = true;
  scope.first_unresolved = unresolved_in_body_.size();
  scope.computation = IrAccess::NewComputation(state_);
  IrAccess::Name(scope.computation) = Intern("_");
  IrAccess::SourceOffset(scope.computation) = ctx_.lexer.Position();
  Signature signature;
  ctx_.EatIf(TokKind::kw_ENTRY);  // is said where the entry itself stands
  ++nested_bodies_;
  const bool ok = ParseNestedSignature(&signature) && ParseBody(&scope);
  --nested_bodies_;
  if (!ok || !CheckSignature(signature, scope.computation) ||
      !(is_value ? ParseNestedThread(scope.computation)
                 : ParseComputationAttributes(scope.computation))) {
    return false;
  }
  state_.computations.push_back(scope.computation);
  state_.computation_names_may_collide = true;
  *computation = scope.computation;
  return true;
}

}  // namespace hlo
