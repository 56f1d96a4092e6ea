// The reserved words of the lexer: keywords, primitive types and opcodes in one hash table, which
// is made at compile time from the .def tables. One look-up per identifier.
#ifndef HLO_LEX_WORDS_H_
#define HLO_LEX_WORDS_H_

#include <cstdint>
#include <string_view>

namespace hlo {

enum class WordClass : uint8_t { kNone, kKeyword, kPrimitiveType, kOpcode };

struct Word {
  std::string_view text;
  WordClass word_class = WordClass::kNone;
  uint8_t value = 0;  // a TokKind, PrimitiveType or HloOpcode
};

// The word, or one of class kNone; lives forever.
const Word& FindWord(std::string_view text);

}  // namespace hlo

#endif  // HLO_LEX_WORDS_H_
