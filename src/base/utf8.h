// UTF-8 characters and invalid bytes.
#ifndef HLO_BASE_UTF8_H_
#define HLO_BASE_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hlo_text_v1::internal {

// Replaces a byte that is not UTF-8: U+FFFD.
inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

// U+D800 to U+DFFF, three bytes each. They are not UTF-8, but XLA's lexer accepts them in strings.
enum class Surrogates : bool { kReject, kAccept };

// Length of the character at the start of `text`, which is not empty; 0 if there is none: a stray
// continuation, an overlong form, a surrogate, a character beyond U+10FFFF, or a truncated one.
inline size_t Utf8Length(std::string_view text, Surrogates surrogates = Surrogates::kReject);

// The code point of a character as long as Utf8Length says.
uint32_t Utf8CodePoint(std::string_view character);

// Whether all of `text` is UTF-8. Linear.
bool IsUtf8(std::string_view text);

// Whether `c` is a continuation byte.
inline bool IsUtf8Continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// ASCII controls: C0 and DEL.
inline bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// At most the first `max_bytes` of `text`; never cuts a character.
std::string_view Utf8Prefix(std::string_view text, size_t max_bytes);

// Calls visit(character) for each character of `text`, and visit(kReplacementCharacter) for each
// byte that is not UTF-8.
template <typename Visit>
void ForEachCharacter(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    visit(length == 0 ? kReplacementCharacter : text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
  }
}

namespace utf8_internal {
size_t LongLength(std::string_view text, Surrogates surrogates);
}  // namespace utf8_internal

inline size_t Utf8Length(std::string_view text, Surrogates surrogates) {
  const bool is_ascii = static_cast<unsigned char>(text[0]) < 0x80;
  return is_ascii ? 1 : utf8_internal::LongLength(text, surrogates);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_UTF8_H_
