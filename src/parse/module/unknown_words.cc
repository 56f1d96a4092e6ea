// An unknown attribute keeps its place: on a known opcode it gets the rank of the attribute before
// it.
#include "src/parse/module/unknown_words.h"

#include "src/async/chain.h"
#include "src/ir/attribute_order.h"
#include "src/parse/module/checks.h"
#include "src/parse/module/instruction.h"
#include "src/parse/module/recovery.h"
#include "src/parse/values/shape.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo::internal {
namespace {

// Whether the operand here is just a name, perhaps after a shape.
bool IsOperandName(ParseState& state) {
  const char* begin = state.lexer.At();
  const size_t logged = state.log().size();
  const Shape* declared = nullptr;
  bool is_name = !CanBeShape(state) || ReadShape(state, &declared);
  is_name = is_name && (state.kind() == TokKind::kName || state.kind() == TokKind::kIdent);
  if (is_name) {
    state.lexer.Next();
    const char c = *state.lexer.At();
    is_name = c == ',' || c == ')' || c == '#';
  }
  state.log().resize(logged);
  state.lexer.SkipTo(begin);
  return is_name;
}

bool ReadUnknownOperand(ParseState& state, Draft* draft, UnknownOperand* operand) {
  if (IsOperandName(state)) {
    HloInstruction* instruction = ReadOperandName(state, draft->scope, state.lexer.Position());
    if (instruction == nullptr) return false;
    AddOperand(state, instruction, draft);
    operand->is_instruction = true;
    return true;
  }
  const char* begin = state.lexer.At();
  const char* end = FindUnknownOperandEnd(begin, state.lexer.end());
  if (end == nullptr) return state.Error(Code::kCannotParseOperand);
  operand->text = KeepText(state, &draft->scope, begin, end);
  state.lexer.SkipTo(end);
  return true;
}

bool KeepAttribute(ParseState& state, Draft* draft, std::string_view name, uint8_t rank) {
  const char* begin = state.lexer.At();
  const char* end = FindUnknownValueEnd(begin, state.lexer.end());
  if (end == nullptr) return false;
  auto* unknown = state.arena.New<UnknownAttribute>(
      UnknownAttribute{name, KeepText(state, &draft->scope, begin, end), std::string_view()});
  Attribute attribute = Attribute::Pointer(AttributeKind::kUnknown, unknown);
  AttributeAccess::Rank(attribute) = rank;
  draft->attributes.push_back(attribute);
  state.lexer.SkipTo(end);
  draft->has_unknown_attributes = true;
  // A stack frame's number in it cannot follow when the tables are rebuilt.
  if (unknown->value.text.find("stack_frame_id=") != std::string_view::npos) {
    state.module.keeps_stack_frames = true;
  }
  return true;
}

// Makes X-start, X-update or X-done of an unknown X a link of a chain, if its shape and operands
// are those of one: a start has a shape ((operands...), result, ...), the others follow a link of
// X.
void SettlePhase(ParseState& state, Draft* draft) {
  AsyncPhase phase = AsyncPhase::kNone;
  const std::string_view wrapped = StripAsyncSuffix(draft->unknown->name, &phase);
  if (phase == AsyncPhase::kNone || ParseHloOpcode(wrapped).has_value()) return;
  if (draft->shape == nullptr) return;  // an error
  if (phase != AsyncPhase::kDone && !IsAsyncShape(*draft->shape)) return;
  if (phase == AsyncPhase::kDone && draft->operands.size() != 1) return;
  if (phase != AsyncPhase::kStart) {
    const HloInstruction* start = StartOfChain(state, *draft);
    const HloInstruction* work = start == nullptr ? nullptr : WrappedBy(*start);
    if (work == nullptr || work->opcode_name() != wrapped) return;
  }
  draft->phase = phase;
  draft->unknown->name = wrapped;
}

// Whether [begin, end) is `%a`, `a`, or with `is_list` a list of such names in braces. A body in
// braces is not read as an attribute of an unknown opcode: it may be anything.
bool IsPlainName(const char* begin, const char* end, bool is_list) {
  if (is_list && (end - begin < 2 || *begin++ != '{' || *--end != '}')) return false;
  for (const char* p = begin; p < end; ++p) {
    const bool separates = is_list && (*p == ',' || *p == ' ' || *p == '%');
    if (!separates && !HasClass(*p, kIdentifierByte) && !(p == begin && *p == '%')) return false;
  }
  return true;
}

bool MayReadAs(AttributeKind kind, const char* begin, const char* source_end) {
  const AttributeType type = GetAttributeInfo(kind).type;
  const bool is_list =
      type == AttributeType::kComputationList || type == AttributeType::kInstructionList;
  if (!is_list && type != AttributeType::kComputation) return true;
  const char* end = FindUnknownValueEnd(begin, source_end);
  return end != nullptr && IsPlainName(begin, end, is_list);
}

}  // namespace

bool KeepUnknownOpcode(ParseState& state, Draft* draft) {
  if (!state.options.allow_unknown) return false;
  const std::string_view word = state.token().value;
  state.lexer.Next();
  if (*state.lexer.At() != '(') {
    state.lexer.SkipTo(word.data());
    return false;
  }
  draft->opcode = HloOpcode::kUnknown;
  draft->phase = AsyncPhase::kNone;
  draft->unknown = state.arena.New<UnknownOpcode>(UnknownOpcode{word, {}});
  return true;
}

