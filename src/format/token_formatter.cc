// See token_formatter.h.
#include "src/format/token_formatter.h"

#include "src/format/value_form.h"

namespace hlo_text_v1::internal {
namespace {

bool IsCloser(TokKind kind) {
  return kind == TokKind::kRbrace || kind == TokKind::kRsquare || kind == TokKind::kRparen;
}

bool IsOpener(TokKind kind) {
  return kind == TokKind::kLbrace || kind == TokKind::kLsquare || kind == TokKind::kLparen;
}

// Tokens that are only separated from the next by their own style.
bool BindsToNext(TokKind kind) {
  return kind == TokKind::kAttributeName || kind == TokKind::kLeq || kind == TokKind::kEqual ||
         kind == TokKind::kArrow || kind == TokKind::kOctothorp || kind == TokKind::kAsterisk ||
         kind == TokKind::kTilde || kind == TokKind::kPlus;
}

bool BindsToPrevious(TokKind kind) {
  return kind != TokKind::kAttributeName &&
         (BindsToNext(kind) || kind == TokKind::kDots || kind == TokKind::kLsquare);
}

bool IsLiteral(Style style) {
  return style == Style::kLiteral || style == Style::kTupleLiteral ||
         style == Style::kLiteralRows || style == Style::kLiteralRow;
}

// Whether the row of a literal that begins with the brace at `p` has a comma outside of (re, im).
bool HasSeveralElements(const char* p) {
  int depth = 0;
  for (; *p != '}' && *p != '\0'; ++p) {
    depth += (*p == '(') - (*p == ')');
    if (*p == ',' && depth == 0) return true;
  }
  return false;
}

bool IsWordByte(char c) { return HasClass(c, kIdentifierByte) || c == '?'; }

}  // namespace

bool TokenFormatter::Run() {
  // Tells a single instruction from computations, as the parser does.
  const bool is_single_instruction = kind() != TokKind::kw_HloModule &&
                                     kind() != TokKind::kw_ENTRY && kind() != TokKind::kEof &&
                                     PeekKind() != TokKind::kLbrace;
  groups_.emplace_back(is_single_instruction ? Style::kBody : Style::kTop);
  // A kept text may not consist of tokens.
  while (AtKeptText() || (kind() != TokKind::kEof && kind() != TokKind::kError)) {
    if (AtKeptText()) {
      PutKeptText();
    } else if (top().style == Style::kTop || top().style == Style::kBody) {
      StatementToken();
    } else {
      GroupToken();
    }
  }
  if (kind() != TokKind::kEof) return false;
  writer_.Finish(source_.data() + source_.size());
  return true;
}

void TokenFormatter::GroupToken() {
  const TokKind kind = this->kind();
  const StyleInfo& info = GetStyle(top().style);
  if (IsCloser(kind)) return Close();
  if (kind == TokKind::kComma) {
    const bool drops = info.drops_commas && !writer_.HasComments(ctx_.lexer.At());
    ++top().commas;
    if (!drops) return PutAt(false);
    writer_.Skip(ctx_.token().end);
    ctx_.lexer.Next();
    return;
  }
  const bool breaks = BreakTable();
  const bool blank = !breaks && BlankInGroup(info);
  if (IsOpener(kind)) {
    const Style style = StyleOfGroup(top(), kind);
    raw_value_ = style == Style::kRaw;
    PutAt(blank);
    if (style == Style::kRaw) return;
    return style == Style::kBody ? OpenBody() : Open(style);
  }
  if (kind == TokKind::kAttributeName &&
      (top().style == Style::kShardingLeaf || top().style == Style::kDomain)) {
    top().value = GetValueStyle(ctx_.token().value);
  }
  PutAt(blank);
}

// An opening bracket was put.
void TokenFormatter::Open(Style style) {
  groups_.emplace_back(style);
  previous_is_opener_ = true;
}

void TokenFormatter::Close() {
  const Style style = top().style;
  const bool is_table = style == Style::kRecoveryTable || style == Style::kDebugTable;
  if (is_table && !previous_is_opener_) writer_.BreakInLine(ctx_.lexer.At(), 0);
  // XLA prints both blanks of an empty tuple.
  const bool is_empty_tuple = style == Style::kTupleLiteral && previous_is_opener_;
  if (is_empty_tuple && !writer_.HasComments(ctx_.lexer.At())) writer_.out().push_back(' ');
  PutAt(GetStyle(style).padded && (!previous_is_opener_ || is_empty_tuple));
  groups_.pop_back();
}

Style TokenFormatter::StyleOfGroup(const Group& group, TokKind bracket) {
  const StyleInfo& info = GetStyle(group.style);
  if (bracket == TokKind::kLsquare) {
    const bool is_element = previous_is_opener_ || previous_ == TokKind::kComma;
    return group.style == Style::kShardingLeaf && is_element ? Style::kList : Style::kTight;
  }
  if (bracket == TokKind::kLparen) {
    const bool behind_shape = previous_ == TokKind::kRsquare || previous_ == TokKind::kRbrace;
    if (group.style == Style::kTupleLiteral && behind_shape) return Style::kLiteral;
    const bool behind_opcode = previous_ == TokKind::kIdent && !previous_is_buffer_;
    if (group.style != Style::kOperands || !behind_opcode) return info.paren;
    return previous_is_constant_ ? Style::kLiteral : Style::kOperands;
  }
  Style style = info.brace;
  if (group.style == Style::kOrigin && previous_ == TokKind::kString) style = Style::kTight;
  if (previous_ == TokKind::kAttributeName &&
      (group.style == Style::kShardingLeaf || group.style == Style::kDomain)) {
    style = group.value.brace;
  }
  return Resolve(style);
}

Style TokenFormatter::Resolve(Style style) {
  if (style != Style::kSharding && style != Style::kMetadata && style != Style::kLiteral) {
    return style;
  }
  const bool is_list = PeekKind() == TokKind::kLbrace;
  if (style == Style::kSharding) return is_list ? Style::kShardingTuple : Style::kShardingLeaf;
  if (style == Style::kMetadata) return is_list ? Style::kMetadataList : Style::kMetadataFields;
  if (is_list) return Style::kLiteralRows;
  const bool in_rows = top().style == Style::kLiteralRows;
  return in_rows && HasSeveralElements(ctx_.lexer.At()) ? Style::kLiteralRow : style;
}

bool TokenFormatter::BreakTable() {
  const Style style = top().style;
  if (style != Style::kRecoveryTable && style != Style::kDebugTable) return false;
  const bool is_entry = previous_is_opener_ || previous_ == TokKind::kComma ||
                        (style == Style::kRecoveryTable && kind() == TokKind::kLbrace &&
                         previous_ != TokKind::kColon);
  if (is_entry) writer_.BreakInLine(ctx_.lexer.At(), 2);
  return is_entry;
}

bool TokenFormatter::BlankInGroup(const StyleInfo& info) {
  const TokKind kind = this->kind();
  const Style style = top().style;
  const bool in_literal = IsLiteral(style);
  if (previous_is_opener_) return info.padded;
  if (previous_ == TokKind::kComma) {
    switch (info.comma) {
      case CommaBlank::kNever:
        return false;
      case CommaBlank::kAlways:
        return true;
      case CommaBlank::kUnlessInteger:
        return kind != TokKind::kInt;
      case CommaBlank::kUnlessSquare:
        return kind != TokKind::kLsquare;
    }
  }
  if (previous_ == TokKind::kColon) return info.colon_blank;
  if (BindsToNext(previous_) || BindsToPrevious(kind)) return WouldJoin();
  const bool behind_shape = previous_ == TokKind::kRsquare || previous_ == TokKind::kRbrace;
  const bool is_literal = in_literal && behind_shape;
  if (kind == TokKind::kColon) return style == Style::kRecoveryTable || WouldJoin();
  if (kind == TokKind::kLparen) {
    return previous_ == TokKind::kName || is_literal ||
           (style == Style::kSignature && previous_ == TokKind::kIdent && !previous_is_buffer_);
  }
  if (kind == TokKind::kLbrace) return previous_ == TokKind::kString || is_literal;
  if (kind == TokKind::kInt || kind == TokKind::kDecimal) return is_literal || WouldJoin();
  return BlankBeforeWord(info.blank_words);
}

// The T of [8]<=[2,4]T(1,0) belongs to the text before it.
bool TokenFormatter::BlankBeforeWord(bool words) {
  if (previous_ == TokKind::kRsquare && kind() == TokKind::kIdent && ctx_.token().value == "T" &&
      PeekKind() == TokKind::kLparen) {
    return false;
  }
  return words || WouldJoin();
}

// Whether the token would be read as part of the one before, or vice versa.
bool TokenFormatter::WouldJoin() {
  if (writer_.out().empty()) return false;
  const char first = *ctx_.lexer.At();
  const bool may_be_name = previous_ != TokKind::kInt && (first == ':' || first == '=');
  return IsWordByte(writer_.out().back()) && (IsWordByte(first) || may_be_name);
}

void TokenFormatter::PutAt(bool blank) {
  writer_.Continue(ctx_.lexer.At(), blank);
  if (!IsCloser(kind())) PutIndex();
  PutToken();
}

void TokenFormatter::PutIndex() {
  const Group& group = top();
  if (previous_ != TokKind::kComma || group.commas % 5 != 0 || !GetStyle(group.style).index) return;
  writer_.out().append("/*index=");
  writer_.out().append(std::to_string(group.commas));
  writer_.out().append("*/");
}

void TokenFormatter::PutToken() {
  const Token& token = ctx_.token();
  previous_ = token.kind;
  previous_is_opener_ = false;
  previous_is_constant_ =
      token.kind == TokKind::kIdent && token.is_opcode && token.opcode == HloOpcode::kConstant;
  previous_is_buffer_ = token.kind == TokKind::kIdent && token.value == "b";
  const char* begin = token.begin;
  const char* end = token.end;
  const char* const token_end = end;
  if (token.kind == TokKind::kPrimitiveType) {
    if (const char* shape_end = ScanPlainArrayShape(begin)) {
      end = shape_end;
    } else if (AppendArrayShapeForm(ctx_, &writer_.out())) {
      begin = end = ctx_.lexer.Consumed();
    }
    if (end != token_end) {
      previous_ = end[-1] == '}' ? TokKind::kRbrace : TokKind::kRsquare;
    }
  } else if (raw_value_ && token.kind == TokKind::kLbrace) {
    std::string_view dict;
    if (ctx_.lexer.LexJsonDict(&dict)) {
      end = dict.data() + dict.size();
      previous_ = TokKind::kRbrace;
    }
  }
  raw_value_ = false;
  if (previous_ == TokKind::kInt) {
    while (end - begin > 1 && *begin == '0') ++begin;
  }
  writer_.Put(end, std::string_view(begin, static_cast<size_t>(end - begin)));
  ctx_.lexer.SkipTo(end);
}

// A value of an attribute, or an operand.
void TokenFormatter::PutKeptText() {
  const std::string_view text = kept_[next_kept_++];
  const bool is_value = top().phase == Phase::kValue;
  writer_.Continue(text.data(), !is_value && !previous_is_opener_);
  if (is_value) {
    top().phase = Phase::kInValue;
  } else {
    PutIndex();
  }
  const char* const end = text.data() + text.size();
  writer_.Put(end, text);
  ctx_.lexer.SkipTo(end);
  previous_ = TokKind::kRbrace;
  previous_is_opener_ = false;
}

// The '(' of a constant was put.
void TokenFormatter::PutConstant(const char* shape_begin) {
  const char* begin = ctx_.lexer.At();
  if (shape_begin == nullptr || writer_.HasComments(begin) ||
      !AppendConstantForm(ctx_, shape_begin, &writer_.out())) {
    return Open(Style::kLiteral);
  }
  writer_.Skip(ctx_.lexer.Consumed());
  PutAt(false);
}

}  // namespace hlo_text_v1::internal
