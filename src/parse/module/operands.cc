// Operands other than known names. As in XLA: try an operand as a name, then as a nested
// instruction; if both fail, log that, leave the operand out and read on. XLA logs the errors of
// both attempts; here one error has the reason of the attempt that the text resembles.
#include <algorithm>
#include <string>
#include <vector>

#include "hlo/print_values.h"
#include "src/lex/scan_run.h"
#include "src/parse/legacy.h"
#include "src/parse/module/instruction.h"
#include "src/parse/module/recovery.h"
#include "src/parse/values/shape.h"
#include "src/vocabulary/word_table.h"

namespace hlo_text_v1::internal {

namespace {

// The error for the operand at `start`, with the message of its reason, and a note if the reason is
// elsewhere. Several levels of nesting share one reason.
Diagnostic BadOperand(uint32_t start, Diagnostic* reason) {
  constexpr Code kCode = Code::kCannotParseOperand;
  Diagnostic error{
      Severity::kError, kCode, start, start, std::string(DiagnosticCodeText(kCode)), {}};
  if (reason == nullptr) return error;
  const bool is_nested = reason->code == kCode;
  error.message =
      is_nested ? std::move(reason->message) : StrCat(error.message, " ", reason->message);
  error.notes = std::move(reason->notes);
  error.suggestions = std::move(reason->suggestions);
  if (reason->begin == start) {
    error.end = reason->end;
  } else if (error.notes.empty()) {
    error.notes.push_back(DiagnosticNote{
        reason->begin, reason->end, std::string(DiagnosticCodeText(Code::kOperandErrorIsHere))});
  }
  return error;
}

// Whether `path`, the element `index` of `shape`, may be made.
bool CheckNewElement(ParseState& state, const Shape& shape, int64_t index, const std::string& path,
                     uint32_t start) {
  if (!shape.IsTuple()) {
    return state.ErrorAt(start, Code::kGteOperandNotTuple, PrintShape(shape, false));
  }
  if (index < 0 || index >= static_cast<int64_t>(shape.tuple_shapes().size())) {
    return state.ErrorAt(start, Code::kGteIndexOutOfBounds, index, PrintShape(shape, false));
  }
  const size_t names = 2 * path.size();  // memory holds its name twice
  return state.RequireAt(state.Expand(names), start, Code::kExpansionTooLarge) &&
         state.ExpandShape(start, *shape.tuple_shapes(index));
}

// The get-tuple-element that `t#index` stands for, made at its first mention.
HloInstruction* MakeTupleElement(ParseState& state, Scope& scope, HloInstruction* tuple,
                                 const std::string& path, int64_t index, uint32_t start) {
  auto known = scope.tuple_elements.find(path);
  if (known != scope.tuple_elements.end()) return known->second;
  const Shape& shape = tuple->shape();
  if (!CheckNewElement(state, shape, index, path, start)) return nullptr;
  HloInstruction* element = IrAccess::Append(state.arena, scope.computation);
  // The name takes part in making names unique but cannot be referred to.
  Node(element).name = state.Intern(state.arena.CopyString(SanitizeName(path)));
  state.module.names_may_collide = true;
  state.module.folds_tuple_elements = true;
  Node(element).source_offset = start;
  Node(element).opcode = HloOpcode::kGetTupleElement;
  Node(element).shape = shape.tuple_shapes(index);
  IrAccess::SetOperands(state.arena, element, absl::MakeConstSpan(&tuple, 1));
  AttributeList attributes;
  attributes.Add(Attribute::Int64(AttributeKind::kIndex, index));
  TakeOriginOfElement(*tuple, &attributes);
  IrAccess::SetAttributes(state.arena, element, attributes);
  scope.tuple_elements.emplace(path, element);
  return element;
}

// {#int} after a name: the element of `operand`; `operand` itself without '#'. Returns nullptr,
// logged, if there is no such element.
HloInstruction* ReadTupleElement(ParseState& state, Scope& scope, std::string_view name,
                                 uint32_t start, HloInstruction* operand) {
  std::string path(name);
  while (operand != nullptr && state.EatIf(TokKind::kOctothorp)) {
    int64_t index = 0;
    if (!state.ReadInt64(&index)) return nullptr;
    // A refused instruction may have no shape.
    const bool is_refused = Node(operand).is_poisoned;
    if (is_refused && Subshape(operand->shape(), {index}) == nullptr) continue;
    path += "_" + std::to_string(index);
    operand = MakeTupleElement(state, scope, operand, path, index, start);
  }
  return operand;
}

// In a text of instructions without a computation, operands may name undefined parameters. Returns
// nullptr, logged at `start`, if this one has no shape.
HloInstruction* MakeImplicitParameter(ParseState& state, Scope& scope, std::string_view name,
                                      const Shape* shape, uint32_t start) {
  if (shape == nullptr || state.kind() == TokKind::kOctothorp) {
    int64_t index = 0;
    while (state.EatIf(TokKind::kOctothorp) && state.ReadInt64(&index)) {
    }
    state.ErrorAt(start, Code::kOperandHasNoShape);
    return nullptr;
  }
  const int64_t number = scope.parameter_numbers.TakeFree();
  if (name.empty()) name = state.arena.CopyString("_" + std::to_string(number));
  const uint32_t written = state.Intern(name);
  if (!IsSaneName(name)) name = state.arena.CopyString(SanitizeName(name));
  HloInstruction* parameter = IrAccess::Append(state.arena, scope.computation);
  Node(parameter).name = state.Intern(name);
  Node(parameter).source_offset = state.lexer.Position();
  Node(parameter).shape = shape;
  Node(parameter).opcode = HloOpcode::kParameter;
  Node(parameter).parameter_number = number;
  state.instructions[written] = parameter;
  state.module.names_may_collide = true;
  scope.parameters.push_back(parameter);
  return parameter;
}

}  // namespace

void ReadOperand(ParseState& state, Draft* draft) {
  const uint32_t start = state.lexer.Position();
  const char* begin = state.lexer.At();
  std::vector<Diagnostic>& log = state.log();
  const size_t logged = log.size();

  HloInstruction* operand = ReadOperandName(state, draft->scope, start);
  size_t reason = logged;
  if (operand == nullptr) {
    const bool looks_nested = *state.lexer.At() == '(';
    const size_t of_nested = log.size();
    state.lexer.SkipTo(begin);
    operand = ReadRightSide(state, draft->scope, SymbolTable::Hashed{}, start, /*is_nested=*/true);
    if (looks_nested && log.size() > of_nested) reason = of_nested;
  }
  if (operand != nullptr) {
    log.resize(logged);
    AddOperand(state, operand, draft);
    return;
  }
  Diagnostic error = BadOperand(start, reason < log.size() ? &log[reason] : nullptr);
  log.resize(logged);
  log.push_back(std::move(error));
}

HloInstruction* ReadOperandName(ParseState& state, Scope& scope, uint32_t start) {
  const Shape* declared = nullptr;
  if (CanBeShape(state) && !ReadShape(state, &declared)) return nullptr;
  const bool has_name = state.kind() == TokKind::kName || state.kind() == TokKind::kIdent ||
                        (state.options.upgrade_legacy && state.IsWordAsName());
  const bool may_be_implicit = state.module.is_single_instruction && !scope.is_nested;
  const bool may_lack_name = may_be_implicit && declared != nullptr;
  std::string_view name;
  if ((has_name || !may_lack_name) && !state.ReadName(&name)) return nullptr;

  HloInstruction* named = has_name ? state.instructions.Find(name, scope.computation) : nullptr;
  if (named == nullptr && may_be_implicit) {
    named = MakeImplicitParameter(state, scope, name, declared, start);
  }
  if (named == nullptr) {
    state.ErrorAt(start, Code::kInstructionDoesNotExist, name);
    state.log().back().end = state.lexer.Offset(state.lexer.Consumed());
    return nullptr;
  }
  HloInstruction* operand = ReadTupleElement(state, scope, name, start, named);
  if (operand == nullptr) return nullptr;
  const bool is_poisoned = Node(operand).is_poisoned;
  if (declared != nullptr && !is_poisoned && !ShapesCompatible(*declared, operand->shape()) &&
      !AgreesWhenUpgraded(state, *declared, *operand, start)) {
    if (operand != named) {
      state.ErrorAt(start, Code::kOperandShapeDoesNotMatch, PrintShape(*declared, false),
                    PrintShape(operand->shape(), false));
      return nullptr;
    }
    state.ErrorAt(start, Code::kOperandShapeMismatch, PrintShape(*declared),
                  PrintShape(operand->shape()));
    NoteOlderShape(state, *declared, *operand, start);
    state.ErrorAt(start, Code::kInstructionDoesNotExist, name);
    return nullptr;
  }
  const TokKind next = state.kind();
  if (next == TokKind::kComma || next == TokKind::kRparen) return operand;
  state.Error(Code::kExpectsOperandsEnd);
  return nullptr;
}

}  // namespace hlo_text_v1::internal
