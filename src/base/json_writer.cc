// Copies strings in runs of bytes that need no escape, found by a table; nearly all strings are one
// run.
#include "src/base/json_writer.h"

#include <charconv>
#include <cmath>

#include "src/base/utf8.h"

namespace hlo_text_v1::internal {
namespace {

// Bytes that need no escape.
struct PlainBytes {
  constexpr explicit PlainBytes(bool html_safe) {
    for (int c = 0x20; c < 0x80; ++c) {
      const bool is_markup = c == '<' || c == '>' || c == '&' || c == 0x7f;
      is_plain[c] = c != '"' && c != '\\' && !(html_safe && is_markup);
    }
  }
  bool is_plain[256] = {};
};
constexpr PlainBytes kPlain(/*html_safe=*/false);
constexpr PlainBytes kPlainInHtml(/*html_safe=*/true);

void AppendUnicodeEscape(uint32_t code, TextWriter* out) {
  constexpr char kHex[] = "0123456789abcdef";
  out->Append("\\u");
  for (int shift = 12; shift >= 0; shift -= 4) out->Append(kHex[(code >> shift) & 15]);
}

// The letter that escapes `c`; zero if there is none.
char EscapeLetter(char c) {
  switch (c) {
    case '"':
    case '\\':
      return c;
    case '\n':
      return 'n';
    case '\t':
      return 't';
    case '\r':
      return 'r';
    default:
      return '\0';
  }
}

}  // namespace

void JsonWriter::SeparateWithSpace() {
  const bool is_indented = style_.spacing == JsonStyle::kIndented;
  if (state_ == State::kAfterValue) out_.Append(is_indented ? "," : ", ");
  if (is_indented && state_ != State::kAfterKey && depth_ > 0) Indent();
}

void JsonWriter::Indent() {
  out_.Append('\n');
  for (int i = 0; i < depth_; ++i) out_.Append(' ');
}

void JsonWriter::Quoted(std::string_view value) {
  const PlainBytes& plain = style_.html_safe ? kPlainInHtml : kPlain;
  out_.Append('"');
  while (!value.empty()) {
    size_t run = 0;
    while (run < value.size() && plain.is_plain[static_cast<unsigned char>(value[run])]) ++run;
    out_.Append(value.substr(0, run));
    value.remove_prefix(run);
    if (value.empty()) break;
    const size_t length = Utf8Length(value);
    Escaped(length == 0 ? kReplacementCharacter : value.substr(0, length));
    value.remove_prefix(length == 0 ? 1 : length);
  }
  out_.Append('"');
}

// Writes a character that needs an escape.
void JsonWriter::Escaped(std::string_view character) {
  if (character.size() == 1) {
    const char letter = EscapeLetter(character[0]);
    if (letter == '\0' || (style_.html_safe && letter != character[0])) {
      return AppendUnicodeEscape(static_cast<unsigned char>(character[0]), &out_);
    }
    out_.Append('\\', letter);
  } else if (style_.html_safe && (character == "\u2028" || character == "\u2029")) {
    AppendUnicodeEscape(Utf8CodePoint(character), &out_);
  } else {
    out_.Append(character);
  }
}

template <typename... Args>
void JsonWriter::Number(Args... args) {
  char text[336];  // the largest double has 309 digits before its point
  const auto result = std::to_chars(text, text + sizeof(text), args...);
  Word(std::string_view(text, static_cast<size_t>(result.ptr - text)));
}

void JsonWriter::Uint(uint64_t value) { Number(value); }

void JsonWriter::NotFinite(double value) {
  String(std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
}

void JsonWriter::Double(double value) {
  if (!std::isfinite(value)) return NotFinite(value);
  Number(value);
}

void JsonWriter::Float(float value) {
  if (!std::isfinite(value)) return NotFinite(value);
  Number(value);
}

void JsonWriter::Fixed(double value, int decimals) {
  Number(value, std::chars_format::fixed, decimals);
}

}  // namespace hlo_text_v1::internal
