// The lexer, by the first byte of a token:
//
//   [A-Za-z_]      LexIdentifier: name:, attribute=, type, keyword, nan, dim labels, identifier
//   %              LexPercentName
//   digit - ?      LexNumberOrPattern: decimal, dim labels, 1x2, 1_2, integer, -inf, -nan
//   " '            LexString, unescaped only if there is a backslash in it
//   the rest       one or two bytes of punctuation
//
// Every scan may read past the last byte of the source: the padding there is zero, which is in no
// class, so all runs end.
#include "src/lex/lexer.h"

#include <charconv>
#include <limits>
#include <string>
#include <system_error>

#include "absl/strings/charconv.h"
#include "src/lex/bytes16.h"
#include "src/lex/scan.h"
#include "src/lex/scan_run.h"
#include "src/vocabulary/word_table.h"

namespace hlo_text_v1::internal {

const char* scalar::SkipPlainString(const char* p, const char* end) {
  while (p < end && HasClass(*p, kPlainString)) ++p;
  return p;
}

const char* SkipPlainString(const char* p, const char* end) {
#ifdef HLO_HAS_BYTES16
  for (; p < end; p += 16) {
    const Bytes16 bytes = Load16(p);
    const Bytes16 special = Equal(bytes, '"') | Equal(bytes, '\'') | Equal(bytes, '\\');
    const Mask16 others = ~Mask16(Without(InRange(bytes, ' ', '~'), special));
    if (!others.empty()) {
      p += others.First();
      break;
    }
  }
  return p < end ? p : end;
#else
  return scalar::SkipPlainString(p, end);
#endif
}

const char* SkipPlainStringWithin(const char* p, const char* end) {
  constexpr ptrdiff_t kReadAhead = 15;
  if (end - p > kReadAhead) p = SkipPlainString(p, end - kReadAhead);
  return scalar::SkipPlainString(p, end);
}

void Lexer::SkipTriviaSlow() {
  // A line break as XLA prints it: LF and two blanks.
  if (at_[0] == '\n' && at_[1] == ' ' && at_[2] == ' ' && at_[3] > ' ' && at_[3] != '/') {
    at_ += 3;
    return;
  }
  for (;;) {
    while (HasClass(*at_, kBlank)) ++at_;
    if (*at_ != '/') return;
    const char* p = at_ + 2;
    if (at_[1] == '*') {
      if (unclosed_ != nullptr && at_ >= unclosed_) return;
      while (p < end_ && *p != '\0' && !(p[0] == '*' && p[1] == '/')) ++p;
      if (p >= end_) unclosed_ = at_;
      if (p >= end_ || *p == '\0') return;  // unterminated, or NUL: an error token at the '/'
      at_ = p + 2;
    } else if (at_[1] == '/') {
      while (p < end_ && *p != '\0' && *p != '\n' && *p != '\r') ++p;
      if (p < end_ && *p == '\0') return;
      at_ = p;
    } else {
      return;
    }
  }
}

void Lexer::Lex() {
  SkipTrivia();
  token_.begin = at_;
  token_.is_opcode = false;
  const char c = *at_;
  if (HasClass(c, kIdentifierStart)) return LexIdentifier();
  switch (c) {
    case '%':
      return LexPercentName();
    case '=':
      return Set(TokKind::kEqual, at_ + 1);
    case ',':
      return Set(TokKind::kComma, at_ + 1);
    case ':':
      return Set(TokKind::kColon, at_ + 1);
    case '*':
      return Set(TokKind::kAsterisk, at_ + 1);
    case '#':
      return Set(TokKind::kOctothorp, at_ + 1);
    case '+':
      return Set(TokKind::kPlus, at_ + 1);
    case '~':
      return Set(TokKind::kTilde, at_ + 1);
    case '[':
      return Set(TokKind::kLsquare, at_ + 1);
    case ']':
      return Set(TokKind::kRsquare, at_ + 1);
    case '{':
      return Set(TokKind::kLbrace, at_ + 1);
    case '}':
      return Set(TokKind::kRbrace, at_ + 1);
    case '(':
      return Set(TokKind::kLparen, at_ + 1);
    case ')':
      return Set(TokKind::kRparen, at_ + 1);
    case '"':
    case '\'':
      return LexString(c);
    case '-':
      if (at_[1] == '>') return Set(TokKind::kArrow, at_ + 2);
      return LexNumberOrPattern();
    case '?':
      return LexNumberOrPattern();
    case '.':
      if (at_[1] == '.' && at_[2] == '.') return Set(TokKind::kDots, at_ + 3);
      break;
    case '<':
      if (at_[1] == '=') return Set(TokKind::kLeq, at_ + 2);
      break;
    case '\0':
      if (at_ >= end_) return Set(TokKind::kEof, at_);
      break;
    default:
      if (HasClass(c, kDigit)) return LexNumberOrPattern();
      break;
  }
  Set(TokKind::kError, at_ + 1);
}

void Lexer::LexIdentifier() {
  const char* p = SkipIdentifier(at_);
  token_.value = std::string_view(at_, static_cast<size_t>(p - at_));
  if (*p == ':') return Set(TokKind::kName, p + 1);
  if (*p == '=') return Set(TokKind::kAttributeName, p + 1);
  LexWord(p);
}

// An identifier that ends at `p` and is not followed by ':' or '='.
void Lexer::LexWord(const char* p) {
  const Word& word = FindPaddedWord(token_.value);
  switch (word.word_class) {
    case WordClass::kOpcode:
      token_.is_opcode = true;
      token_.opcode = static_cast<HloOpcode>(word.value);
      return Set(TokKind::kIdent, p);
    case WordClass::kPrimitiveType:
      token_.primitive_type = static_cast<PrimitiveType>(word.value);
      return Set(TokKind::kPrimitiveType, p);
    case WordClass::kKeyword:
      return Set(static_cast<TokKind>(word.value), p);
    case WordClass::kNone:
      break;
  }
  if (token_.value == "nan") {
    token_.decimal_value = std::numeric_limits<double>::quiet_NaN();
    if (!LexNanPayload(&p)) return Set(TokKind::kError, p);
    return Set(TokKind::kDecimal, p);
  }
  if (const char* end = ScanDimLabels(at_)) return SetValue(TokKind::kDimLabels, end);
  Set(TokKind::kIdent, p);
}

// The optional (0xH...) after nan; moves *p past it. False if it is malformed.
bool Lexer::LexNanPayload(const char** p) {
  token_.nan_payload = kQuietNanPayload;
  if (**p != '(') return true;
  const char* end = nullptr;
  uint64_t payload = 0;
  if (!ScanNanPayload(*p, &end, &payload)) return false;
  token_.nan_payload = payload;
  *p = end;
  return true;
}

void Lexer::LexPercentName() {
  if (!HasClass(at_[1], kIdentifierStart)) return Set(TokKind::kError, at_ + 1);
  const char* p = SkipIdentifier(at_ + 1);
  token_.value = std::string_view(at_ + 1, static_cast<size_t>(p - at_ - 1));
  Set(TokKind::kName, p);
}

void Lexer::LexNumberOrPattern() {
  // Nearly every number is a short run of digits without any of . e E x _ b f ? after it.
  const char* p = at_ + (*at_ == '-');
  while (HasClass(*p, kDigit)) ++p;
  const bool has_digits = p > at_ + (*at_ == '-');
  const bool plain = !HasClass(*p, kIdentifierByte) && *p != '?';
  if (plain && has_digits) return LexInt(p);

  token_.nan_payload = 0;
  if (const char* end = ScanDecimal(at_)) {
    token_.decimal_value = ParseDecimal(at_, end);
    return SetValue(TokKind::kDecimal, end);
  }
  if (const char* end = ScanDimLabels(at_)) return SetValue(TokKind::kDimLabels, end);
  if (const char* end = ScanDxD(at_)) return SetValue(TokKind::kDxD, end);
  if (const char* end = ScanPad(at_)) return SetValue(TokKind::kPad, end);
  if (has_digits) return LexInt(p);
  if (at_[0] == '-' && at_[1] == 'i' && at_[2] == 'n' && at_[3] == 'f') {
    return Set(TokKind::kNegInf, at_ + 4);
  }
  if (at_[0] == '-' && at_[1] == 'n' && at_[2] == 'a' && at_[3] == 'n') {
    p = at_ + 4;
    token_.decimal_value = -std::numeric_limits<double>::quiet_NaN();
    if (!LexNanPayload(&p)) return Set(TokKind::kError, p);
    return Set(TokKind::kDecimal, p);
  }
  if (*at_ == '?') return Set(TokKind::kQuestionMark, at_ + 1);
  Set(TokKind::kError, at_ + 1);
}

// The integer [at_, end): optional minus and digits.
void Lexer::LexInt(const char* end) {
  const bool negative = *at_ == '-';
  uint64_t value = 0;
  const char* p = at_ + negative;
  bool fits = true;
  if (end - p <= 19) {  // 19 digits always fit
    for (; p < end; ++p) value = value * 10 + static_cast<uint64_t>(*p - '0');
  } else {
    const auto result = std::from_chars(p, end, value);
    fits = result.ec == std::errc();
  }
  constexpr uint64_t kMostNegative = uint64_t{1} << 63;
  if (negative) {
    fits = fits && value <= kMostNegative;
    value = ~value + 1;
  }
  if (!fits) return Set(TokKind::kError, end);
  token_.int_value = static_cast<int64_t>(value);
  Set(TokKind::kInt, end);
}

void Lexer::LexInteger() {
  token_.begin = at_;
  token_.is_opcode = false;
  const char* p = at_ + (*at_ == '-');
  if (HasClass(*p, kDigit)) {
    while (HasClass(*p, kDigit)) ++p;
    return LexInt(p);
  }
  Lex();
}

void Lexer::LexString(char quote) {
  const char* p = at_ + 1;
  // In the common string, the first special byte is its closing quote.
  for (;;) {
    p = SkipPlainString(p, end_);
    if (p >= end_) return Set(TokKind::kError, at_ + 1);
    if (*p == quote || *p == '\\' || static_cast<uint8_t>(*p) >= 0x80) break;
    ++p;
  }
  if (*p == quote) {
    token_.value = std::string_view(at_ + 1, static_cast<size_t>(p - at_ - 1));
    return Set(TokKind::kString, p + 1);
  }
  p = ScanQuoted(at_, end_);
  if (p == nullptr) return Set(TokKind::kError, at_ + 1);
  const std::string_view raw(at_ + 1, static_cast<size_t>(p - at_ - 2));
  if (raw.find('\\') == std::string_view::npos) {
    token_.value = raw;
  } else {
    std::string unescaped;
    if (!Unescape(raw, &unescaped)) return Set(TokKind::kError, at_ + 1);
    token_.value = arena_->CopyString(unescaped);
  }
  Set(TokKind::kString, p);
}

bool Lexer::LexJsonDict(std::string_view* dict) {
  const char* begin = At();
  const char* end = ScanJsonDict(begin, end_);
  if (end == nullptr) return false;
  *dict = std::string_view(begin, static_cast<size_t>(end - begin));
  SkipTo(end);
  return true;
}

}  // namespace hlo_text_v1::internal
