// One line of a computation: [ROOT] name = [shape] opcode(operands), attributes.
//
// Nothing is created until the whole line is read and checked. Operands and attributes are gathered
// on two stacks of the parser, since an operand may be an instruction itself.
#include "hlo/opcode.h"
#include "src/infer/shape_inference.h"
#include "src/lex/scan_run.h"
#include "src/parse/module/hlo_parser.h"
#include "src/parse/values/literal_parser.h"
#include "src/parse/values/shape_parser.h"
#include "src/vocabulary/word_table.h"

namespace hlo {

using Code = DiagnosticCode;
using internal::IrAccess;

namespace {

constexpr size_t kUsualParameters = 4;

// A name that the lexer accepted, in its text, is illegal if it begins with "__" or is a type.
bool IsIllegalName(std::string_view name) {
  if (name[0] == '_') return !IsSaneName(name);
  // add.12: no type has a point, and none but token and opaque is longer than what is looked at.
  if (name.size() > 13 || (name.size() > 4 && (name[3] == '.' || name[4] == '.'))) return false;
  return FindPaddedWord(name).word_class == WordClass::kPrimitiveType;
}

// The end of `%name = ` at `p`, as XLA prints it, and the name; nullptr for any other text.
const char* ScanNameAndEqual(const char* p, std::string_view* name) {
  if (*p != '%' || !HasClass(p[1], kIdentifierStart)) return nullptr;
  const char* begin = p + 1;
  p = SkipIdentifier(begin);
  *name = std::string_view(begin, static_cast<size_t>(p - begin));
  return p[0] == ' ' && p[1] == '=' && p[2] == ' ' ? p + 3 : nullptr;
}

}  // namespace

bool HloParser::ParseInstruction(Scope* scope) {
  const uint32_t root_position = ctx_.lexer.Position();
  saw_poison_ = false;
  const bool is_root = *ctx_.lexer.At() == 'R' && ctx_.EatIf(TokKind::kw_ROOT);
  const uint32_t name_position = ctx_.lexer.Position();
  std::string_view name;
  bool ok = true;
  if (const char* end = ScanNameAndEqual(ctx_.lexer.At(), &name)) {
    ctx_.lexer.SkipTo(end);
  } else {
    if (!ctx_.ParseName(&name)) {
      return RecoverAtInstruction(scope, SymbolTable::kNone, name_position);
    }
    ok = ctx_.Expect(TokKind::kEqual, Code::kExpectsEqualInInstruction);
  }
  const SymbolTable::Hashed hashed = state_.symbols.Prefetch(name);
  if (ok && is_root && scope->root_seen) ok = ErrorAt(root_position, Code::kOnlyOneRoot);
  if (!ok) return RecoverAtInstruction(scope, Intern(hashed), name_position);
  scope->root_seen = scope->root_seen || is_root;

  HloInstruction* instruction = ParseRightSide(scope, hashed, name_position, /*is_nested=*/false);
  if (instruction == nullptr) return RecoverAtInstruction(scope, Intern(hashed), name_position);
  if (is_root) scope->marked_root = instruction;
  return !ctx_.IsOverMemory() || ErrorAt(name_position, Code::kModuleTooLarge, ctx_.memory_limit());
}

HloInstruction* HloParser::ParseRightSide(Scope* scope, const SymbolTable::Hashed& name,
                                          uint32_t name_position, bool is_nested) {
  ParseContext::DepthGuard guard(ctx_);
  if (!guard.ok()) return nullptr;
  Draft draft;
  draft.is_nested = is_nested;
  draft.name = name.name;
  draft.first_operand = operands_.size();
  draft.first_attribute = attributes_.size();
  const uint32_t start = ctx_.lexer.Position();
  draft.position = start;

  HloInstruction* instruction = nullptr;
  if (ParseKnownHead(&draft) ||
      ((!CanBeShape(ctx_) || ParseShape(ctx_, &draft.shape)) && ParseOpcode(&draft))) {
    bool ok;
    if (draft.phase == AsyncPhase::kNone && draft.opcode == HloOpcode::kParameter) {
      ok = ParseParameterNumber(scope, &draft);
    } else if (draft.phase == AsyncPhase::kNone && draft.opcode == HloOpcode::kConstant) {
      ok = ParseConstant(&draft);
    } else if (draft.unknown != nullptr) {
      ok = ParseUnknownOperands(scope, &draft);
    } else {
      ok = ParseOperands(scope, &draft);
    }
    if (ok && ParseOperandsAndAttributes(scope, &draft)) {
      instruction = is_nested ? CreateInstruction(scope, &draft, AnonymousName(draft), start)
                              : CreateInstruction(scope, &draft, Intern(name), name_position);
    }
  }
  operands_.resize(draft.first_operand);
  attributes_.resize(draft.first_attribute);
  return instruction;
}

// A shape that occurred before, an opcode and what follows it up to the '(', straight from the
// bytes. False, with nothing consumed, for anything else.
bool HloParser::ParseKnownHead(Draft* draft) {
  const char* begin = nullptr;
  const Shape* shape = FindKnownShapeBeforeWord(ctx_.shape_texts, ctx_.lexer.At(), &begin);
  if (shape == nullptr) return false;
  const char* end = SkipIdentifier(begin);
  const Word& word = FindPaddedWord(std::string_view(begin, static_cast<size_t>(end - begin)));
  if (word.word_class != WordClass::kOpcode || *end != '(') return false;
  draft->shape = shape;
  draft->opcode = static_cast<HloOpcode>(word.value);
  ctx_.lexer.SkipTo(end);
  return true;
}

bool HloParser::ParseOpcode(Draft* draft) {
  const Token& token = ctx_.token();
  if (token.kind != TokKind::kIdent) return Error(Code::kExpectsOpcode);
  if (token.is_opcode) {
    draft->opcode = token.opcode;
  } else {
    // X-start, X-update, X-done of an opcode X without opcodes of its own for them.
    const std::string_view word = token.value;
    for (AsyncPhase phase : {AsyncPhase::kStart, AsyncPhase::kUpdate, AsyncPhase::kDone}) {
      const std::string_view suffix = AsyncPhaseSuffix(phase);
      if (word.size() <= suffix.size() || word.substr(word.size() - suffix.size()) != suffix) {
        continue;
      }
      const std::string_view wrapped = word.substr(0, word.size() - suffix.size());
      const std::optional<HloOpcode> opcode = ParseHloOpcode(wrapped);
      if (!opcode.has_value()) {
        if (KeepUnknownOpcode(draft)) return HasShape(*draft);
        return Error(Code::kUnknownAsyncOpcode, word, wrapped);
      }
      if (HasFirstClassAsync(*opcode)) continue;
      draft->opcode = *opcode;
      draft->phase = phase;
      break;
    }
    if (draft->phase == AsyncPhase::kNone) {
      if (KeepUnknownOpcode(draft)) return HasShape(*draft);
      return Error(Code::kUnknownOpcode, word, word);
    }
  }
  ctx_.lexer.Next();
  if (draft->shape != nullptr) return true;
  switch (draft->phase) {
    case AsyncPhase::kNone:
      break;
    case AsyncPhase::kStart:
      return Error(Code::kCannotInferShape, "async-start");
    case AsyncPhase::kUpdate:
      return Error(Code::kCannotInferShape, "async-update");
    case AsyncPhase::kDone:
      return Error(Code::kCannotInferShape, "async-done");
  }
  const OpcodeInfo& info = GetOpcodeInfo(draft->opcode);
  return info.can_infer_shape || Error(Code::kCannotInferShape, info.name);
}

bool HloParser::ParseParameterNumber(Scope* scope, Draft* draft) {
  if (!ctx_.EatByte('(')) return Error(Code::kExpectsParameterNumberStart);
  if (!ctx_.ParseInt64(&draft->parameter_number)) return false;
  const int64_t number = draft->parameter_number;
  const uint32_t position = ctx_.lexer.Position();
  if (number < 0) return Error(Code::kParameterNumberNegative);
  if (!ctx_.EatByte(')')) return Error(Code::kExpectsParameterNumberEnd);
  // Numbers nearly always come as 0, 1, 2 ...; a set is only kept if they do not.
  if (scope->parameter_numbers.empty() && number == scope->dense_parameters) {
    ++scope->dense_parameters;
  } else {
    if (scope->parameter_numbers.empty()) {
      for (int64_t i = 0; i < scope->dense_parameters; ++i) scope->parameter_numbers.insert(i);
    }
    if (!scope->parameter_numbers.insert(number).second) {
      return ErrorAt(position, Code::kDuplicateParameterNumber, number);
    }
  }
  return true;
}

bool HloParser::ParseConstant(Draft* draft) {
  if (!ctx_.Expect(TokKind::kLparen, Code::kExpectsConstantStart)) return false;
  Literal literal;
  if (!ParseLiteral(ctx_, *draft->shape, &literal)) return false;
  draft->literal = ctx_.arena.New<Literal>(literal);
  draft->shape = &draft->literal->shape();
  return ctx_.Expect(TokKind::kRparen, Code::kExpectsConstantEnd);
}

// All that follows the operands, up to a draft that is complete.
bool HloParser::ParseOperandsAndAttributes(Scope* scope, Draft* draft) {
  draft->attributes_position = ctx_.lexer.Position();
  if (ParsePlainTail(draft)) return true;
  if (!CheckOperandCount(*draft) || !CheckBeforeAttributes(draft)) return false;
  draft->allowed = AllowedAttributes(*draft);
  const bool may_have_attributes = !draft->is_nested;
  if (may_have_attributes && !ParseAttributes(scope, draft)) return false;
  if (!CheckRequiredAttributes(draft)) return false;
  if (!CheckInstruction(draft)) return false;
  NormalizeAttributes(draft);
  return draft->shape != nullptr || InferMissingShape(draft);
}

bool HloParser::InferMissingShape(Draft* draft) {
  if (draft->lacks_known_attributes) {
    return Error(Code::kUnknownAttributeNeedsShape, HloOpcodeName(draft->opcode));
  }
  // Inference wants an instruction; this one is never linked into a computation.
  HloComputation unlinked;
  HloInstruction* instruction = IrAccess::Append(ctx_.arena, &unlinked);
  IrAccess::Opcode(instruction) = draft->opcode;
  IrAccess::SetOperands(ctx_.arena, instruction, Operands(*draft));
  IrAccess::SetAttributes(ctx_.arena, instruction,
                          absl::MakeConstSpan(attributes_).subspan(draft->first_attribute));
  bool callees_defined = true;
  instruction->ForEachCalledComputation([&](HloComputation* callee) {
    callees_defined = callees_defined && callee->root_instruction() != nullptr;
  });
  const std::string_view name = HloOpcodeName(draft->opcode);
  if (!callees_defined) {
    return Error(Code::kFailedToInferShape, name, "the called computation is not defined yet.");
  }
  absl::StatusOr<const Shape*> shape = InferShape(*instruction, ctx_.shapes);
  if (!shape.ok()) {
    return Error(Code::kFailedToInferShape, name, Std(shape.status().message()));
  }
  draft->shape = *shape;
  return ExpandShape(draft->position, **shape);
}

bool HloParser::ExpandShape(uint32_t position, const Shape& shape) {
  return !shape.IsTuple() || ctx_.Expand(printed_sizes_.Of(shape)) ||
         ErrorAt(position, Code::kExpansionTooLarge);
}

HloInstruction* HloParser::CreateInstruction(Scope* scope, Draft* complete, uint32_t name,
                                             uint32_t position) {
  const std::string_view text = state_.symbols.Text(name);
  if (!complete->is_nested && IsIllegalName(complete->name)) {
    ErrorAt(position, Code::kIllegalInstructionName, text, SanitizeName(text));
    return nullptr;
  }
  if (!CheckCommonAttributes(complete)) return nullptr;
  const Draft& draft = *complete;

  HloInstruction* instruction = IrAccess::Append(ctx_.arena, scope->computation);
  IrAccess::Name(instruction) = name;
  IrAccess::SourceOffset(instruction) = position;
  IrAccess::Opcode(instruction) = draft.opcode;
  IrAccess::Phase(instruction) = draft.phase;
  IrAccess::ShapeOf(instruction) = draft.shape;
  if (draft.literal != nullptr) {
    IrAccess::SetLiteral(instruction, draft.literal);
  } else if (draft.opcode == HloOpcode::kParameter && draft.phase == AsyncPhase::kNone) {
    IrAccess::SetParameterNumber(instruction, draft.parameter_number);
    if (scope->parameters.empty()) scope->parameters.reserve(kUsualParameters);
    scope->parameters.push_back(instruction);
  } else {
    IrAccess::SetOperands(ctx_.arena, instruction, Operands(draft));
  }
  IrAccess::SetAttributes(ctx_.arena, instruction,
                          absl::MakeConstSpan(attributes_).subspan(draft.first_attribute));
  NoteForModule(draft, instruction);
  if (draft.is_tainted) IrAccess::Flags(instruction) |= IrAccess::kPoisoned;
  if (anonymous_names_ != nullptr && !draft.is_nested) anonymous_names_->GetUniqueName(text);
  return DefineName(scope, instruction, name, position) ? instruction : nullptr;
}

// What later passes want to know about the module without looking at every instruction.
void HloParser::NoteForModule(const Draft& draft, HloInstruction* instruction) {
  if (draft.unknown != nullptr) {
    WarnOfUnknown(Code::kUnknownOpcodeKept, draft.unknown->name, draft.unknown->name);
  }
  const bool is_link = draft.phase == AsyncPhase::kUpdate || draft.phase == AsyncPhase::kDone;
  if (draft.opcode == HloOpcode::kFusion && !is_link) {
    instruction->ForEachCalledComputation(
        [](HloComputation* callee) { ++IrAccess::FusionCallers(callee); });
  }
  if (draft.phase == AsyncPhase::kNone && draft.opcode != HloOpcode::kAsyncStart) return;
  state_.has_async = true;
  if (draft.phase == AsyncPhase::kStart) {
    state_.sugared_starts.push_back({instruction, state_.computations.size()});
  }
}

bool HloParser::DefineName(Scope* scope, HloInstruction* instruction, uint32_t name,
                           uint32_t position) {
  if (const HloInstruction* other = FindInstruction(*scope, name)) {
    ErrorAt(position, Code::kInstructionExists, state_.symbols.Text(name));
    return ErrorAt(other->source_offset(), Code::kInstructionPreviouslyDefined);
  }
  if (scope->is_nested) scope->hidden.emplace_back(name, instruction_of_[name]);
  if (!state_.names_may_collide) {
    state_.names_may_collide = scope->is_nested || instruction_of_[name] != nullptr ||
                               IsOddlyNumbered(state_.symbols.Text(name));
  }
  instruction_of_[name] = instruction;
  return true;
}

// "negate.anon", unique among all names of the text so far.
uint32_t HloParser::AnonymousName(const Draft& draft) {
  if (anonymous_names_ == nullptr) {
    anonymous_names_ = std::make_unique<NameUniquer>();
    for (const auto& computation : state_.owned_computations) {
      for (const HloInstruction* instruction : computation->instructions()) {
        anonymous_names_->GetUniqueName(state_.symbols.Text(IrAccess::Name(instruction)));
      }
    }
  }
  std::string name(draft.unknown != nullptr ? draft.unknown->name
                   : draft.phase == AsyncPhase::kNone
                       ? HloOpcodeName(draft.opcode)
                       : HloOpcodeName(draft.phase == AsyncPhase::kStart ? HloOpcode::kAsyncStart
                                       : draft.phase == AsyncPhase::kUpdate
                                           ? HloOpcode::kAsyncUpdate
                                           : HloOpcode::kAsyncDone));
  name = anonymous_names_->GetUniqueName(name + ".anon");
  const uint32_t known = state_.symbols.Find(name);
  return known != SymbolTable::kNone ? known : Intern(ctx_.arena.CopyString(name));
}

}  // namespace hlo
