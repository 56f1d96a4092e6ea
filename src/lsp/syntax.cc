// Runs the lexer over a statement and tells each token's role from the phase (name, shape,
// operands, attributes) and the brackets that are open.
#include "src/lsp/syntax.h"

#include <algorithm>

#include "src/base/byte_class.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {

namespace {

constexpr bool IsOpening(TokKind kind) {
  return kind == TokKind::kLparen || kind == TokKind::kLbrace || kind == TokKind::kLsquare;
}
constexpr bool IsClosing(TokKind kind) {
  return kind == TokKind::kRparen || kind == TokKind::kRbrace || kind == TokKind::kRsquare;
}
constexpr bool IsNumber(TokKind kind) {
  return kind == TokKind::kInt || kind == TokKind::kDecimal || kind == TokKind::kDimLabels ||
         kind == TokKind::kDxD || kind == TokKind::kPad || kind == TokKind::kNegInf;
}
constexpr bool IsKeyword(TokKind kind) {
  return kind == TokKind::kw_HloModule || kind == TokKind::kw_ENTRY || kind == TokKind::kw_ROOT ||
         kind >= TokKind::kw_FileLocations;
}
constexpr bool IsName(TokKind kind) { return kind == TokKind::kName || kind == TokKind::kIdent; }

// A word of the language where a name is expected, such as a type without dimensions: the parser
// refuses or upgrades it.
bool IsTakenName(const Token& token) {
  if (token.kind == TokKind::kPrimitiveType) return *token.end != '[';
  return token.kind > TokKind::kDecimal;  // a keyword
}

// The role of a token kind that does not depend on context.
constexpr TokenRole FindPlainRole(TokKind kind) {
  if (kind == TokKind::kPrimitiveType) return TokenRole::kType;
  if (kind == TokKind::kString) return TokenRole::kString;
  if (kind == TokKind::kError) return TokenRole::kError;
  if (kind == TokKind::kAttributeName) return TokenRole::kField;
  if (IsNumber(kind)) return TokenRole::kNumber;
  if (IsKeyword(kind)) return TokenRole::kKeyword;
  if (IsName(kind) || kind > TokKind::kDecimal) return TokenRole::kWord;
  return TokenRole::kPunctuation;
}

struct PlainRoles {
  TokenRole of[256] = {};
  constexpr PlainRoles() {
    for (int i = 0; i < 256; ++i) of[i] = FindPlainRole(static_cast<TokKind>(i));
  }
};
constexpr PlainRoles kPlainRoles;
TokenRole PlainRole(TokKind kind) { return kPlainRoles.of[static_cast<uint8_t>(kind)]; }

// The role of names in the value of an attribute.
TokenRole RoleOfNames(std::string_view attribute) {
  static const auto* const roles = [] {
    auto* found = new HashMap<absl::string_view, TokenRole>();
    for (int i = 0; i < kAttributeKindCount; ++i) {
      const AttributeInfo& info = GetAttributeInfo(static_cast<AttributeKind>(i));
      if (info.type == AttributeType::kComputation ||
          info.type == AttributeType::kComputationList) {
        found->insert({Absl(info.name), TokenRole::kComputationUse});
      } else if (info.type == AttributeType::kInstructionList) {
        found->insert({Absl(info.name), TokenRole::kInstructionUse});
      }
    }
    return found;
  }();
  const auto role = roles->find(Absl(attribute));
  return role == roles->end() ? TokenRole::kWord : role->second;
}

// Whether the parentheses of an opcode have something other than a list of operands.
bool HasLiteral(std::string_view opcode) { return opcode == "constant" || opcode == "parameter"; }

}  // namespace

const std::vector<SyntaxToken>& SyntaxReader::Read(StatementKind kind, ByteRange range,
                                                   bool to_opcode) {
  tokens_.clear();
  depth_ = 0;
  braces_ = 0;
  literal_depth_ = 0;
  candidate_ = -1;
  names_ = TokenRole::kWord;
  phase_ = kind == StatementKind::kAfterBody ? Phase::kAttributes : Phase::kName;
  lexer_.SkipTo(text_.data() + range.begin);
  const char* const end = text_.data() + range.end;
  for (;;) {
    const Token& token = lexer_.token();
    if (token.kind == TokKind::kEof || token.begin >= end) break;
    Close(token.kind);
    const TokenRole role = RoleOf(kind, token);
    Open(token.kind);
    AddToken(token, role, range.end);
    if (to_opcode && role == TokenRole::kOpcode) break;
    // An unclosed comment: the rest may be part of it, and each one is searched for to the end.
    if (token.kind == TokKind::kError && token.begin[0] == '/' && token.begin[1] == '*') break;
    const bool is_type = token.kind == TokKind::kPrimitiveType && phase_ != Phase::kName;
    lexer_.Next();
    if (is_type) ReadDimensions(end);
  }
  return tokens_;
}

