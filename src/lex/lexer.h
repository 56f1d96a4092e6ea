// Bytes -> tokens, one at a time and only on demand.
//
// The lexer is positioned before a token. kind() and token() read it, Next() steps past it. Until
// the token has been read, At() gives its first byte, so a parser with a fast path (a shape,
// metadata) can scan the bytes itself and continue with SkipTo(end).
//
//   Lexer lexer(source, &arena);
//   while (lexer.kind() != TokKind::kEof) lexer.Next();
//
// Rules: XLA hlo_lexer.cc. White space is blank, tab, LF and CR; comments are /* */ and //. Invalid
// text becomes a token of kind kError, and the parser reports what it expected there.
#ifndef HLO_LEX_LEXER_H_
#define HLO_LEX_LEXER_H_

#include <cstdint>
#include <string_view>

#include "absl/base/attributes.h"
#include "hlo/arena.h"
#include "hlo/opcode.h"
#include "hlo/primitive_type.h"
#include "src/base/byte_class.h"
#include "src/vocabulary/token_kind.h"

namespace hlo_text_v1::internal {

// A token has a kind, its bytes, and a value that depends on the kind: for kName, kIdent,
// kAttributeName and the patterns the text without '%', ':' or '='; for kString the unescaped text;
// for kInt and kDecimal a number.
struct Token {
  TokKind kind = TokKind::kNotLexed;
  // kIdent: the word is the opcode `opcode`.
  bool is_opcode = false;
  HloOpcode opcode = HloOpcode::kAbs;
  PrimitiveType primitive_type = PrimitiveType::kInvalid;  // kPrimitiveType
  const char* begin = nullptr;                             // first byte in the source
  const char* end = nullptr;                               // past the last one
  std::string_view value;
  int64_t int_value = 0;     // kInt: two's complement of the number in the text
  double decimal_value = 0;  // kDecimal; NaN: see nan_payload
  uint64_t nan_payload = 0;  // kDecimal that is nan or -nan: the payload, else 0
};

// End of the run of kPlainString bytes at `p`, at most `end`. Reads up to 16 bytes past `end`
// (SourceBuffer::kPadding).
const char* SkipPlainString(const char* p, const char* end);
// The same, but reads nothing past `end`.
const char* SkipPlainStringWithin(const char* p, const char* end);
namespace scalar {  // without SSE2, see scan_run.h
const char* SkipPlainString(const char* p, const char* end);
}

class Lexer {
 public:
  // `source` must be followed by SourceBuffer::kPadding zero bytes and outlive the lexer. Unescaped
  // strings go into `arena`.
  Lexer(std::string_view source, Arena* arena)
      : begin_(source.data()), end_(source.data() + source.size()), at_(begin_), arena_(arena) {}

  const Token& token() {
    if (token_.kind == TokKind::kNotLexed) Lex();
    return token_;
  }
  TokKind kind() { return token().kind; }
  // Steps past the current token.
  void Next() {
    if (token_.kind == TokKind::kNotLexed) Lex();
    at_ = consumed_ = token_.end;
    token_.kind = TokKind::kNotLexed;
  }
  // The same, then reads the next token in integer-list mode: 1x2, 1_2 and 1.5 begin with the
  // integer 1. XLA HloLexer::LexInt64Impl.
  void NextAsInteger() {
    Next();
    SkipTrivia();
    LexInteger();
  }
  // First byte of the current token, after blanks and comments.
  ABSL_ATTRIBUTE_ALWAYS_INLINE const char* At() {
    if (token_.kind != TokKind::kNotLexed) return token_.begin;
    SkipTrivia();
    return at_;
  }
  // Continues at `p`, anywhere in the source.
  void SkipTo(const char* p) {
    at_ = consumed_ = p;
    token_.kind = TokKind::kNotLexed;
  }
  // End of the last token that was consumed.
  const char* Consumed() const { return consumed_; }

  const char* begin() const { return begin_; }
  const char* end() const { return end_; }
  uint32_t Offset(const char* p) const { return static_cast<uint32_t>(p - begin_); }
  // Offset of the current token.
  ABSL_ATTRIBUTE_ALWAYS_INLINE uint32_t Position() { return Offset(At()); }

  // The current token must be a '{': steps past the matching '}' and sets `dict` to the text from
  // brace to brace, skipping double-quoted strings. If there is no match, returns false and changes
  // nothing. XLA HloLexer::LexJsonDict.
  bool LexJsonDict(std::string_view* dict);

 private:
  ABSL_ATTRIBUTE_ALWAYS_INLINE void SkipTrivia() {
    if (!HasClass(*at_, kTrivia)) return;
    // Most tokens are followed by at most one blank.
    if (*at_ == ' ' && !HasClass(*++at_, kTrivia)) return;
    SkipTriviaSlow();
  }
  void SkipTriviaSlow();
  void Lex();
  void LexInteger();
  void LexIdentifier();
  void LexWord(const char* p);
  void LexPercentName();
  void LexNumberOrPattern();
  void LexInt(const char* end);
  void LexString(char quote);
  bool LexNanPayload(const char** p);
  void Set(TokKind kind, const char* end) {
    token_.kind = kind;
    token_.end = end;
  }
  void SetValue(TokKind kind, const char* end) {
    Set(kind, end);
    token_.value = std::string_view(token_.begin, static_cast<size_t>(end - token_.begin));
  }

  const char* begin_;
  const char* end_;
  const char* consumed_ = begin_;
  const char* unclosed_ = nullptr;  // an unclosed comment; later ones are unclosed too
  const char* at_;                  // kNotLexed: where the next token (or trivia before it) begins
  Token token_;
  Arena* arena_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_LEX_LEXER_H_
