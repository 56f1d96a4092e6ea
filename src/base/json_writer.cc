// Strings are copied in runs of bytes that need no escape, found by a table; nearly all strings are
// one run.
#include "src/base/json_writer.h"

#include <charconv>
#include <cmath>

#include "src/base/utf8.h"

namespace hlo {
namespace {

// Bytes that stand for themselves.
struct PlainBytes {
  constexpr PlainBytes() {
    for (int c = 0x20; c < 0x80; ++c) is_plain[c] = c != '"' && c != '\\';
  }
  bool is_plain[256] = {};
};
constexpr PlainBytes kPlain;

void AppendControl(unsigned char c, TextWriter* out) {
  constexpr char kHex[] = "0123456789abcdef";
  out->Append("\\u00");
  out->Append(kHex[c >> 4]);
  out->Append(kHex[c & 15]);
}

// A byte below 0x80 that is not plain.
void AppendEscaped(char c, TextWriter* out) {
  switch (c) {
    case '"':
      return out->Append("\\\"");
    case '\\':
      return out->Append("\\\\");
    case '\n':
      return out->Append("\\n");
    case '\t':
      return out->Append("\\t");
    case '\r':
      return out->Append("\\r");
    default:
      return AppendControl(static_cast<unsigned char>(c), out);
  }
}

}  // namespace

void JsonWriter::Quoted(std::string_view value) {
  out_.Append('"');
  while (!value.empty()) {
    size_t plain = 0;
    while (plain < value.size() && kPlain.is_plain[static_cast<unsigned char>(value[plain])]) {
      ++plain;
    }
    out_.Append(value.substr(0, plain));
    value.remove_prefix(plain);
    if (value.empty()) break;
    const size_t length = Utf8Length(value);
    if (length == 0) {
      out_.Append(kReplacementCharacter);
    } else if (length == 1) {
      AppendEscaped(value[0], &out_);
    } else {
      out_.Append(value.substr(0, length));
    }
    value.remove_prefix(length == 0 ? 1 : length);
  }
  out_.Append('"');
}

void JsonWriter::Uint(uint64_t value) {
  char text[24];
  const auto result = std::to_chars(text, text + sizeof(text), value);
  Word(std::string_view(text, static_cast<size_t>(result.ptr - text)));
}

void JsonWriter::NotFinite(double value) {
  String(std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
}

void JsonWriter::Double(double value) {
  if (!std::isfinite(value)) return NotFinite(value);
  char text[64];
  const auto result = std::to_chars(text, text + sizeof(text), value);
  Word(std::string_view(text, static_cast<size_t>(result.ptr - text)));
}

void JsonWriter::Float(float value) {
  if (!std::isfinite(value)) return NotFinite(value);
  char text[64];
  const auto result = std::to_chars(text, text + sizeof(text), value);
  Word(std::string_view(text, static_cast<size_t>(result.ptr - text)));
}

}  // namespace hlo