void SyntaxReader::AddToken(const Token& token, TokenRole role, uint32_t end) {
  // Built in place: copying a token right after its parts were written stalls the processor.
  SyntaxToken& out = tokens_.emplace_back();
  out.role = role;
  out.kind = token.kind;
  out.begin = lexer_.Offset(token.begin);
  out.end = lexer_.Offset(token.end);
  if (IsName(token.kind) || token.kind == TokKind::kAttributeName) {
    // Names are without % : and =.
    if (text_[out.begin] == '%') ++out.begin;
    out.end = out.begin + static_cast<uint32_t>(token.value.size());
    if (token.kind == TokKind::kIdent && token.value.empty()) out.end = lexer_.Offset(token.end);
  }
  if (out.end > end) out.end = std::max(out.begin, end);
}

void SyntaxReader::Open(TokKind bracket) {
  if (!IsOpening(bracket)) return;
  ++depth_;
  if (bracket != TokKind::kLparen) ++braces_;
}

void SyntaxReader::Close(TokKind bracket) {
  if (!IsClosing(bracket)) return;
  --depth_;
  if (bracket != TokKind::kRparen) --braces_;
}

// [2,3]{1,0} after a type is half of the tokens of many texts, so it is read here, into the same
// tokens as the lexer makes. The lexer reads anything less plain.
void SyntaxReader::ReadDimensions(const char* end) {
  const char* p = lexer_.Consumed();
  if (*p != '[') return;
  constexpr ptrdiff_t kMaxDigits = 18;
  int open = 0;
  const auto add = [&](TokKind kind, const char* token_end) {
    SyntaxToken& out = tokens_.emplace_back();
    out.role = kind == TokKind::kInt ? TokenRole::kNumber : TokenRole::kPunctuation;
    out.kind = kind;
    out.begin = lexer_.Offset(p);
    out.end = lexer_.Offset(token_end);
    p = token_end;
  };
  candidate_ = -1;
  while (p < end) {
    if (HasClass(*p, kDigit)) {
      const char* after = p + 1;
      while (HasClass(*after, kDigit)) ++after;
      if (after - p > kMaxDigits || (*after != ',' && *after != ']' && *after != '}')) break;
      add(TokKind::kInt, after);
    } else if (*p == ',') {
      add(TokKind::kComma, p + 1);
    } else if (*p == '[' || *p == '{') {
      ++open;
      Open(TokKind::kLbrace);
      add(*p == '[' ? TokKind::kLsquare : TokKind::kLbrace, p + 1);
    } else if (*p == ']' || *p == '}') {
      --open;
      Close(TokKind::kRbrace);
      add(*p == ']' ? TokKind::kRsquare : TokKind::kRbrace, p + 1);
      if (open == 0 && *p != '{') break;
    } else {
      break;
    }
  }
  lexer_.SkipTo(p);
}

TokenRole SyntaxReader::RoleOf(StatementKind kind, const Token& token) {
  if (kind == StatementKind::kTable) return PlainRole(token.kind);
  if (kind == StatementKind::kHead && phase_ != Phase::kName) return InHead(token);
  switch (phase_) {
    case Phase::kName:
      return InName(kind, token);
    case Phase::kShape:
      return InShape(token);
    case Phase::kOperands:
      return InOperands(token);
    case Phase::kAttributes:
      return InAttributes(token);
  }
  return TokenRole::kError;
}

TokenRole SyntaxReader::InName(StatementKind kind, const Token& token) {
  if (token.kind == TokKind::kEqual || token.kind == TokKind::kComma) {
    phase_ = kind == StatementKind::kInstruction ? Phase::kShape : Phase::kAttributes;
    return TokenRole::kPunctuation;
  }
  if (kind == StatementKind::kHead && IsOpening(token.kind)) {
    phase_ = Phase::kShape;
    return TokenRole::kPunctuation;
  }
  // The first word of a header or ENTRY is a keyword, the same word after it is a name.
  const bool is_first = tokens_.empty();
  if (is_first && IsKeyword(token.kind)) return TokenRole::kKeyword;
  if (token.kind == TokKind::kError || IsOpening(token.kind)) return PlainRole(token.kind);
  switch (kind) {
    case StatementKind::kHeader:
      return TokenRole::kModule;
    case StatementKind::kHead:
      return TokenRole::kComputationDefinition;
    case StatementKind::kInstruction:
      return TokenRole::kInstructionDefinition;
    case StatementKind::kTable:
    case StatementKind::kAfterBody:
      break;
  }
  return PlainRole(token.kind);
}

TokenRole SyntaxReader::InHead(const Token& token) {
  const bool is_name = token.kind == TokKind::kName || token.kind == TokKind::kIdent;
  if (is_name && depth_ == 1 && token.end[-1] == ':') return TokenRole::kParameterName;
  if (token.kind == TokKind::kName && depth_ == 1) return TokenRole::kParameterName;
  return PlainRole(token.kind);
}

