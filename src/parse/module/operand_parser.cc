// Operand lists: (a, f32[2] %b, f32[] negate(c), t#0#1).
//
// The fast path takes a known name, with or without a shape in front, straight from the bytes. All
// else follows XLA to the letter: an operand is first tried as a name, then as a nested
// instruction, and where both fail that is logged, the operand is dropped, and reading goes on.
#include <string>

#include "hlo/print_values.h"
#include "src/lex/scan_run.h"
#include "src/parse/module/hlo_parser.h"
#include "src/parse/values/shape_parser.h"

namespace hlo {

using Code = DiagnosticCode;
using internal::IrAccess;

bool HloParser::ParseOperands(Scope* scope, Draft* draft) {
  draft->operands_position = ctx_.lexer.Position();
  if (!ctx_.EatByte('(')) return Error(Code::kExpectsOperandsStart);
  ParseContext::DepthGuard guard(ctx_);
  if (!guard.ok()) return false;
  if (ctx_.EatByte(')') || ParseKnownOperands(scope, draft)) return true;
  do {
    if (!ParseOperandFast(scope, draft)) ParseOperandSlow(scope, draft);
  } while (ctx_.EatByte(','));
  return ctx_.EatByte(')') || Error(Code::kExpectsOperandsEnd);
}

// %a, f32[] %b) as XLA prints it, as far as shapes and names are known. False if that is not to the
// end; the lexer then stands at the first operand that is left.
bool HloParser::ParseKnownOperands(Scope* scope, Draft* draft) {
  const char* p = ctx_.lexer.At();
  for (;;) {
    const char* begin = p;
    const Shape* declared = nullptr;
    if (*begin != '%') {
      declared = FindKnownShapeBeforeWord(ctx_.shape_texts, p, &begin);
      if (declared == nullptr || *begin != '%') break;
    }
    const char* end = SkipIdentifier(++begin);
    HloInstruction* operand = FindInstruction(
        *scope, state_.symbols.Find(std::string_view(begin, static_cast<size_t>(end - begin))));
    if (operand == nullptr || (*end != ')' && (*end != ',' || end[1] != ' '))) break;
    if (declared != nullptr && !ShapesCompatible(*declared, operand->shape())) break;
    operands_.push_back(operand);
    NotePoison(operand, draft);
    if (*end == ')') {
      ctx_.lexer.SkipTo(end + 1);
      return true;
    }
    p = end + 2;
  }
  ctx_.lexer.SkipTo(p);
  return false;
}

// [shape] name before ',' or ')'. False, with nothing consumed, if it is anything else.
bool HloParser::ParseOperandFast(Scope* scope, Draft* draft) {
  const char* start = ctx_.lexer.At();
  const Shape* declared = *start == '%' ? nullptr : FindKnownShape(ctx_);
  const char* p = ctx_.lexer.At();
  std::string_view name;
  if (*p == '%') {
    const char* begin = p + 1;
    p = SkipIdentifier(begin);
    name = std::string_view(begin, static_cast<size_t>(p - begin));
  } else if (HasClass(*p, kIdentifierStart) && ctx_.kind() == TokKind::kIdent) {
    name = ctx_.token().value;
    p = ctx_.token().end;
  }
  if (*p == ',' || *p == ')') {
    HloInstruction* operand = FindInstruction(*scope, state_.symbols.Find(name));
    if (operand != nullptr &&
        (declared == nullptr || ShapesCompatible(*declared, operand->shape()))) {
      ctx_.lexer.SkipTo(p);
      operands_.push_back(operand);
      NotePoison(operand, draft);
      return true;
    }
  }
  ctx_.lexer.SkipTo(start);
  return false;
}

void HloParser::ParseOperandSlow(Scope* scope, Draft* draft) {
  const uint32_t start = ctx_.lexer.Position();
  const char* start_byte = ctx_.lexer.At();
  std::vector<Diagnostic> earlier;
  earlier.swap(ctx_.log());

  HloInstruction* operand = ParseOperandName(scope, start);
  if (operand == nullptr) {
    std::vector<Diagnostic> as_name;
    as_name.swap(ctx_.log());
    ctx_.lexer.SkipTo(start_byte);
    operand = ParseRightSide(scope, SymbolTable::Hashed{}, start, /*is_nested=*/true);
    if (operand == nullptr) {
      std::vector<Diagnostic> as_instruction;
      as_instruction.swap(ctx_.log());
      ctx_.log() = std::move(earlier);
      ErrorAt(start, Code::kCannotParseOperand);
      // Deep nesting logs a few entries a level, and each level handles all of them.
      constexpr size_t kMostEntries = 1000;
      for (std::vector<Diagnostic>* part : {&as_name, &as_instruction}) {
        for (Diagnostic& entry : *part) {
          if (ctx_.log().size() < kMostEntries) ctx_.log().push_back(std::move(entry));
        }
      }
      return;
    }
  }
  ctx_.log() = std::move(earlier);
  operands_.push_back(operand);
  NotePoison(operand, draft);
}

// [shape] name {#int}, then ',' or ')'.
HloInstruction* HloParser::ParseOperandName(Scope* scope, uint32_t start) {
  const Shape* declared = nullptr;
  if (CanBeShape(ctx_) && !ParseShape(ctx_, &declared)) return nullptr;
  std::string_view name;
  const bool may_be_implicit =
      state_.is_single_instruction && !scope->is_nested && declared != nullptr;
  const bool has_name = ctx_.kind() == TokKind::kName || ctx_.kind() == TokKind::kIdent;
  if ((has_name || !may_be_implicit) && !ctx_.ParseName(&name)) return nullptr;

  HloInstruction* operand = has_name ? FindInstruction(*scope, state_.symbols.Find(name)) : nullptr;
  if (operand == nullptr && state_.is_single_instruction && !scope->is_nested) {
    if (declared != nullptr && ctx_.kind() != TokKind::kOctothorp) {
      operand = MakeImplicitParameter(scope, name, declared);
    } else {
      int64_t index = 0;
      while (ctx_.EatIf(TokKind::kOctothorp) && ctx_.ParseInt64(&index)) {
      }
      Error(Code::kOperandHasNoShape);
    }
  }
  if (operand == nullptr) {
    ErrorAt(start, Code::kInstructionDoesNotExist, name);
    return nullptr;
  }
  std::string path(name);
  while (ctx_.EatIf(TokKind::kOctothorp)) {
    int64_t index = 0;
    if (!ctx_.ParseInt64(&index)) return nullptr;
    path += "_" + std::to_string(index);
    operand = MakeTupleElement(scope, operand, path, index, start);
    if (operand == nullptr) return nullptr;
  }
  const bool is_element = path.size() > name.size();
  const bool is_poisoned = (IrAccess::Flags(operand) & IrAccess::kPoisoned) != 0;
  if (declared != nullptr && !is_poisoned && !ShapesCompatible(*declared, operand->shape()) &&
      !AgreesWhenUpgraded(*declared, *operand, start)) {
    if (is_element) {
      ErrorAt(start, Code::kOperandShapeDoesNotMatch, PrintShape(*declared, false),
              PrintShape(operand->shape(), false));
      return nullptr;
    }
    Error(Code::kOperandShapeMismatch, PrintShape(*declared), PrintShape(operand->shape()));
    NoteOlderShape(*declared, *operand, start);
    ErrorAt(start, Code::kInstructionDoesNotExist, name);
    return nullptr;
  }
  const TokKind next = ctx_.kind();
  return next == TokKind::kComma || next == TokKind::kRparen ? operand : nullptr;
}

// The get-tuple-element that `t#index` stands for, made at its first mention.
HloInstruction* HloParser::MakeTupleElement(Scope* scope, HloInstruction* tuple,
                                            const std::string& path, int64_t index,
                                            uint32_t start) {
  auto known = scope->tuple_elements.find(path);
  if (known != scope->tuple_elements.end()) return known->second;
  const Shape& shape = tuple->shape();
  if (!shape.IsTuple()) {
    ErrorAt(start, Code::kGteOperandNotTuple, PrintShape(shape, false));
    return nullptr;
  }
  if (index < 0 || index >= static_cast<int64_t>(shape.tuple_shapes().size())) {
    ErrorAt(start, Code::kGteIndexOutOfBounds, index, PrintShape(shape, false));
    return nullptr;
  }
  // Its name is in memory twice.
  if (!ctx_.Expand(2 * path.size()) || !ExpandShape(start, *shape.tuple_shapes(index))) {
    if (ctx_.log().empty()) ErrorAt(start, Code::kExpansionTooLarge);
    return nullptr;
  }
  HloInstruction* element = IrAccess::Append(ctx_.arena, scope->computation);
  // The name takes part in making names unique, but cannot be referred to.
  IrAccess::Name(element) = Intern(ctx_.arena.CopyString(path));
  state_.names_may_collide = true;
  IrAccess::SourceOffset(element) = start;
  IrAccess::Opcode(element) = HloOpcode::kGetTupleElement;
  IrAccess::ShapeOf(element) = shape.tuple_shapes(index);
  IrAccess::SetOperands(ctx_.arena, element, absl::MakeConstSpan(&tuple, 1));
  Attribute attribute = Attribute::Int64(AttributeKind::kIndex, index);
  IrAccess::SetAttributes(ctx_.arena, element, absl::MakeConstSpan(&attribute, 1));
  scope->tuple_elements.emplace(path, element);
  return element;
}

// In a text that is one instruction, operands name parameters that nobody has written.
HloInstruction* HloParser::MakeImplicitParameter(Scope* scope, std::string_view name,
                                                 const Shape* shape) {
  while (scope->parameter_numbers.contains(scope->dense_parameters)) ++scope->dense_parameters;
  const int64_t number = scope->dense_parameters++;
  if (!scope->parameter_numbers.empty()) scope->parameter_numbers.insert(number);
  if (name.empty()) name = ctx_.arena.CopyString("_" + std::to_string(number));
  const uint32_t written = Intern(name);
  if (!IsSaneName(name)) name = ctx_.arena.CopyString(SanitizeName(name));
  HloInstruction* parameter = IrAccess::Append(ctx_.arena, scope->computation);
  IrAccess::Name(parameter) = Intern(name);
  IrAccess::SourceOffset(parameter) = ctx_.lexer.Position();
  IrAccess::ShapeOf(parameter) = shape;
  IrAccess::Opcode(parameter) = HloOpcode::kParameter;
  IrAccess::SetParameterNumber(parameter, number);
  instruction_of_[written] = parameter;
  state_.names_may_collide = true;
  scope->parameters.push_back(parameter);
  return parameter;
}

}  // namespace hlo
