// Open addressing in a table with four slots per word: almost every lookup ends at its first slot.
// A word is two integers, its first sixteen bytes: hashing is one multiplication, and neither hash
// nor comparison needs a call.
#include "src/vocabulary/word_table.h"

#include <array>
#include <cstddef>

#include "hlo/opcode.h"
#include "hlo/primitive_type.h"
#include "src/base/name_ending.h"
#include "src/vocabulary/token_kind.h"

namespace hlo_text_v1::internal {
namespace {

constexpr Word kWords[] = {
#define HLO_TOKEN(Id)
#define HLO_KEYWORD(Id, text) {text, WordClass::kKeyword, static_cast<uint8_t>(TokKind::kw_##Id)},
#include "src/vocabulary/tokens.def"
#undef HLO_TOKEN
#undef HLO_KEYWORD
#define HLO_PRIMITIVE_TYPE(Id, text, ...) \
  {text, WordClass::kPrimitiveType, static_cast<uint8_t>(PrimitiveType::k##Id)},
#include "hlo/tables/primitive_types.def"
#define HLO_OPCODE(Id, text, ...) \
  {text, WordClass::kOpcode, static_cast<uint8_t>(HloOpcode::k##Id)},
#include "hlo/tables/opcodes.def"
};
constexpr size_t kWordCount = sizeof(kWords) / sizeof(kWords[0]);
constexpr size_t kSlots = 1024;
static_assert(kWordCount * 4 < kSlots, "keep the table sparse");

constexpr uint32_t Hash(const WordBytes& bytes, size_t size) {
  const uint64_t mixed = (bytes.first ^ (bytes.second << 7 | bytes.second >> 57)) + size;
  return static_cast<uint32_t>((mixed * 0x9E3779B97F4A7C15u) >> 54);  // 10 bits
}

constexpr std::array<uint8_t, kSlots> MakeSlots() {
  std::array<uint8_t, kSlots> slots{};  // index of the word plus one; 0: free
  for (size_t i = 0; i < kWordCount; ++i) {
    uint32_t at = Hash(WordBytesOf(kWords[i].text), kWords[i].text.size());
    while (slots[at] != 0) at = (at + 1) % kSlots;
    slots[at] = static_cast<uint8_t>(i + 1);
  }
  return slots;
}
static_assert(kWordCount < 255, "slots are bytes");
constexpr std::array<uint8_t, kSlots> kSlotTable = MakeSlots();

constexpr std::array<WordBytes, kWordCount> MakeBytes() {
  std::array<WordBytes, kWordCount> bytes{};
  for (size_t i = 0; i < kWordCount; ++i) bytes[i] = WordBytesOf(kWords[i].text);
  return bytes;
}
constexpr std::array<WordBytes, kWordCount> kBytes = MakeBytes();

constexpr Word kNoWord;

inline const Word& Find(std::string_view text, const WordBytes& bytes) {
  for (uint32_t at = Hash(bytes, text.size()); kSlotTable[at] != 0; at = (at + 1) % kSlots) {
    const size_t i = kSlotTable[at] - size_t{1};
    if (kBytes[i] == bytes && kWords[i].text.size() == text.size() &&
        (text.size() <= 16 || kWords[i].text == text)) {
      return kWords[i];
    }
  }
  return kNoWord;
}

}  // namespace

const Word& FindWord(std::string_view text) {
  char padded[16] = {};
  text.copy(padded, sizeof(padded));
  return Find(text, PaddedWordBytes({padded, text.size()}));
}
const Word& FindPaddedWord(std::string_view text) { return Find(text, PaddedWordBytes(text)); }

bool IsReservedWord(std::string_view text) {
  if (NameEndingOf(text) == NameEnding::kNumber) return false;  // no word has a point
  const WordClass word_class = FindPaddedWord(text).word_class;
  return word_class == WordClass::kKeyword || word_class == WordClass::kPrimitiveType ||
         text == "nan";
}

std::string_view TokKindName(TokKind kind) {
  static constexpr std::string_view kNames[] = {
#define HLO_TOKEN(Id) "k" #Id,
#define HLO_KEYWORD(Id, text) "kw_" #Id,
#include "src/vocabulary/tokens.def"
#undef HLO_TOKEN
#undef HLO_KEYWORD
  };
  return kNames[static_cast<int>(kind)];
}

}  // namespace hlo_text_v1::internal
