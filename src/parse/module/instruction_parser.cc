// ReadRightSide lists the steps of reading one instruction in text order; each is a function in the
// file named after its part of the grammar.
#include "src/parse/module/instruction_parser.h"

#include "absl/strings/match.h"
#include "hlo/shape_inference.h"
#include "src/lex/scan_run.h"
#include "src/parse/module/instruction_checks.h"
#include "src/parse/module/recovery.h"
#include "src/parse/module/unknown_words.h"
#include "src/parse/values/literal_parser.h"
#include "src/vocabulary/word_table.h"

namespace hlo::internal {

namespace {

// The end of `%name = ` or `name = ` at `p`, as XLA prints it, and the name; nullptr for any other
// text.
const char* ScanNameAndEqual(const char* p, std::string_view* name) {
  const bool is_marked = *p == '%';
  const char* begin = p + is_marked;
  if (!HasClass(*begin, kIdentifierStart)) return nullptr;
  p = SkipIdentifier(begin);
  *name = std::string_view(begin, static_cast<size_t>(p - begin));
  if (p[0] != ' ' || p[1] != '=' || p[2] != ' ' || (!is_marked && IsReservedWord(*name))) {
    return nullptr;
  }
  return p + 3;
}

// (0) of a parameter.
bool ReadParameterNumber(ParseState& state, Draft* draft) {
  if (!state.EatByte('(')) return state.Error(Code::kExpectsParameterNumberStart);
  if (!state.ReadInt64(&draft->parameter_number)) return false;
  const int64_t number = draft->parameter_number;
  const uint32_t position = state.lexer.Position();
  if (number < 0) return state.Error(Code::kParameterNumberNegative);
  if (!state.EatByte(')')) return state.Error(Code::kExpectsParameterNumberEnd);
  if (draft->scope.parameter_numbers.Take(number)) return true;
  // XLA reads the attributes first.
  draft->attributes_position = state.lexer.Position();
  if (!ReadAttributes(state, draft)) return false;
  return state.ErrorAt(position, Code::kDuplicateParameterNumber, number);
}

// ({1, 2}) of a constant.
bool ReadConstant(ParseState& state, Draft* draft) {
  if (!state.EatByte('(')) return state.Error(Code::kExpectsConstantStart);
  Literal literal;
  if (!ReadLiteral(state, *draft->shape, &literal)) return false;
  draft->literal = state.arena.New<Literal>(literal);
  draft->shape = &draft->literal->shape();
  return state.Require(state.EatByte(')'), Code::kExpectsConstantEnd);
}

// Reads the part between an opcode's parentheses.
bool ReadArguments(ParseState& state, Draft* draft) {
  if (draft->phase == AsyncPhase::kNone && draft->opcode == HloOpcode::kParameter) {
    return ReadParameterNumber(state, draft);
  }
  if (draft->phase == AsyncPhase::kNone && draft->opcode == HloOpcode::kConstant) {
    return ReadConstant(state, draft);
  }
  return draft->unknown != nullptr ? ReadUnknownOperands(state, draft) : ReadOperands(state, draft);
}

// Whether the attributes of the text are enough to infer a shape.
bool CheckMissingShape(ParseState& state, const Draft& draft) {
  const std::string_view name = HloOpcodeName(draft.opcode);
  if (draft.lacks_known_attributes) return state.Error(Code::kUnknownAttributeNeedsShape, name);
  if (draft.opcode == HloOpcode::kMap && !draft.attributes.Has(AttributeKind::kDimensions)) {
    return state.Error(Code::kFailedToInferShape, name, "Map without a shape needs dimensions.");
  }
  return true;
}

bool InferMissingShape(ParseState& state, Draft* draft) {
  // Inference needs an instruction; this one is never linked into a computation, and its operands
  // must not learn of it: one without users prints where XLA prints it.
  HloComputation unlinked;
  HloInstruction* instruction = IrAccess::Append(state.arena, &unlinked);
  Node(instruction).opcode = draft->opcode;
  IrAccess::SetOperandsOnly(state.arena, instruction, absl::MakeConstSpan(draft->operands));
  IrAccess::SetAttributes(state.arena, instruction, draft->attributes);
  absl::StatusOr<const Shape*> shape = InferShape(*instruction, state.shapes);
  if (!shape.ok()) {
    return state.Error(Code::kFailedToInferShape, HloOpcodeName(draft->opcode),
                       Std(shape.status().message()));
  }
  draft->shape = *shape;
  return state.ExpandShape(draft->position, **shape);
}

// After the attributes.
bool FinishDraft(ParseState& state, Draft* draft) {
  if (!CheckOpcode(state, draft)) return false;
  if (draft->shape == nullptr && !CheckMissingShape(state, *draft)) return false;
  FinishAttributes(draft->owner(), draft->allowed, &draft->attributes);
  return draft->shape != nullptr || InferMissingShape(state, draft);
}

}  // namespace

bool ReadNewName(ParseState& state, std::string_view* name) {
  if (state.ReadName(name)) return true;
  if (state.kind() != TokKind::kAttributeName) return false;
  const char* text = state.lexer.begin();
  const char* end = state.token().begin;
  while (end > text && (end[-1] == ' ' || end[-1] == '\t')) --end;
  const absl::string_view before(text, static_cast<size_t>(end - text));
  const bool is_first = before.empty() || before.back() == '\n' || before.back() == '{' ||
                        absl::EndsWith(before, "ROOT");
  return state.Hint(is_first ? Code::kBlankBeforeEqual : Code::kCommaBeforeAttribute);
}

bool ReadInstruction(ParseState& state, Scope& scope) {
  const char* begin = state.lexer.At();
  const uint32_t root_position = state.lexer.Offset(begin);
  state.recovery.saw_poison = false;
  const bool is_root = *begin == 'R' && state.EatIf(TokKind::kw_ROOT);
  if (is_root) begin = state.lexer.At();
  const uint32_t name_position = state.lexer.Offset(begin);
  std::string_view name;
  bool ok = true;
  if (const char* end = ScanNameAndEqual(begin, &name)) {
    state.lexer.SkipTo(end);
  } else {
    if (!ReadNewName(state, &name)) {
      const bool is_glued = state.kind() == TokKind::kAttributeName;
      const uint32_t symbol = is_glued ? state.Intern(state.token().value) : SymbolTable::kNone;
      return RecoverAtInstruction(state, scope, symbol, name_position);
    }
    ok = state.Expect(TokKind::kEqual, Code::kExpectsEqualInInstruction);
  }
  const SymbolTable::Hashed hashed = state.module.symbols.Prefetch(name);
  if (ok && is_root && scope.root_seen) ok = state.ErrorAt(root_position, Code::kOnlyOneRoot);
  if (!ok) return RecoverAtInstruction(state, scope, state.Intern(hashed), name_position);
  scope.root_seen = scope.root_seen || is_root;

  HloInstruction* instruction =
      ReadRightSide(state, scope, hashed, name_position, /*is_nested=*/false);
  if (instruction == nullptr) {
    return RecoverAtInstruction(state, scope, state.Intern(hashed), name_position);
  }
  if (is_root) scope.marked_root = instruction;
  if (!state.IsOverMemory()) return true;
  return state.ErrorAt(name_position, Code::kModuleTooLarge, state.memory_limit());
}

HloInstruction* ReadRightSide(ParseState& state, Scope& scope, const SymbolTable::Hashed& name,
                              uint32_t name_position, bool is_nested) {
  ParseContext::DepthGuard guard(state);
  if (!guard.ok()) return nullptr;
  Draft draft(scope);
  draft.is_nested = is_nested;
  draft.name = name.name;
  draft.name_ending = NameEndingOf(name.name);
  draft.position = state.lexer.Position();

  if (!ReadShapeAndOpcode(state, &draft) || !ReadArguments(state, &draft)) return nullptr;
  draft.attributes_position = state.lexer.Position();
  if (ReadPlainTail(state, &draft)) {
    if (DemandsOf(draft.opcode) == Demands::kShapes && !CheckOpcode(state, &draft)) return nullptr;
  } else {
    if (!CheckOperandCount(state, draft) || !CheckBeforeAttributes(state, &draft) ||
        !ReadAttributes(state, &draft) || !CheckRequiredAttributes(state, &draft) ||
        !FinishDraft(state, &draft)) {
      return nullptr;
    }
  }
  const uint32_t symbol = is_nested ? AnonymousName(state, draft) : state.Intern(name);
  if (!(HasPlainName(draft) || CheckName(state, draft, symbol, name_position)) ||
      (HasCommonAttributes(draft) && !CheckCommonAttributes(state, &draft))) {
    return nullptr;
  }
  return CreateInstruction(state, draft, symbol, name_position);
}

}  // namespace hlo::internal
