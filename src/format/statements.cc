// The parts of a module and a body: the header, tables and computations of a kTop group, the
// instructions of a kBody group.
//
//   HloModule NAME {, attribute}          tables: a heading, then a line per entry
//   [ENTRY] NAME [(parameters) -> SHAPE] { body } {, attribute}
//   [ROOT] NAME = [SHAPE] OPCODE(operands) {, attribute}
//
// A statement has no end marker: a comma or the next statement follows its operands or a value.
#include <algorithm>

#include "src/format/token_formatter.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int kIndentWidth = 2;
// Bodies may nest thousands of levels deep; indentation must not be most of the text.
constexpr int kMostIndent = 64 * kIndentWidth;

bool IsTableHeading(TokKind kind) {
  return kind == TokKind::kw_FileNames || kind == TokKind::kw_FunctionNames ||
         kind == TokKind::kw_FileLocations || kind == TokKind::kw_StackFrames;
}

}  // namespace

// The token after the current one.
TokKind TokenFormatter::PeekKind() {
  const char* here = ctx_.lexer.At();
  ctx_.lexer.Next();
  const TokKind kind = ctx_.lexer.kind();
  ctx_.lexer.SkipTo(here);
  return kind;
}

void TokenFormatter::StatementToken() {
  Group& group = top();
  if (group.style == Style::kBody && kind() == TokKind::kRbrace && groups_.size() > 1) {
    return CloseBody();
  }
  switch (group.phase) {
    case Phase::kStart:
      return BeginStatement(group);
    case Phase::kHead:
      return group.style == Style::kTop ? TopHead(group) : BodyHead(group);
    case Phase::kOperands:
      if (kind() != TokKind::kComma) return BeginStatement(group);
      group.phase = Phase::kAttribute;
      return PutAt(false);
    case Phase::kTable:
      return TableToken(group);
    case Phase::kAttribute:
    case Phase::kValue:
      return AttributeToken(group);
    case Phase::kInValue:
      return ValueToken(group);
  }
}

void TokenFormatter::BeginStatement(Group& group) {
  BlankLine blank_line = BlankLine::kKeep;
  if (group.style == Style::kTop) blank_line = BlankLine::kIfNewLine;
  if (group.is_first) blank_line = BlankLine::kDrop;
  // XLA prints two blank lines after the last table.
  if ((group.phase == Phase::kTable && !IsTableHeading(kind())) ||
      (group.is_header && group.value.brace == Style::kRecoveryTable)) {
    blank_line = BlankLine::kKeepTwo;
  }
  writer_.StartLine(ctx_.lexer.At(), group.indent, group.indent, blank_line);
  group.is_first = false;
  group.phase = IsTableHeading(kind()) ? Phase::kTable : Phase::kHead;
  group.is_header = kind() == TokKind::kw_HloModule;
  group.shape_begin = nullptr;
  previous_ = TokKind::kNotLexed;
  // An instruction without a name begins with its shape.
  if (group.style == Style::kBody && kind() != TokKind::kw_ROOT && kind() != TokKind::kName) {
    return BodyHead(group);
  }
  // A computation without a name.
  const bool is_body = group.style == Style::kTop && kind() == TokKind::kLbrace;
  if (is_body) group.phase = Phase::kOperands;
  PutToken();
  if (is_body) OpenBody();
}

void TokenFormatter::TableToken(Group& group) {
  if (kind() == TokKind::kInt) {
    writer_.StartLine(ctx_.lexer.At(), 0, 0, BlankLine::kKeep);
    return PutToken();
  }
  if (kind() == TokKind::kString) return PutAt(true);
  if (kind() != TokKind::kLbrace) return BeginStatement(group);
  PutAt(true);
  Open(Style::kMetadataFields);
}

// HloModule NAME, or a computation up to its body.
void TokenFormatter::TopHead(Group& group) {
  if (group.is_header) {
    // The name may be missing.
    group.phase = kind() == TokKind::kComma ? Phase::kAttribute : Phase::kOperands;
    return PutAt(true);
  }
  if (kind() == TokKind::kLparen) {
    const bool is_result = group.shape_begin != nullptr;
    PutAt(previous_ == TokKind::kArrow || !is_result);
    return Open(is_result ? Style::kShapes : Style::kSignature);
  }
  if (kind() == TokKind::kLsquare) return PutTight();
  if (kind() == TokKind::kLbrace) {
    const TokKind next = PeekKind();
    if (next == TokKind::kInt || next == TokKind::kColon) return PutTight();  // a layout
    PutAt(true);
    group.phase = Phase::kOperands;
    return OpenBody();
  }
  // After the arrow comes the shape of the result.
  if (kind() == TokKind::kArrow) group.shape_begin = ctx_.lexer.At();
  PutAt(true);
}

