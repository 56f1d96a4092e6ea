// Open addressing over a table four times as large as the number of words: almost every look-up
// ends at its first slot. The hash mixes the length with five bytes of the word, which tells all
// words of the tables apart well enough (longest probe: see WordsTest).
#include "src/lex/words.h"

#include <array>
#include <cstddef>

#include "src/lex/token.h"

namespace hlo {
namespace {

constexpr Word kWords[] = {
#define HLO_TOKEN(Id)
#define HLO_KEYWORD(Id, text) {text, WordClass::kKeyword, static_cast<uint8_t>(TokKind::kw_##Id)},
#include "src/lex/tokens.def"
#undef HLO_TOKEN
#undef HLO_KEYWORD
#define HLO_PRIMITIVE_TYPE(Id, text, bits, bytes, Class, digits) \
  {text, WordClass::kPrimitiveType, static_cast<uint8_t>(PrimitiveType::k##Id)},
#include "hlo/primitive_types.def"
#undef HLO_PRIMITIVE_TYPE
#define HLO_OPCODE(Id, text, arity, shape, ...) \
  {text, WordClass::kOpcode, static_cast<uint8_t>(HloOpcode::k##Id)},
#include "hlo/opcodes.def"
#undef HLO_OPCODE
};
constexpr size_t kWordCount = sizeof(kWords) / sizeof(kWords[0]);
constexpr size_t kSlots = 1024;
static_assert(kWordCount * 4 < kSlots, "keep the table sparse");

constexpr uint32_t Hash(std::string_view text) {
  const size_t n = text.size();
  uint32_t h = static_cast<uint32_t>(n) * 0x9E3779B1u;
  h = (h ^ static_cast<uint8_t>(text[0])) * 0x85EBCA6Bu;
  h = (h ^ static_cast<uint8_t>(text[n / 4])) * 0x85EBCA6Bu;
  h = (h ^ static_cast<uint8_t>(text[n / 2])) * 0x85EBCA6Bu;
  h = (h ^ static_cast<uint8_t>(text[n - 1])) * 0x85EBCA6Bu;
  h = (h ^ static_cast<uint8_t>(text[n - 1 - n / 4])) * 0x85EBCA6Bu;
  return h >> 22;  // 10 bits
}

constexpr std::array<uint8_t, kSlots> MakeSlots() {
  std::array<uint8_t, kSlots> slots{};  // index of the word plus one; 0: free
  for (size_t i = 0; i < kWordCount; ++i) {
    uint32_t at = Hash(kWords[i].text);
    while (slots[at] != 0) at = (at + 1) % kSlots;
    slots[at] = static_cast<uint8_t>(i + 1);
  }
  return slots;
}
static_assert(kWordCount < 255, "slots are bytes");
constexpr std::array<uint8_t, kSlots> kSlotTable = MakeSlots();

}  // namespace

Word FindWord(std::string_view text) {
  if (text.empty()) return {};
  for (uint32_t at = Hash(text); kSlotTable[at] != 0; at = (at + 1) % kSlots) {
    const Word& word = kWords[kSlotTable[at] - 1];
    if (word.text == text) return word;
  }
  return {};
}

}  // namespace hlo