TokenRole SyntaxReader::InShape(const Token& token) {
  if (token.kind == TokKind::kAttributeName && depth_ == 0) {
    phase_ = Phase::kAttributes;
    return InAttributes(token);
  }
  if (depth_ != 0 || !IsName(token.kind)) return PlainRole(token.kind);
  // b(f32[4]) is a shape if an opcode follows: no other word before a parenthesis wraps a type.
  const std::string_view after(token.end,
                               std::min<size_t>(4, text_.data() + text_.size() - token.end));
  const bool is_buffer = token.value == "b" && after.size() > 1 && after[0] == '(' &&
                         tokens_.back().kind == TokKind::kEqual;
  if (is_buffer) return TokenRole::kType;
  phase_ = Phase::kOperands;
  literal_depth_ = HasLiteral(token.value) ? 1 : 0;
  return TokenRole::kOpcode;
}

// An operand is [shape] name {#index}, or an instruction without a name, with operands of its own:
// its name is the last word before a comma, a '#' or a parenthesis.
TokenRole SyntaxReader::InOperands(const Token& token) {
  if (token.kind == TokKind::kComma || token.kind == TokKind::kRparen ||
      token.kind == TokKind::kOctothorp) {
    if (candidate_ >= 0) tokens_[static_cast<size_t>(candidate_)].role = TokenRole::kInstructionUse;
    candidate_ = -1;
    if (depth_ < literal_depth_) literal_depth_ = 0;
    if (depth_ <= 0) phase_ = Phase::kAttributes;
    return TokenRole::kPunctuation;
  }
  if (token.kind == TokKind::kAttributeName && braces_ == 0) {
    phase_ = Phase::kAttributes;  // a parenthesis is missing
    depth_ = 0;
    return InAttributes(token);
  }
  if (token.kind == TokKind::kLparen && candidate_ >= 0) BeginNestedOperands();
  const bool is_name = IsName(token.kind) || IsTakenName(token);
  const bool may_be_operand = braces_ == 0 && (literal_depth_ == 0 || depth_ < literal_depth_);
  candidate_ = is_name && may_be_operand ? static_cast<int>(tokens_.size()) : -1;
  return PlainRole(token.kind);
}

// The word before a parenthesis: the opcode of an operand, or b(f32[4]), a type.
void SyntaxReader::BeginNestedOperands() {
  SyntaxToken& word = tokens_[static_cast<size_t>(candidate_)];
  const std::string_view text = text_.substr(word.begin, word.end - word.begin);
  word.role = text == "b" ? TokenRole::kType : TokenRole::kOpcode;
  if (HasLiteral(text)) literal_depth_ = depth_ + 1;
}

TokenRole SyntaxReader::InAttributes(const Token& token) {
  if (token.kind == TokKind::kAttributeName && depth_ <= 0) {
    names_ = RoleOfNames(token.value);
    depth_ = 0;
    return TokenRole::kAttribute;
  }
  if (names_ != TokenRole::kWord && (IsName(token.kind) || IsTakenName(token))) return names_;
  if (token.kind == TokKind::kName && *token.begin == '%') return TokenRole::kReference;
  return PlainRole(token.kind);
}

ByteRange InstructionSyntax::Attribute(std::string_view text, std::string_view wanted) const {
  for (const AttributeSyntax& each : attributes) {
    if (text.substr(each.name.begin, each.name.size()) == wanted) return each.value;
  }
  return {};
}

InstructionSyntax PartsOf(const std::vector<SyntaxToken>& tokens) {
  InstructionSyntax parts;
  size_t i = 0;
  int depth = 0;
  bool has_equal = false;
  for (; i < tokens.size(); ++i) {
    const SyntaxToken& token = tokens[i];
    if (token.role == TokenRole::kInstructionDefinition) parts.name = token.range();
    if (token.role == TokenRole::kOpcode || token.role == TokenRole::kAttribute) break;
    if (has_equal) {
      if (parts.shape.end == 0) parts.shape.begin = token.begin;
      parts.shape.end = token.end;
    }
    if (token.kind == TokKind::kEqual) has_equal = true;
  }
  if (i < tokens.size() && tokens[i].role == TokenRole::kOpcode) parts.opcode = tokens[i++].range();
  for (; i < tokens.size() && tokens[i].role != TokenRole::kAttribute; ++i) {
    const SyntaxToken& token = tokens[i];
    if (parts.operands.end == 0 && token.kind == TokKind::kLparen)
      parts.operands.begin = token.begin;
    if (token.kind == TokKind::kLparen) ++depth;
    if (token.kind == TokKind::kRparen && --depth == 0) parts.operands.end = token.end;
  }
  for (; i < tokens.size(); ++i) {
    const SyntaxToken& token = tokens[i];
    if (token.role == TokenRole::kAttribute) {
      parts.attributes.push_back({token.range(), {token.end + 1, token.end + 1}});
    } else if (!parts.attributes.empty()) {
      const bool is_separator = token.kind == TokKind::kComma && i + 1 < tokens.size() &&
                                tokens[i + 1].role == TokenRole::kAttribute;
      if (!is_separator) parts.attributes.back().value.end = token.end;
    }
  }
  return parts;
}

}  // namespace hlo_text_v1::internal