// NAME = SHAPE OPCODE(
void TokenFormatter::BodyHead(Group& group) {
  const bool at_start = previous_ == TokKind::kNotLexed;
  // A brace here belongs to a shape with comments in it.
  if (kind() == TokKind::kLsquare || kind() == TokKind::kLbrace) return PutTight();
  if (kind() == TokKind::kLparen) {
    const bool behind_word = previous_ == TokKind::kIdent;
    if (behind_word && !(group.shape_begin == nullptr && previous_is_buffer_)) {
      const bool is_constant = previous_is_constant_;
      group.phase = Phase::kOperands;
      PutAt(false);
      return is_constant ? PutConstant(group.shape_begin) : Open(Style::kOperands);
    }
    group.shape_begin = behind_word ? writer_.at() - 1 : ctx_.lexer.At();
    at_start ? PutToken() : PutAt(!behind_word);
    return Open(Style::kShapes);
  }
  if (kind() == TokKind::kPrimitiveType && group.shape_begin == nullptr) {
    group.shape_begin = ctx_.lexer.At();
  }
  at_start ? PutToken() : PutAt(true);
}

// `name=` and the first token of its value.
void TokenFormatter::AttributeToken(Group& group) {
  if (group.phase == Phase::kAttribute) {
    const std::string_view name = ctx_.token().value;
    const bool breaks = group.is_header && name == "debug_attributes";
    if (breaks) writer_.BreakInLine(ctx_.lexer.At(), 0);
    group.value = GetValueStyle(name);
    group.phase = Phase::kValue;
    return PutAt(!breaks);
  }
  group.phase = Phase::kInValue;
  if (kind() == TokKind::kLsquare) return PutTight();
  if (kind() != TokKind::kLbrace && kind() != TokKind::kLparen) return PutAt(false);
  Style style = Resolve(group.value.brace);
  if (kind() == TokKind::kLparen) {
    // A signature may precede a body.
    style = style == Style::kBody ? Style::kSignature : group.value.paren;
    PutAt(false);
    return Open(style);
  }
  raw_value_ = style == Style::kRaw;
  PutAt(false);
  if (style == Style::kRaw) return;
  style == Style::kBody ? OpenBody() : Open(style);
}

// After a part of a value: more of it, [8]<=[2,4]T(1,0), a comma, or the next statement.
void TokenFormatter::ValueToken(Group& group) {
  const TokKind kind = this->kind();
  if (kind == TokKind::kComma) {
    group.phase = Phase::kAttribute;
    // XLA puts the next attribute on a line of its own.
    if (group.is_header && group.value.brace == Style::kRecoveryTable) {
      writer_.BreakInLine(ctx_.lexer.At(), 0);
    }
    return PutAt(false);
  }
  if (group.style == Style::kTop) return BeginStatement(group);
  if (kind == TokKind::kw_ROOT || kind == TokKind::kName) return BeginStatement(group);
  if (kind == TokKind::kIdent) {
    if (PeekKind() == TokKind::kEqual) return BeginStatement(group);
    return PutAt(BlankBeforeWord(true));
  }
  if (kind == TokKind::kLparen || kind == TokKind::kLsquare) return PutTight();
  if (kind == TokKind::kLbrace) {
    const Style style = Resolve(group.value.brace);
    PutAt(true);
    return style == Style::kBody ? OpenBody() : Open(style);
  }
  PutAt(kind != TokKind::kLeq && previous_ != TokKind::kLeq);
}

// An opening bracket of a group without blanks.
void TokenFormatter::PutTight() {
  PutAt(false);
  Open(Style::kTight);
}

// The '{' of a body was put.
void TokenFormatter::OpenBody() {
  int indent = kIndentWidth;
  for (size_t i = groups_.size(); i-- > 0;) {
    if (groups_[i].style != Style::kBody) continue;
    indent = groups_[i].indent + kIndentWidth;
    break;
  }
  Open(Style::kBody);
  top().indent = std::min(indent, kMostIndent);
  top().is_first = true;
}

void TokenFormatter::CloseBody() {
  const int indent = top().indent;
  groups_.pop_back();
  writer_.StartLine(ctx_.lexer.At(), std::max(indent - kIndentWidth, 0), indent, BlankLine::kDrop);
  PutToken();
}

}  // namespace hlo_text_v1::internal
