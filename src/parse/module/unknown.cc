// An unknown attribute keeps its place: on a known opcode it gets the rank of the attribute before
// it. Where a text ends is found in one pass over its bytes with an explicit stack of open
// brackets: a newer version may have tokens that this one does not know.
#include "src/parse/module/unknown.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hlo/internal/attribute_access.h"
#include "src/async/chain.h"
#include "src/base/edit_distance.h"
#include "src/ir/attribute_order.h"
#include "src/ir/header_attributes.h"
#include "src/ir/kept_text.h"
#include "src/lex/line_scan.h"
#include "src/parse/legacy.h"
#include "src/parse/module/checks.h"
#include "src/parse/module/instruction.h"
#include "src/parse/module/recovery.h"
#include "src/parse/values/shape.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {
namespace {

bool IsBlank(char c) { return HasClass(c, kBlank); }

// Zero if `c` opens nothing.
char ClosingBracket(char c) { return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : '\0'; }

}  // namespace

const char* FindKeptEnd(const char* begin, const char* end, KeptText kind) {
  const bool is_value = kind == KeptText::kValue;
  const char closer = is_value ? '}' : ')';
  std::string open;            // the brackets that must close, the innermost last
  const char* behind = begin;  // after the last byte of the text
  const char* p = begin;       // never at a blank: the lexer has skipped them
  while (p < end) {
    const char c = *p;
    if (open.empty()) {
      if (c == ',' || c == closer) break;
      if (is_value && (c == '\n' || c == '\r')) break;
      // Once for each run of blanks: a long one would take quadratic time.
      if (is_value && IsBlank(c) && p > begin && !IsBlank(p[-1]) && BeginsStatement(p)) break;
    }
    const char* skipped = SkipStringOrComment(p, end);
    if (skipped == nullptr || c == '\0') return nullptr;
    if (skipped != p) {
      p = skipped;
      if (c != '/') behind = p;
      continue;
    }
    if (const char closing = ClosingBracket(c)) {
      open.push_back(closing);
    } else if (c == ')' || c == ']' || c == '}') {
      if (open.empty() || open.back() != c) return nullptr;
      open.pop_back();
    }
    ++p;
    if (!IsBlank(c)) behind = p;
  }
  const bool is_closed = open.empty() && (p < end || is_value);
  return is_closed && behind > begin ? behind : nullptr;
}

std::string_view ReadKeptText(ParseContext& ctx, KeptText kind) {
  const char* begin = ctx.lexer.At();
  const char* end = FindKeptEnd(begin, ctx.lexer.end(), kind);
  if (end == nullptr) return {};
  ctx.lexer.SkipTo(end);
  return std::string_view(begin, static_cast<size_t>(end - begin));
}

std::vector<std::string_view> FindNames(std::string_view text) {
  std::vector<std::string_view> names;
  const char* const end = text.data() + text.size();
  const char* p = text.data();
  while (p < end) {
    const char* skipped = SkipStringOrComment(p, end);
    if (skipped == nullptr) break;
    if (skipped != p) {
      p = skipped;
      continue;
    }
    if (*p++ != '%' || p == end || !HasClass(*p, kIdentifierStart)) continue;
    const char* name = p;
    // c%x is not a name.
    const bool is_apart = name - 1 == text.data() || !HasClass(name[-2], kIdentifierByte);
    while (p < end && HasClass(*p, kIdentifierByte)) ++p;
    if (is_apart) names.emplace_back(name, static_cast<size_t>(p - name));
  }
  return names;
}

namespace {

// Keeps `text`: pins the names in it. Returns whether one of them is not of a computation defined
// before it.
bool PinNames(ParseState& state, std::string_view text) {
  bool is_local = false;
  for (const std::string_view name : FindNames(text)) {
    const uint32_t symbol = state.Intern(name);
    state.module.pinned_names.insert(symbol);
    const HloComputation* computation = state.computations.Find(symbol);
    is_local |= computation == nullptr || state.forward.IsUndefined(computation);
  }
  return is_local;
}

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
  operand->text = ReadKeptText(state, KeptText::kOperand);
  if (operand->text.empty()) return state.Error(Code::kCannotParseOperand);
  PinNames(state, operand->text);
  return true;
}

