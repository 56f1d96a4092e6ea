// Byte classes in one lookup table: letters, digits, blanks.
#ifndef HLO_BASE_BYTE_CLASS_H_
#define HLO_BASE_BYTE_CLASS_H_

#include <cstdint>
#include <string_view>

namespace hlo_text_v1::internal {

// Bits of a set of classes. A zero byte is in no class, so it ends every run.
inline constexpr uint8_t kIdentifierStart = 1;  // [A-Za-z_]
inline constexpr uint8_t kIdentifierByte = 2;   // [A-Za-z0-9_.-]
inline constexpr uint8_t kDigit = 4;
inline constexpr uint8_t kBlank = 8;         // blank, tab, LF, CR
inline constexpr uint8_t kPlainString = 16;  // printable ASCII except " ' and backslash
inline constexpr uint8_t kTrivia = 32;       // blanks, and / of a comment

struct ByteClasses {
  uint8_t of[256] = {};
};
extern const ByteClasses kByteClasses;

// Whether `c` is in one of `classes`.
inline bool HasClass(char c, uint8_t classes) {
  return (kByteClasses.of[static_cast<uint8_t>(c)] & classes) != 0;
}

// Whether `text` is [A-Za-z_][A-Za-z0-9_.-]*.
bool IsIdentifier(std::string_view text);

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_BYTE_CLASS_H_
