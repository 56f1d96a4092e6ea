// Words that this version does not know, kept with ParseOptions::allow_unknown.
//
//   an opcode      HloOpcode::kUnknown; operands that are names are resolved, others are kept
//   an attribute   AttributeKind::kUnknown, also if only its value is not understood
//   in the header, on a computation: the same, without an Attribute around it
//
// All of it is reached only where there would be an error otherwise. An attribute keeps its
// neighbours: on a known opcode it has the rank of the one before it. A `%name` in a text that is
// kept is a reference, so that it does not dangle when names are made unique.
#include "src/ir/attribute_normal_form.h"
#include "src/ir/attribute_order.h"
#include "src/parse/module/hlo_parser.h"
#include "src/parse/module/unknown_text.h"
#include "src/parse/values/shape_parser.h"

namespace hlo {

using Code = DiagnosticCode;

void HloParser::WarnOfUnknown(DiagnosticCode code, std::string_view word, std::string_view at) {
  if (!warned_of_.emplace(static_cast<int>(code), word).second) return;
  const uint32_t begin = ctx_.lexer.Offset(at.data());
  ctx_.Warn(begin, begin + static_cast<uint32_t>(at.size()), code, word);
}

// ---- Text and the names in it.

UnknownText HloParser::KeepText(Scope* scope, const char* begin, const char* end) {
  UnknownText kept;
  kept.text = std::string_view(begin, static_cast<size_t>(end - begin));
  const std::vector<NameInText> names = FindNames(kept.text);
  if (names.empty()) return kept;
  auto* references = ctx_.arena.NewArray<NameReference>(names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    NameReference* reference = new (&references[i]) NameReference();
    reference->offset = names[i].offset;
    reference->size = names[i].size;
    const uint32_t symbol = Intern(kept.text.substr(reference->offset, reference->size));
    HloComputation* computation = FindComputation(symbol);
    if (computation != nullptr && !undefined_.contains(computation)) {
      reference->computation = computation;
      reference->is_earlier = true;
      resolved_.push_back(reference);
    } else if (scope == nullptr) {
      unresolved_.push_back({reference, symbol});
    } else {
      unresolved_in_body_.push_back({reference, symbol});
    }
  }
  kept.references = absl::MakeConstSpan(references, names.size());
  return kept;
}

void HloParser::ResolveInBody(Scope* scope) {
  for (size_t i = scope->first_unresolved; i < unresolved_in_body_.size(); ++i) {
    const UnresolvedName& name = unresolved_in_body_[i];
    name.reference->instruction = FindInstruction(*scope, name.symbol);
    unresolved_.push_back(name);
  }
  unresolved_in_body_.resize(scope->first_unresolved);
}

// What is defined behind the text that names it does not count as earlier: the two might call each
// other.
void HloParser::ResolveInModule() {
  for (const UnresolvedName& name : unresolved_) {
    name.reference->computation = FindComputation(name.symbol);
  }
  // The same goes for calls of what is defined later: with them, an earlier one may be a caller.
  if (!has_forward_references_) return;
  for (NameReference* reference : resolved_) reference->is_earlier = false;
}

// ---- Opcodes.

bool HloParser::KeepUnknownOpcode(Draft* draft) {
  if (!options_.allow_unknown) return false;
  const std::string_view word = ctx_.token().value;
  ctx_.lexer.Next();
  if (*ctx_.lexer.At() != '(') {
    ctx_.lexer.SkipTo(word.data());
    return false;
  }
  draft->opcode = HloOpcode::kUnknown;
  draft->phase = AsyncPhase::kNone;
  draft->unknown = ctx_.arena.New<UnknownOpcode>(UnknownOpcode{word, {}});
  return true;
}

bool HloParser::HasShape(const Draft& draft) {
  const std::string_view word = draft.unknown->name;
  if (draft.shape != nullptr) return true;
  return ErrorAt(ctx_.lexer.Offset(word.data()), Code::kUnknownOpcodeNeedsShape, word);
}

// Whether a name stands here, perhaps behind a shape, and nothing else is in this operand.
bool HloParser::IsOperandName() {
  const char* begin = ctx_.lexer.At();
  const size_t logged = ctx_.log().size();
  const Shape* declared = nullptr;
  bool is_name = !CanBeShape(ctx_) || ParseShape(ctx_, &declared);
  is_name = is_name && (ctx_.kind() == TokKind::kName || ctx_.kind() == TokKind::kIdent);
  if (is_name) {
    ctx_.lexer.Next();
    const char c = *ctx_.lexer.At();
    is_name = c == ',' || c == ')' || c == '#';
  }
  ctx_.log().resize(logged);
  ctx_.lexer.SkipTo(begin);
  return is_name;
}

bool HloParser::ParseUnknownOperand(Scope* scope, Draft* draft, UnknownOperand* operand) {
  const bool is_known = ParseOperandFast(scope, draft);
  if (is_known || IsOperandName()) {
    if (!is_known) {
      HloInstruction* instruction = ParseOperandName(scope, ctx_.lexer.Position());
      if (instruction == nullptr) return false;
      operands_.push_back(instruction);
      NotePoison(instruction, draft);
    }
    operand->is_instruction = true;
    return true;
  }
  const char* begin = ctx_.lexer.At();
  const char* end = FindUnknownOperandEnd(begin, ctx_.lexer.end());
  if (end == nullptr) return Error(Code::kCannotParseOperand);
  operand->text = KeepText(scope, begin, end);
  ctx_.lexer.SkipTo(end);
  return true;
}

bool HloParser::ParseUnknownOperands(Scope* scope, Draft* draft) {
  draft->operands_position = ctx_.lexer.Position();
  ctx_.EatByte('(');
  if (!ctx_.EatByte(')')) {
    std::vector<UnknownOperand> list;
    bool all_are_names = true;
    do {
      list.emplace_back();
      if (!ParseUnknownOperand(scope, draft, &list.back())) return false;
      all_are_names = all_are_names && list.back().is_instruction;
    } while (ctx_.EatByte(','));
    if (!ctx_.EatByte(')')) return Error(Code::kExpectsOperandsEnd);
    if (!all_are_names) {
      draft->unknown->operands = ctx_.arena.CopySpan(absl::Span<const UnknownOperand>(list));
    }
  }
  attributes_.push_back(Attribute::Pointer(AttributeKind::kUnknownOpcode, draft->unknown));
  return true;
}

// ---- Attributes.

bool HloParser::MayKeepValue(AttributeKind kind) {
  const AttributeType type = GetAttributeInfo(kind).type;
  if (type == AttributeType::kComputation || type == AttributeType::kComputationList ||
      type == AttributeType::kInstructionList) {
    return false;  // a name that is missing is an error
  }
  return kind != AttributeKind::kAsyncExecutionThread;
}

bool HloParser::TryValue(Scope* scope, AttributeKind kind, Attribute* attribute) {
  const char* begin = ctx_.lexer.At();
  const size_t logged = ctx_.log().size();
  const size_t warned = ctx_.warnings().size();
  if (ParseAttributeValue(scope, kind, attribute)) {
    const char* read = ctx_.lexer.Consumed();
    const char* next = ctx_.lexer.At();
    const std::string_view between(read, static_cast<size_t>(next - read));
    // Else the value goes on in a way that is not understood.
    if (*next == ',' || *next == '}' || next == ctx_.lexer.end() || BeginsAnother(read) ||
        between.find_first_of("\r\n") != std::string_view::npos) {
      return true;
    }
  }
  ctx_.log().resize(logged);
  ctx_.warnings().resize(warned);
  ctx_.lexer.SkipTo(begin);
  return false;
}

bool HloParser::KeepAttribute(Scope* scope, Draft* draft, std::string_view name, uint8_t rank) {
  const char* begin = ctx_.lexer.At();
  const char* end = FindUnknownValueEnd(begin, ctx_.lexer.end());
  if (end == nullptr) return false;
  auto* unknown = ctx_.arena.New<UnknownAttribute>(
      UnknownAttribute{name, KeepText(scope, begin, end), std::string_view()});
  Attribute attribute = Attribute::Pointer(AttributeKind::kUnknown, unknown);
  attribute.SetRaw(ctx_.lexer.Offset(begin), static_cast<uint32_t>(end - begin), false);
  attribute.set_rank(rank);
  attributes_.push_back(attribute);
  ctx_.lexer.SkipTo(end);
  draft->has_unknown_attributes = true;
  // The number of a stack frame in it cannot follow when the tables are made anew.
  if (unknown->value.text.find("stack_frame_id=") != std::string_view::npos) {
    state_.keeps_stack_frames = true;
  }
  return true;
}

bool HloParser::KeepUnknownAttribute(Scope* scope, Draft* draft, std::string_view name) {
  const bool is_first = attributes_.size() == draft->first_attribute;
  const uint8_t rank = is_first ? uint8_t{0} : attributes_.back().rank();
  if (!KeepAttribute(scope, draft, name, rank)) return false;
  WarnOfUnknown(Code::kUnknownAttributeKept, name, name);
  return true;
}

bool HloParser::KeepUnknownValue(Scope* scope, Draft* draft, AttributeKind kind, uint8_t rank,
                                 std::string_view name) {
  if (!KeepAttribute(scope, draft, name, rank)) return false;
  if (!IsTailAttribute(kind)) draft->lacks_known_attributes = true;
  WarnOfUnknown(Code::kUnknownValueKept, name,
                attributes_.back().As<UnknownAttribute>().value.text);
  return true;
}

namespace {

// Whether [begin, end) is `%a`, `a`, or with `is_list` a list of such names in braces. A body in
// braces is not read as an attribute of an unknown opcode, since it may be anything.
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

// An attribute of an unknown opcode: read as every kind that has its name, then kept. So is a value
// that a known opcode would drop, since nothing says that this one does.
bool HloParser::ParseAttributeOfUnknown(Scope* scope, Draft* draft, std::string_view name,
                                        uint32_t position) {
  bool is_known = false;
  bool is_dropped = false;
  attribute_name_ = name;
  attribute_position_ = position;
  const char* begin = ctx_.lexer.At();
  for (int i = 0; i < kAttributeKindCount && !is_dropped; ++i) {
    const auto kind = static_cast<AttributeKind>(i);
    if (AttributeName(kind) != name) continue;
    if (draft->given[static_cast<size_t>(kind)]) {
      return ErrorAt(position, Code::kAttributeAlreadyExists, name);
    }
    is_known = true;
    Attribute attribute;
    if (!MayReadAs(kind, begin, ctx_.lexer.end()) || !TryValue(scope, kind, &attribute)) continue;
    is_dropped = IsDroppedValue(attribute);
    if (is_dropped) {
      ctx_.lexer.SkipTo(begin);
      continue;
    }
    if (!attribute.raw_is_canonical()) {
      attribute.SetRaw(ctx_.lexer.Offset(begin),
                       static_cast<uint32_t>(ctx_.lexer.Consumed() - begin), false);
    }
    draft->given[static_cast<size_t>(kind)] = true;
    attributes_.push_back(attribute);
    return true;
  }
  if (!KeepAttribute(scope, draft, name, /*rank=*/0)) {
    return ErrorAt(position, Code::kErrorParsingAttribute, name);
  }
  if (is_dropped) return true;
  WarnOfUnknown(is_known ? Code::kUnknownValueKept : Code::kUnknownAttributeKept, name, name);
  return true;
}

// ---- Module and computations.

bool HloParser::KeepComputationAttribute(std::string_view name, std::string_view after,
                                         std::vector<UnknownAttribute>* kept) {
  const char* begin = ctx_.lexer.At();
  const char* end = options_.allow_unknown ? FindUnknownValueEnd(begin, ctx_.lexer.end()) : nullptr;
  if (end == nullptr) return false;
  kept->push_back({name, KeepText(nullptr, begin, end), after});
  ctx_.lexer.SkipTo(end);
  WarnOfUnknown(Code::kUnknownAttributeKept, name, name);
  return true;
}

// The header was read without knowing any name.
void HloParser::KeepHeaderNames() {
  std::vector<UnknownAttribute> kept(state_.config.unknown_attributes.begin(),
                                     state_.config.unknown_attributes.end());
  for (UnknownAttribute& attribute : kept) {
    warned_of_.emplace(static_cast<int>(Code::kUnknownAttributeKept), attribute.name);
    const std::string_view text = attribute.value.text;
    attribute.value = KeepText(nullptr, text.data(), text.data() + text.size());
  }
  state_.config.unknown_attributes = ctx_.arena.CopySpan(absl::Span<const UnknownAttribute>(kept));
}

}  // namespace hlo
