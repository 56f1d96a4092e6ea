// The steps of reading one instruction, in the order of the text: ReadRightSide lists them. Each is
// a function here if most lines need it.
//
// The fast paths take known shapes, opcodes and names straight from the bytes. The rest follows XLA
// exactly.
#include "src/parse/module/instruction.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/strings/match.h"
#include "hlo/async.h"
#include "hlo/internal/attribute_access.h"
#include "hlo/opcode.h"
#include "hlo/shape_inference.h"
#include "src/async/wrapped_computation.h"
#include "src/lex/scan_run.h"
#include "src/parse/legacy.h"
#include "src/parse/module/checks.h"
#include "src/parse/module/recovery.h"
#include "src/parse/module/unknown.h"
#include "src/parse/values/literal.h"
#include "src/parse/values/shape.h"
#include "src/parse/values/values.h"
#include "src/vocabulary/async_pairs.h"
#include "src/vocabulary/word_table.h"

namespace hlo_text_v1::internal {

namespace {

// ---- The name.

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

// ---- Shape and opcode.

// A known shape, an opcode and a '('. Returns false, with nothing consumed, for anything else.
bool ReadKnownHead(ParseState& state, Draft* draft) {
  const char* begin = nullptr;
  const char* p = state.lexer.begin() + draft->position;
  const Shape* shape = FindKnownShapeBeforeWord(state.shape_texts, p, &begin);
  if (shape == nullptr) return false;
  const char* end = SkipIdentifier(begin);
  const Word& word = FindPaddedWord(std::string_view(begin, static_cast<size_t>(end - begin)));
  if (word.word_class != WordClass::kOpcode || *end != '(') return false;
  draft->shape = shape;
  draft->opcode = static_cast<HloOpcode>(word.value);
  state.lexer.SkipTo(end);
  return true;
}

// Adds the opcodes that `word` of the text may mean to a diagnostic.
void SuggestOpcode(const ParseState& state, std::string_view word, Diagnostic* diagnostic) {
  AsyncPhase phase = AsyncPhase::kNone;
  const std::string_view wrapped = StripAsyncSuffix(word, &phase);
  const std::string_view suffix = AsyncPhaseSuffix(phase);
  std::vector<std::string_view> names;
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    const auto opcode = static_cast<HloOpcode>(i);
    const std::string_view name = HloOpcodeName(opcode);
    if (!HasFirstClassAsync(opcode) || ParseHloOpcode(StrCat(name, suffix))) names.push_back(name);
  }
  state.SuggestFor(diagnostic, wrapped, names, suffix);
}

// Logs that the current token, `wrapped` and the suffix of `phase`, is not an opcode. Suggests an
// opcode, or a type if a '[' follows.
bool RefuseOpcode(ParseState& state, std::string_view wrapped, AsyncPhase phase) {
  const Token& token = state.token();
  const std::string_view word = token.value;
  const bool is_opcode = ParseHloOpcode(wrapped).has_value();
  if (is_opcode || phase == AsyncPhase::kNone) {
    state.Error(Code::kUnknownOpcode, word, word);
  } else {
    state.Error(Code::kUnknownAsyncOpcode, word, wrapped);
  }
  if (is_opcode) return false;
  if (*token.end == '[') return SuggestType(state);
  SuggestOpcode(state, word, &state.log().back());
  return false;
}

bool ReadOpcode(ParseState& state, Draft* draft) {
  const Token& token = state.token();
  if (token.kind != TokKind::kIdent) return state.Error(Code::kExpectsOpcode);
  if (token.is_opcode) {
    draft->opcode = token.opcode;
  } else if (const LegacyOpcode* legacy = FindLegacyOpcode(token.value);
             legacy != nullptr && state.options.upgrade_legacy) {
    UpgradeOpcode(state, *legacy, draft);
  } else {
    // An opcode that has no separate opcodes for the parts of an asynchronous chain.
    const std::string_view word = token.value;
    AsyncPhase phase = AsyncPhase::kNone;
    const std::string_view wrapped = StripAsyncSuffix(word, &phase);
    const std::optional<HloOpcode> opcode = ParseHloOpcode(wrapped);
    if (phase == AsyncPhase::kNone || !opcode.has_value() || HasFirstClassAsync(*opcode)) {
      if (KeepUnknownOpcode(state, draft)) {
        return state.RequireAt(draft->shape != nullptr, state.lexer.Offset(word.data()),
                               Code::kUnknownOpcodeNeedsShape, word);
      }
      RefuseOpcode(state, wrapped, phase);
      if (legacy == nullptr) return false;
      return state.NoteUpgradeLegacy(state.lexer.Offset(token.begin),
                                     state.lexer.Offset(token.end));
    }
    draft->opcode = *opcode;
    draft->phase = phase;
  }
  state.lexer.Next();
  if (draft->shape != nullptr) return true;
  if (draft->phase != AsyncPhase::kNone) {
    return state.Error(Code::kCannotInferShape, StrCat("async", AsyncPhaseSuffix(draft->phase)));
  }
  const OpcodeInfo& info = GetOpcodeInfo(draft->opcode);
  return state.Require(info.can_infer_shape, Code::kCannotInferShape, info.name);
}

// Sets shape, opcode and phase of the draft. The text may omit the shape where it can be inferred
// from the opcode. Returns false, logged, for anything else.
bool ReadShapeAndOpcode(ParseState& state, Draft* draft) {
  if (ReadKnownHead(state, draft)) return true;
  return (!CanBeShape(state) || ReadShape(state, &draft->shape)) && ReadOpcode(state, draft);
}

// ---- Between the parentheses.

// Whether an operand at `p` that does not begin with '%' is a name without a shape.
bool LacksShape(const char* p) {
  const char* end = SkipIdentifier(p);
  return *end == ',' || *end == ')';
}

// %a, b, /*index=5*/f32[] %c) while shapes and names are known. Returns false if it stops before
// the end; the lexer is then at an operand that is not known.
bool ReadKnownOperands(ParseState& state, Draft* draft) {
  const char* p = state.lexer.At();
  for (;;) {
    const char* begin = p;
    const Shape* declared = nullptr;
    if (*begin != '%' && !LacksShape(begin)) {
      declared = FindKnownShapeBeforeWord(state.shape_texts, p, &begin);
      if (declared == nullptr) break;
    }
    const bool is_marked = *begin == '%';
    if (is_marked) ++begin;
    const char* end = SkipIdentifier(begin);
    const std::string_view name(begin, static_cast<size_t>(end - begin));
    HloInstruction* operand = state.instructions.Find(name, draft->scope.computation);
    if (operand == nullptr || (*end != ')' && *end != ',')) break;
    if (!is_marked && IsReservedWord(name)) break;
    if (declared != nullptr && !ShapesCompatible(*declared, operand->shape())) break;
    AddOperand(state, operand, draft);
    if (*end == ')') {
      state.lexer.SkipTo(end + 1);
      return true;
    }
    p = end + 1;
    if (*p == ' ') ++p;
    if (*p != '%' && !HasClass(*p, kIdentifierStart)) {  // /*index=5*/
      state.lexer.SkipTo(p);
      p = state.lexer.At();
    }
  }
  state.lexer.SkipTo(p);
  return false;
}

// The operands with their parentheses. Returns false, logged, if there is no list.
bool ReadOperands(ParseState& state, Draft* draft) {
  const char* open = state.lexer.At();
  draft->operands_position = state.lexer.Offset(open);
  if (*open != '(') return state.Error(Code::kExpectsOperandsStart);
  state.lexer.SkipTo(open + 1);
  ParseContext::DepthGuard guard(state);
  if (!guard.ok()) return false;
  if (state.EatByte(')')) return true;
  do {
    if (ReadKnownOperands(state, draft)) return true;
    ReadOperand(state, draft);
  } while (state.EatByte(','));
  return state.Require(state.EatByte(')'), Code::kExpectsOperandsEnd);
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

// X-start that wraps X although it is an opcode of its own, and the done that follows.
void ReadPairAsSugar(Draft* draft) {
  if (draft->shape == nullptr) return;
  if (const AsyncPairOpcodes* pair = FindPairOpcodes<&AsyncPairOpcodes::start>(draft->opcode)) {
    if (!HasSugarBesidePair(pair->work, *draft->shape, draft->operands)) return;
    draft->opcode = pair->work;
    draft->phase = AsyncPhase::kStart;
  } else if ((pair = FindPairOpcodes<&AsyncPairOpcodes::done>(draft->opcode)) != nullptr) {
    if (draft->operands.empty() || pair->start == pair->work) return;
    if (!IsAsyncStart(*draft->operands[0]) && !IsAsyncUpdate(*draft->operands[0])) return;
    draft->opcode = pair->work;
    draft->phase = AsyncPhase::kDone;
  }
}

// Reads the part between an opcode's parentheses.
bool ReadArguments(ParseState& state, Draft* draft) {
  if (draft->phase == AsyncPhase::kNone && draft->opcode == HloOpcode::kParameter) {
    return ReadParameterNumber(state, draft);
  }
  if (draft->phase == AsyncPhase::kNone && draft->opcode == HloOpcode::kConstant) {
    if (!draft->shape->has_unknown_type()) return ReadConstant(state, draft);
    // Its value is text, as are operands of an unknown opcode that are not instructions.
    draft->opcode = HloOpcode::kUnknown;
    draft->unknown = state.arena.New<UnknownOpcode>(UnknownOpcode{"constant", {}});
  }
  if (draft->unknown != nullptr) return ReadUnknownOperands(state, draft);
  if (!ReadOperands(state, draft)) return false;
  if (draft->phase == AsyncPhase::kNone) ReadPairAsSugar(draft);
  return true;
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

// ---- After the operands.

// Fast path for opcodes that demand no more than Demands::kShapes: no attributes, or canonical
// metadata only. Returns false, keeping what it read in the draft, if there is more. Logs nothing.
bool ReadPlainTail(ParseState& state, Draft* draft) {
  if (DemandsOf(draft->opcode) == Demands::kMore || draft->phase != AsyncPhase::kNone ||
      draft->shape == nullptr ||
      draft->operands.size() != static_cast<size_t>(GetOpcodeInfo(draft->opcode).arity)) {
    return false;
  }
  const char* comma = state.lexer.begin() + draft->attributes_position;
  if (draft->is_nested || *comma != ',') return true;
  state.lexer.SkipTo(comma + 1);
  if (!ReadPlainMetadata(state, draft)) {
    state.lexer.SkipTo(comma);
    return false;
  }
  return *state.lexer.At() != ',';
}

bool InferMissingShape(ParseState& state, Draft* draft) {
  // Inference needs an instruction; this one is never linked into a computation, and does not count
  // as a user of its operands, because instructions without users print where XLA prints them.
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

// ---- From the draft to the module. Also records what later passes need to know about the module,
// which saves them a walk over all instructions.

constexpr size_t kUsualParameters = 4;

// A name that the lexer accepted is illegal only if it begins with "__" or is a type.
bool IsIllegalName(std::string_view name) {
  if (name[0] == '_') return !IsSaneName(name);
  return FindPaddedWord(name).word_class == WordClass::kPrimitiveType;
}

void NoteForModule(ParseState& state, const Draft& draft, HloInstruction* instruction) {
  if (draft.unknown != nullptr) {
    const std::string_view name = draft.unknown->name;
    // A constant of an unknown type is known: see ReadArguments.
    Diagnostic* warning = ParseHloOpcode(name).has_value()
                              ? nullptr
                              : state.WarnOfUnknown(Code::kUnknownOpcodeKept, name, name);
    if (warning != nullptr) {
      SuggestOpcode(state, name, warning);
      if (FindLegacyOpcode(name) != nullptr) {
        warning->notes.push_back(UpgradeLegacyNote(warning->begin, warning->end));
      }
    }
  }
  if (draft.opcode == HloOpcode::kFusion && !FollowsStart(draft.generic_opcode())) {
    instruction->ForEachCalledComputation(
        [](HloComputation* callee) { ++Node(callee).fusion_callers; });
  }
  if (draft.phase == AsyncPhase::kNone && draft.opcode != HloOpcode::kAsyncStart &&
      (!FollowsStart(draft.opcode) || !state.has_own_computations)) {
    return;
  }
  state.module.has_async = true;
  if (draft.phase != AsyncPhase::kNone) state.module.has_sugar = true;
}

// DefineName for a caller that knows whether the name is oddly numbered.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline bool Define(ParseState& state, Scope& scope,
                                                HloInstruction* instruction, uint32_t name,
                                                bool is_odd, uint32_t position) {
  InstructionNames& names = state.instructions;
  if (const HloInstruction* other = names.Find(name, scope.computation)) {
    state.ErrorAt(position, Code::kInstructionExists, names.Text(name));
    return state.ErrorAt(other->source_offset(), Code::kInstructionPreviouslyDefined);
  }
  if (scope.is_nested) scope.hidden.emplace_back(name, names[name]);
  if (!state.module.names_may_collide) {
    state.module.names_may_collide = is_odd || scope.is_nested || names[name] != nullptr;
  }
  names[name] = instruction;
  return true;
}

// The symbol of a name for a nested operand: "negate.anon", unique among all names of the text so
// far.
uint32_t AnonymousName(ParseState& state, const Draft& draft) {
  if (state.anonymous_names == nullptr) {
    state.anonymous_names = std::make_unique<NameUniquer>();
    for (const auto& computation : state.module.owned_computations) {
      for (const HloInstruction* instruction : computation->instructions()) {
        state.anonymous_names->GetUniqueName(state.instructions.Text(Node(instruction).name));
      }
    }
  }
  std::string name(draft.unknown != nullptr ? draft.unknown->name : HloOpcodeName(draft.opcode));
  if (draft.phase != AsyncPhase::kNone) name = StrCat("async", AsyncPhaseSuffix(draft.phase));
  name = state.anonymous_names->GetUniqueName(name + ".anon");
  const uint32_t known = state.module.symbols.Find(name);
  return known != SymbolTable::kNone ? known : state.Intern(state.arena.CopyString(name));
}

// Whether the draft's name is certainly legal, as most are: a name with a number is not a type.
bool HasPlainName(const Draft& draft) {
  return draft.name_ending == NameEnding::kNumber && draft.name[0] != '_';
}

// Whether the draft may be called `name`; if not, logs at `position`, that of the name.
bool CheckName(ParseState& state, const Draft& draft, uint32_t name, uint32_t position) {
  if (draft.is_nested || !IsIllegalName(draft.name)) return true;
  const std::string_view text = state.instructions.Text(name);
  const bool is_type = text[0] != '_';
  if (is_type && state.options.upgrade_legacy) return true;  // see UpgradeName
  const std::string legal = SanitizeName(text);
  state.ErrorAt(position, Code::kIllegalInstructionName, text, legal);
  const uint32_t end = state.EndOfName(position, text.size());
  state.log().back().suggestions.push_back({end - static_cast<uint32_t>(text.size()), end, legal});
  if (!is_type) return false;
  return state.NoteUpgradeLegacy(position, end);
}

// Adds a note at the name, at `position`, to an error on another line: checks that follow the last
// attribute report the next token, as XLA's do.
void NoteInstruction(ParseState& state, uint32_t position, size_t size) {
  if (state.log().empty()) return;
  Diagnostic& error = state.log().back();
  const char* consumed = state.lexer.Consumed();
  const char* at = state.lexer.begin() + error.begin;
  if (!error.notes.empty() || at < consumed || std::find(consumed, at, '\n') == at) return;
  error.notes.push_back(DiagnosticNote{position, state.EndOfName(position, size),
                                       std::string(DiagnosticCodeText(Code::kInstructionIsHere))});
}

// Appends the instruction to its body and defines its name. Returns nullptr, logged, if the body
// already has the name.
HloInstruction* CreateInstruction(ParseState& state, const Draft& draft, uint32_t name,
                                  uint32_t position) {
  Scope& scope = draft.scope;
  HloInstruction* instruction = IrAccess::Append(state.arena, scope.computation);
  Node(instruction).name = name;
  Node(instruction).source_offset = position;
  Node(instruction).opcode = draft.opcode;
  Node(instruction).phase = draft.phase;
  Node(instruction).shape = draft.shape;
  if (draft.literal != nullptr) {
    Node(instruction).literal = draft.literal;
  } else if (draft.opcode == HloOpcode::kParameter && draft.phase == AsyncPhase::kNone) {
    Node(instruction).parameter_number = draft.parameter_number;
    if (scope.parameters.empty()) scope.parameters.reserve(kUsualParameters);
    scope.parameters.push_back(instruction);
  } else {
    IrAccess::SetOperands(state.arena, instruction, draft.operands);
  }
  IrAccess::SetAttributes(state.arena, instruction, draft.attributes);
  NoteForModule(state, draft, instruction);
  if (draft.is_tainted) Node(instruction).is_poisoned = true;
  if (state.anonymous_names != nullptr && !draft.is_nested) {
    state.anonymous_names->GetUniqueName(state.instructions.Text(name));
  }
  const bool is_odd = draft.name_ending == NameEnding::kOddNumber;
  if (!Define(state, scope, instruction, name, is_odd, position)) return nullptr;
  if (state.options.upgrade_legacy && !draft.is_nested) {
    // The rest of the text may use the older name, but the module does not.
    std::string_view upgraded = draft.name;
    if (UpgradeName(state, position, &upgraded)) {
      Node(instruction).name = state.Intern(upgraded);
      state.module.names_may_collide = true;
    }
  }
  return instruction;
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
  const InstructionNames::Hashed hashed = state.instructions.Prefetch(name);
  if (ok && is_root && scope.root_seen) ok = state.ErrorAt(root_position, Code::kOnlyOneRoot);
  if (!ok) return RecoverAtInstruction(state, scope, state.Intern(hashed), name_position);
  scope.root_seen = scope.root_seen || is_root;

  HloInstruction* instruction =
      ReadRightSide(state, scope, hashed, name_position, /*is_nested=*/false);
  if (instruction == nullptr) {
    NoteInstruction(state, name_position, name.size());
    return RecoverAtInstruction(state, scope, state.Intern(hashed), name_position);
  }
  if (is_root) scope.marked_root = instruction;
  if (!state.IsOverMemory()) return true;
  return state.ErrorAt(name_position, Code::kModuleTooLarge, state.memory_limit());
}

HloInstruction* ReadRightSide(ParseState& state, Scope& scope, const InstructionNames::Hashed& name,
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

bool PackMetadata(ParseState& state, const char* begin, Attribute* attribute) {
  if (state.is_added) return false;  // not the module's source
  const CanonicalMetadata canonical = ScanCanonicalMetadata(begin, state.lexer.end());
  if (canonical.end == nullptr) return false;
  state.module.uses_stack_frames |= canonical.stack_frame_id != 0;
  *attribute = AttributeAccess::Packed(state.lexer.Offset(begin),
                                       static_cast<uint32_t>(canonical.end - begin),
                                       canonical.stack_frame_id);
  state.lexer.SkipTo(canonical.end);
  return true;
}

bool ReadPlainMetadata(ParseState& state, Draft* draft) {
  constexpr std::string_view kName = "metadata=";
  const char* begin = state.lexer.At();
  if (std::memcmp(begin, kName.data(), kName.size()) != 0 || state.options.allow_unknown ||
      draft->attributes.Has(AttributeKind::kMetadata)) {
    return false;
  }
  // In place, see ReadAttribute.
  Attribute& attribute = draft->attributes.emplace_back();
  if (!PackMetadata(state, begin + kName.size(), &attribute)) {
    draft->attributes.pop_back();
    return false;
  }
  draft->attributes.SetGiven(AttributeKind::kMetadata);
  AttributeAccess::Rank(attribute) = TailRank(AttributeKind::kMetadata);
  return true;
}

bool DefineName(ParseState& state, Scope& scope, HloInstruction* instruction, uint32_t name,
                uint32_t position) {
  const bool is_odd = IsOddlyNumbered(state.instructions.Text(name));
  return Define(state, scope, instruction, name, is_odd, position);
}

}  // namespace hlo_text_v1::internal
