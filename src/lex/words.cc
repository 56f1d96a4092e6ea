// Open addressing over a table four times as large as the number of words: almost every look-up
// ends at its first slot. A word is two integers, its first and its last bytes, which overlap if it
// is short: they make the hash by one multiplication, and the comparison, with no call.
#include "src/lex/words.h"

#include <array>
#include <cstddef>
#include <cstring>

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

// What a word of `size` bytes is compared by; all of it up to 16 bytes.
struct Ends {
  uint64_t first = 0;
  uint64_t last = 0;
};

// Little-endian, so that both ways of loading agree with each other; the table needs no more.
template <typename Integer>
constexpr Integer LoadAtCompileTime(const char* p) {
  Integer value = 0;
  for (size_t i = 0; i < sizeof(Integer); ++i) {
    value |= static_cast<Integer>(static_cast<uint8_t>(p[i])) << (8 * i);
  }
  return value;
}

template <typename Integer>
constexpr Integer Load(const char* p) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  if (!__builtin_is_constant_evaluated()) {
    Integer value = 0;
    std::memcpy(&value, p, sizeof(value));
    return value;
  }
#endif
  return LoadAtCompileTime<Integer>(p);
}

constexpr Ends EndsOf(std::string_view text) {
  const char* p = text.data();
  const size_t n = text.size();
  if (n >= 8) return {Load<uint64_t>(p), Load<uint64_t>(p + n - 8)};
  if (n >= 4) return {Load<uint32_t>(p), Load<uint32_t>(p + n - 4)};
  return {static_cast<uint64_t>(static_cast<uint8_t>(p[0])) << 8 | static_cast<uint8_t>(p[n - 1]),
          static_cast<uint8_t>(p[n / 2])};
}

constexpr uint32_t Hash(const Ends& ends, size_t size) {
  const uint64_t mixed = (ends.first ^ (ends.last << 7 | ends.last >> 57)) + size;
  return static_cast<uint32_t>((mixed * 0x9E3779B97F4A7C15u) >> 54);  // 10 bits
}

constexpr std::array<uint8_t, kSlots> MakeSlots() {
  std::array<uint8_t, kSlots> slots{};  // index of the word plus one; 0: free
  for (size_t i = 0; i < kWordCount; ++i) {
    uint32_t at = Hash(EndsOf(kWords[i].text), kWords[i].text.size());
    while (slots[at] != 0) at = (at + 1) % kSlots;
    slots[at] = static_cast<uint8_t>(i + 1);
  }
  return slots;
}
static_assert(kWordCount < 255, "slots are bytes");
constexpr std::array<uint8_t, kSlots> kSlotTable = MakeSlots();

constexpr std::array<Ends, kWordCount> MakeEnds() {
  std::array<Ends, kWordCount> ends{};
  for (size_t i = 0; i < kWordCount; ++i) ends[i] = EndsOf(kWords[i].text);
  return ends;
}
constexpr std::array<Ends, kWordCount> kEnds = MakeEnds();

constexpr Word kNoWord;

}  // namespace

const Word& FindWord(std::string_view text) {
  if (text.empty()) return kNoWord;
  const Ends ends = EndsOf(text);
  for (uint32_t at = Hash(ends, text.size()); kSlotTable[at] != 0; at = (at + 1) % kSlots) {
    const size_t i = kSlotTable[at] - size_t{1};
    if (kEnds[i].first == ends.first && kEnds[i].last == ends.last &&
        kWords[i].text.size() == text.size() && (text.size() <= 16 || kWords[i].text == text)) {
      return kWords[i];
    }
  }
  return kNoWord;
}

}  // namespace hlo
