// The lexer's reserved words: keywords, primitive types and opcodes in one hash table, built at
// compile time from the .def tables. One lookup per identifier.
#ifndef HLO_VOCABULARY_WORD_TABLE_H_
#define HLO_VOCABULARY_WORD_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace hlo_text_v1::internal {

enum class WordClass : uint8_t { kNone, kKeyword, kPrimitiveType, kOpcode };

struct Word {
  std::string_view text;
  WordClass word_class = WordClass::kNone;
  uint8_t value = 0;  // a TokKind, PrimitiveType or HloOpcode
};

// The word, or one of class kNone; valid forever.
const Word& FindWord(std::string_view text);
// The same for a text with 16 readable bytes from its start, whatever its length.
const Word& FindPaddedWord(std::string_view text);
// Whether the lexer takes an identifier for a keyword, a type or nan, so that it is not a name
// without a '%'. `text` must have 16 readable bytes from its start.
bool IsReservedWord(std::string_view text);

// The first sixteen bytes of a word, zero-padded. Words are hashed and compared by these, without a
// branch on their length, which would be mispredicted.
struct WordBytes {
  uint64_t first = 0;
  uint64_t second = 0;
};
constexpr bool operator==(const WordBytes& a, const WordBytes& b) {
  return ((a.first ^ b.first) | (a.second ^ b.second)) == 0;
}

constexpr WordBytes WordBytesOf(std::string_view text) {
  uint64_t words[2] = {};
  for (size_t i = 0; i < text.size() && i < 16; ++i) {
    words[i / 8] |= uint64_t{static_cast<uint8_t>(text[i])} << (8 * (i % 8));
  }
  return {words[0], words[1]};
}

// The same for a text with 16 readable bytes from its start.
inline WordBytes PaddedWordBytes(std::string_view text) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  const auto low_bytes = [](size_t count) {  // all if 8 or more
    return count >= 8 ? ~uint64_t{0} : (uint64_t{1} << (8 * count)) - 1;
  };
  WordBytes bytes;
  std::memcpy(&bytes.first, text.data(), 8);
  std::memcpy(&bytes.second, text.data() + 8, 8);
  bytes.first &= low_bytes(text.size());
  bytes.second &= text.size() < 8 ? 0 : low_bytes(text.size() - 8);
  return bytes;
#else
  return WordBytesOf(text);
#endif
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_VOCABULARY_WORD_TABLE_H_
