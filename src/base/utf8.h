// Where a text is no UTF-8.
#ifndef HLO_BASE_UTF8_H_
#define HLO_BASE_UTF8_H_

#include <cstddef>
#include <string_view>

namespace hlo {

// What stands for a byte that is no UTF-8: U+FFFD.
inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

// Bytes of the character that `text`, not empty, begins with; 0 if it begins with none: a stray
// continuation, an overlong form, a surrogate, beyond U+10FFFF, or cut off.
inline size_t Utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool is_wrong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) >= 0xA0) ||
                        (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) >= 0x90);
  return is_wrong ? 0 : length;
}

}  // namespace hlo

#endif  // HLO_BASE_UTF8_H_
