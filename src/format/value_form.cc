// See value_form.h. The real parser reads the value and the real printer writes it.
#include "src/format/value_form.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "hlo/literal.h"
#include "hlo/print_values.h"
#include "hlo/shape.h"
#include "src/lex/trivia.h"
#include "src/parse/values/literal.h"
#include "src/parse/values/shape.h"

namespace hlo_text_v1::internal {
namespace {

// End of a list of at least one number, without leading zeros; or nullptr.
const char* ScanPlainNumbers(const char* p) {
  for (;; ++p) {
    if (p[0] == '<' && p[1] == '=') p += 2;
    if (!HasClass(*p, kDigit) || (*p == '0' && HasClass(p[1], kDigit))) return nullptr;
    while (HasClass(*p, kDigit)) ++p;
    if (*p != ',') return p;
  }
}

// Goes back to `begin` and clears what was logged.
bool GiveUp(ParseContext& ctx, const char* begin) {
  ctx.log().clear();
  ctx.lexer.SkipTo(begin);
  return false;
}

// Whether [begin, end), which has no strings, has comments other than the generated ones: on
// indexes, and /*i0=2*/ on the rows of a literal of rank 4.
bool HasOtherComments(const char* begin, const char* end, bool is_literal) {
  CommentReader reader(begin, end);
  Comment comment;
  while (reader.Next(&comment)) {
    if (!is_literal) return true;
    const size_t equal = comment.text.find('=');
    if (comment.is_line || equal == std::string_view::npos || equal < 4 || comment.text[2] != 'i' ||
        !HasClass(comment.text[3], kDigit) ||
        !IsNumberedComment(comment.text, comment.text.substr(2, equal - 2))) {
      return true;
    }
  }
  return false;
}

std::string_view Between(const char* begin, const char* end) {
  return std::string_view(begin, static_cast<size_t>(end - begin));
}

bool IsElidedAnywhere(std::string_view text) { return text.find("...") != std::string_view::npos; }

// -0 as an integer: XLA prints the floating-point number like that, and reads it as 0.
bool HasMinusZero(std::string_view text) {
  for (size_t at = text.find("-0"); at != std::string_view::npos; at = text.find("-0", at + 2)) {
    const char next = at + 2 < text.size() ? text[at + 2] : ',';
    if (!HasClass(next, kIdentifierByte)) return true;
  }
  return false;
}

// Whether every element was written: f32[4096,4096] constant(0) abbreviates very many zeros.
bool HasAllElements(const Literal& literal, size_t written) {
  std::vector<const Literal*> open = {&literal};
  while (!open.empty()) {
    const Literal& part = *open.back();
    open.pop_back();
    if (part.is_elided()) continue;
    for (const Literal& element : part.elements()) open.push_back(&element);
    if (part.shape().IsTuple()) continue;
    const std::optional<int64_t> count = ElementCount(part.shape());
    if (!count.has_value() || static_cast<uint64_t>(*count) > written) return false;
    written -= static_cast<size_t>(*count);
  }
  return true;
}

// Values that XLA reads differently from what it prints: a NaN's payload in the imaginary part of a
// c64, because it goes through a double; and the smallest f8e8m0fnu, 2^-127.
bool IsReadOtherwise(const Literal& literal, std::string_view form) {
  const Shape& shape = literal.shape();
  const auto has = [&](PrimitiveType type, std::string_view text) {
    return (shape.IsTuple() || shape.element_type() == type) &&
           form.find(text) != std::string_view::npos;
  };
  return has(PrimitiveType::kC64, "nan(") || has(PrimitiveType::kF8E8M0FNU, "5.9e-39");
}

size_t CountCommas(std::string_view text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), ','));
}

}  // namespace

const char* ScanPlainArrayShape(const char* p) {
  while (HasClass(*p, kIdentifierByte)) ++p;
  if (*p != '[') return nullptr;
  if (p[1] == ']') {
    p += 2;
  } else {
    p = ScanPlainNumbers(p + 1);
    if (p == nullptr || *p != ']') return nullptr;
    ++p;
  }
  if (*p != '{') {
    // A layout may follow after blanks or comments.
    const char* next = p;
    while (HasClass(*next, kBlank)) ++next;
    return *next == '{' || *next == '/' ? nullptr : p;
  }
  if (!HasClass(p[1], kDigit)) return nullptr;
  p = ScanPlainNumbers(p + 1);
  return p != nullptr && *p == '}' ? p + 1 : nullptr;
}

bool AppendArrayShapeForm(ParseContext& ctx, std::string* out) {
  const char* begin = ctx.lexer.At();
  const Shape* shape = nullptr;
  if (!ReadShape(ctx, &shape) || !ctx.log().empty()) return GiveUp(ctx, begin);
  const char* end = ctx.lexer.Consumed();
  const auto size = static_cast<size_t>(end - begin);
  if (HasOtherComments(begin, end, /*is_literal=*/false)) return GiveUp(ctx, begin);
  AppendShape(*shape, /*with_layout=*/std::memchr(begin, '{', size) != nullptr, out);
  ctx.lexer.SkipTo(end);
  return true;
}

bool AppendConstantForm(ParseContext& ctx, const char* shape_begin, std::string* out) {
  const char* begin = ctx.lexer.At();
  ctx.lexer.SkipTo(shape_begin);
  const Shape* shape = nullptr;
  if (!ReadShape(ctx, &shape) || !ctx.log().empty()) return GiveUp(ctx, begin);
  ctx.lexer.SkipTo(begin);
  Literal literal;
  if (!ReadLiteral(ctx, *shape, &literal) || !ctx.log().empty()) return GiveUp(ctx, begin);
  const char* end = ctx.lexer.Consumed();
  if (*ctx.lexer.At() != ')' || HasOtherComments(begin, end, /*is_literal=*/true))
    return GiveUp(ctx, begin);
  // If only a part is elided, the rest must not be lost.
  const std::string_view written = Between(begin, end);
  if ((IsElidedAnywhere(written) && !literal.is_elided()) ||
      !HasAllElements(literal, written.size())) {
    return GiveUp(ctx, begin);
  }
  const size_t size = out->size();
  AppendLiteral(literal, out);
  const std::string_view form = std::string_view(*out).substr(size);
  if (HasMinusZero(written) || HasMinusZero(form) || IsReadOtherwise(literal, form) ||
      CountCommas(written) != CountCommas(form)) {
    out->resize(size);
    return GiveUp(ctx, begin);
  }
  ctx.lexer.SkipTo(end);
  return true;
}

}  // namespace hlo_text_v1::internal