bool KeepAttribute(ParseState& state, Draft* draft, std::string_view name, uint8_t rank) {
  const std::string_view value = ReadKeptText(state);
  if (value.empty()) return false;
  const bool is_local = !IsOriginName(name) && PinNames(state, value);
  const auto* unknown =
      state.arena.New<UnknownAttribute>(UnknownAttribute{name, value, {}, is_local});
  Attribute attribute = Attribute::Pointer(AttributeKind::kUnknown, unknown);
  AttributeAccess::Rank(attribute) = rank;
  draft->attributes.push_back(attribute);
  draft->has_unknown_attributes = true;
  // A stack frame's number in it cannot be changed when the tables are rebuilt.
  if (value.find("stack_frame_id=") != std::string_view::npos) {
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
  if (phase == AsyncPhase::kDone && draft->operands.size() != 1) return;
  if (phase != AsyncPhase::kStart) {
    const HloInstruction* start = StartOfChain(state, *draft);
    const HloInstruction* work = start == nullptr ? nullptr : WrappedInstructionOf(*start);
    if (work == nullptr || work->opcode_name() != wrapped) return;
  }
  draft->phase = phase;
  if (phase != AsyncPhase::kDone) {
    UpgradeAsyncShape(state, draft);
    if (!IsAsyncShape(*draft->shape)) {
      draft->phase = AsyncPhase::kNone;
      return;
    }
  }
  draft->unknown->name = wrapped;
}

// Whether `value`, of an unknown opcode, may be read as one of `kind`: computations and
// instructions only if it is `%a`, `a`, or a list of such names in braces. A body in braces may be
// anything.
bool MayReadAs(AttributeKind kind, std::string_view value) {
  const AttributeType type = GetAttributeInfo(kind).type;
  const bool is_list =
      type == AttributeType::kComputationList || type == AttributeType::kInstructionList;
  if (!is_list && type != AttributeType::kComputation) return true;
  if (value.empty()) return false;
  if (is_list) {
    if (value.front() != '{' || value.back() != '}') return false;
    value = value.substr(1, value.size() - 2);
  }
  return std::all_of(value.begin(), value.end(), [&](const char& c) {
    const bool separates = is_list && (c == ',' || c == ' ' || c == '%');
    return separates || HasClass(c, kIdentifierByte) || (c == '%' && &c == value.data());
  });
}

// Reads a value up to the end of the attribute. Returns false, with nothing consumed or logged, if
// it is not understood, or not to its end; `meant` has what may mend it.
bool TryValue(ParseState& state, Scope& scope, AttributeKind kind, Attribute* attribute,
              std::vector<DiagnosticSuggestion>* meant) {
  const char* begin = state.lexer.At();
  const size_t logged = state.log().size();
  const size_t warned = state.warnings().size();
  if (ReadAttributeValue(state, scope, kind, attribute)) {
    const char* read = state.lexer.Consumed();
    const char* next = state.lexer.At();
    const std::string_view between(read, static_cast<size_t>(next - read));
    // Else the value continues in a way that is not understood.
    if (*next == ',' || *next == '}' || next == state.lexer.end() || BeginsStatement(read) ||
        between.find_first_of("\r\n") != std::string_view::npos) {
      return true;
    }
  }
  if (meant != nullptr && state.log().size() > logged) *meant = state.log()[logged].suggestions;
  state.log().resize(logged);
  state.warnings().resize(warned);
  state.lexer.SkipTo(begin);
  return false;
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
  const std::string_view value = ReadKeptText(state);
  state.lexer.SkipTo(begin);
  for (int i = 0; i < kAttributeKindCount && !is_dropped; ++i) {
    const auto kind = static_cast<AttributeKind>(i);
    if (AttributeName(kind) != name) continue;
    if (draft->attributes.Has(kind)) {
      return state.ErrorAt(position, Code::kAttributeAlreadyExists, name);
    }
    is_known = true;
    Attribute attribute;
    if (!MayReadAs(kind, value) ||
        !TryValue(state, draft->scope, kind, &attribute, /*meant=*/nullptr)) {
      continue;
    };
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
  state.WarnOfUnknown(is_known ? Code::kUnknownValueKept : Code::kUnknownAttributeKept, name, name);
  return true;
}

bool MayKeepValue(AttributeKind kind) {
  const AttributeType type = GetAttributeInfo(kind).type;
  // A missing computation is an error. A missing predecessor is not: with --xla_dump_compact_gte
  // XLA dumps no get-tuple-elements, but predecessors that are.
  if (type == AttributeType::kComputation || type == AttributeType::kComputationList) return false;
  return kind != AttributeKind::kAsyncExecutionThread;
}

bool KeepUnknownAttribute(ParseState& state, Draft* draft, std::string_view name) {
  const bool is_first = draft->attributes.empty();
  const uint8_t rank = is_first ? uint8_t{0} : AttributeAccess::Rank(draft->attributes.back());
  if (!KeepAttribute(state, draft, name, rank)) return false;
  Diagnostic* warning = state.WarnOfUnknown(Code::kUnknownAttributeKept, name, name);
  if (warning == nullptr) return true;
  state.SuggestFor(warning, name, draft->allowed.Names());
  if (FindLegacyAttribute(*draft, name) != nullptr) {
    warning->notes.push_back(UpgradeLegacyNote(warning->begin, warning->end));
  }
  return true;
}

bool ReadOrKeepValue(ParseState& state, Draft* draft, AttributeKind kind, uint8_t rank,
                     std::string_view name, uint32_t position) {
  std::vector<DiagnosticSuggestion> meant;
  Attribute& attribute = draft->attributes.emplace_back();
  if (TryValue(state, draft->scope, kind, &attribute, &meant)) {
    AttributeAccess::Rank(attribute) = rank;
    return true;
  }
  draft->attributes.pop_back();
  if (!KeepAttribute(state, draft, name, rank)) return state.AttributeError(position, name);
  if (!IsTailAttribute(kind)) draft->lacks_known_attributes = true;
  Diagnostic* warning = state.WarnOfUnknown(Code::kUnknownValueKept, name,
                                            draft->attributes.back().As<UnknownAttribute>().value);
  if (warning == nullptr) return true;
  std::vector<std::string_view> words;
  words.reserve(meant.size());
  for (const DiagnosticSuggestion& each : meant) words.push_back(each.text);
  warning->message += DidYouMeanOneOf(words);
  warning->suggestions = std::move(meant);
  return true;
}

bool KeepComputationAttribute(ParseState& state, std::string_view name, std::string_view after,
                              std::vector<UnknownAttribute>* kept) {
  if (!state.options.allow_unknown) return false;
  const std::string_view value = ReadKeptText(state);
  if (value.empty()) return false;
  kept->push_back({name, value, after, /*is_local=*/false});
  PinNames(state, value);
  state.WarnOfUnknown(Code::kUnknownAttributeKept, name, name);
  return true;
}

void PinHeaderNames(ParseState& state) {
  for (const UnknownAttribute& attribute : state.module.config.unknown_attributes) {
    state.SetWarnedOf(Code::kUnknownAttributeKept, attribute.name);
    if (!IsOriginOfHeader(attribute.name)) PinNames(state, attribute.value);
  }
}

}  // namespace hlo_text_v1::internal
