// See byte_class.h. The table is built at compile time.
#include "src/base/byte_class.h"

#include <algorithm>

namespace hlo_text_v1::internal {
namespace {

constexpr ByteClasses MakeByteClasses() {
  ByteClasses classes;
  for (int c = 0; c < 256; ++c) {
    uint8_t bits = 0;
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    const bool digit = c >= '0' && c <= '9';
    if (letter) bits |= kIdentifierStart;
    if (letter || digit || c == '.' || c == '-') bits |= kIdentifierByte;
    if (digit) bits |= kDigit;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') bits |= kBlank | kTrivia;
    if (c == '/') bits |= kTrivia;
    if (c >= 0x20 && c < 0x7f && c != '"' && c != '\'' && c != '\\') bits |= kPlainString;
    classes.of[c] = bits;
  }
  return classes;
}

}  // namespace

constexpr ByteClasses kByteClasses = MakeByteClasses();

bool IsIdentifier(std::string_view text) {
  return !text.empty() && HasClass(text[0], kIdentifierStart) &&
         std::all_of(text.begin(), text.end(), [](char c) { return HasClass(c, kIdentifierByte); });
}

}  // namespace hlo_text_v1::internal