bool ReadUnknownOperands(ParseState& state, Draft* draft) {
  draft->operands_position = state.lexer.Position();
  state.EatByte('(');
  bool all_are_names = true;
  if (!state.EatByte(')')) {
    std::vector<UnknownOperand> list;
    do {
      list.emplace_back();
      if (!ReadUnknownOperand(state, draft, &list.back())) return false;
      all_are_names = all_are_names && list.back().is_instruction;
    } while (state.EatByte(','));
    if (!state.EatByte(')')) return state.Error(Code::kExpectsOperandsEnd);
    if (!all_are_names) {
      draft->unknown->operands = state.arena.CopySpan(absl::Span<const UnknownOperand>(list));
    }
  }
  if (all_are_names) SettlePhase(state, draft);
  draft->attributes.push_back(Attribute::Pointer(AttributeKind::kUnknownOpcode, draft->unknown));
  return true;
}

// An attribute of an unknown opcode: tries every kind with that name, else keeps the text. Also
// keeps a value that a known opcode would drop, because this one may not.
bool ReadAttributeOfUnknown(ParseState& state, Draft* draft, std::string_view name,
                            uint32_t position) {
  bool is_known = false;
  bool is_dropped = false;
  state.attribute = {name, position};
  const char* begin = state.lexer.At();
  for (int i = 0; i < kAttributeKindCount && !is_dropped; ++i) {
    const auto kind = static_cast<AttributeKind>(i);
    if (AttributeName(kind) != name) continue;
    if (draft->attributes.Has(kind)) {
      return state.ErrorAt(position, Code::kAttributeAlreadyExists, name);
    }
    is_known = true;
    Attribute attribute;
    if (!MayReadAs(kind, begin, state.lexer.end()) ||
        !TryValue(state, draft->scope, kind, &attribute))
      continue;
    is_dropped = IsDroppedValue(attribute);
    if (is_dropped) {
      state.lexer.SkipTo(begin);
      continue;
    }
    draft->attributes.SetGiven(kind);
    draft->attributes.push_back(attribute);
    return true;
  }
  if (!KeepAttribute(state, draft, name, /*rank=*/0)) {
    return state.AttributeError(position, name);
  }
  if (is_dropped) return true;
  WarnOfUnknown(state, is_known ? Code::kUnknownValueKept : Code::kUnknownAttributeKept, name,
                name);
  return true;
}

bool MayKeepValue(AttributeKind kind) {
  const AttributeType type = GetAttributeInfo(kind).type;
  // A missing computation is an error. A missing predecessor is not: with --xla_dump_compact_gte
  // XLA dumps no get-tuple-elements, but predecessors that are.
  if (type == AttributeType::kComputation || type == AttributeType::kComputationList) return false;
  return kind != AttributeKind::kAsyncExecutionThread;
}

bool TryValue(ParseState& state, Scope& scope, AttributeKind kind, Attribute* attribute) {
  const char* begin = state.lexer.At();
  const size_t logged = state.log().size();
  const size_t warned = state.warnings().size();
  if (ReadAttributeValue(state, scope, kind, attribute)) {
    const char* read = state.lexer.Consumed();
    const char* next = state.lexer.At();
    const std::string_view between(read, static_cast<size_t>(next - read));
    // Else the value continues in a way that is not understood.
    if (*next == ',' || *next == '}' || next == state.lexer.end() || BeginsAnother(read) ||
        between.find_first_of("\r\n") != std::string_view::npos) {
      return true;
    }
  }
  state.log().resize(logged);
  state.warnings().resize(warned);
  state.lexer.SkipTo(begin);
  return false;
}

bool KeepUnknownAttribute(ParseState& state, Draft* draft, std::string_view name) {
  const bool is_first = draft->attributes.empty();
  const uint8_t rank = is_first ? uint8_t{0} : AttributeAccess::Rank(draft->attributes.back());
  if (!KeepAttribute(state, draft, name, rank)) return false;
  WarnOfUnknown(state, Code::kUnknownAttributeKept, name, name);
  return true;
}

bool KeepUnknownValue(ParseState& state, Draft* draft, AttributeKind kind, uint8_t rank,
                      std::string_view name) {
  if (!KeepAttribute(state, draft, name, rank)) return false;
  if (!IsTailAttribute(kind)) draft->lacks_known_attributes = true;
  WarnOfUnknown(state, Code::kUnknownValueKept, name,
                draft->attributes.back().As<UnknownAttribute>().value.text);
  return true;
}

bool KeepComputationAttribute(ParseState& state, std::string_view name, std::string_view after,
                              std::vector<UnknownAttribute>* kept) {
  const char* begin = state.lexer.At();
  const char* end =
      state.options.allow_unknown ? FindUnknownValueEnd(begin, state.lexer.end()) : nullptr;
  if (end == nullptr) return false;
  kept->push_back({name, KeepText(state, nullptr, begin, end), after});
  state.lexer.SkipTo(end);
  WarnOfUnknown(state, Code::kUnknownAttributeKept, name, name);
  return true;
}

void KeepHeaderNames(ParseState& state) {
  std::vector<UnknownAttribute> kept(state.module.config.unknown_attributes.begin(),
                                     state.module.config.unknown_attributes.end());
  for (UnknownAttribute& attribute : kept) {
    state.unknown.warned_of.emplace(static_cast<int>(Code::kUnknownAttributeKept), attribute.name);
    const std::string_view text = attribute.value.text;
    attribute.value = KeepText(state, nullptr, text.data(), text.data() + text.size());
  }
  state.module.config.unknown_attributes =
      state.arena.CopySpan(absl::Span<const UnknownAttribute>(kept));
}

}  // namespace hlo::internal
