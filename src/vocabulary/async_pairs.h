// Tells which opcodes are links of a chain, which operations have their own start and done opcodes
// (HLO_ASYNC_PAIR of opcodes.def), and what XLA does with the sugar of an opcode (HLO_ASYNC_SUGAR).
#ifndef HLO_VOCABULARY_ASYNC_PAIRS_H_
#define HLO_VOCABULARY_ASYNC_PAIRS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hlo/opcode.h"

namespace hlo_text_v1::internal {

// Whether `opcode` is a link of a chain: async-start, async-update or async-done.
inline bool IsAsyncLink(HloOpcode opcode) {
  return GetOpcodeInfo(opcode).group == OpcodeGroup::kAsync;
}
// Whether `opcode` is a link after the start. The start has the operation's own attributes.
inline bool FollowsStart(HloOpcode opcode) {
  return opcode == HloOpcode::kAsyncUpdate || opcode == HloOpcode::kAsyncDone;
}

// X of X-start, X-update or X-done; otherwise `word` itself.
std::string_view WithoutAsyncSuffix(std::string_view word);

struct AsyncPairOpcodes {
  HloOpcode work;  // all-gather; for recv and send the start
  HloOpcode start;
  HloOpcode done;
};

inline constexpr AsyncPairOpcodes kAsyncPairs[] = {
#define HLO_ASYNC_PAIR(Work, Start, Done) \
  {HloOpcode::k##Work, HloOpcode::k##Start, HloOpcode::k##Done},
#include "hlo/tables/opcodes.def"
};

// Maps each opcode to the pair that has it in `place`.
using AsyncPairTable = std::array<const AsyncPairOpcodes*, kHloOpcodeCount + 1>;
constexpr AsyncPairTable MakeAsyncPairTable(HloOpcode AsyncPairOpcodes::* place) {
  AsyncPairTable pairs = {};
  for (const AsyncPairOpcodes& pair : kAsyncPairs) pairs[static_cast<size_t>(pair.*place)] = &pair;
  return pairs;
}
template <HloOpcode AsyncPairOpcodes::* kPlace>
inline constexpr AsyncPairTable kAsyncPairsBy = MakeAsyncPairTable(kPlace);

// The pair with `opcode` in a given place, as FindPairOpcodes<&AsyncPairOpcodes::start>(opcode);
// nullptr if there is none. A table lookup, since all links of chains ask.
template <HloOpcode AsyncPairOpcodes::* kPlace>
const AsyncPairOpcodes* FindPairOpcodes(HloOpcode opcode) {
  return kAsyncPairsBy<kPlace>[static_cast<size_t>(opcode)];
}

// See HLO_ASYNC_SUGAR.
enum class SugarFact : uint8_t {
  kPlain = 0,
  kOwnsAliasing = 1 << 0,
  kCheckedAtStart = 1 << 1,
  kCheckedIfBound = 1 << 2,
  kAnyShape = 1 << 3,
  kAnyShapeIfBound = 1 << 4,
  kOperandsAtStart = 1 << 5,
  kResultAtStart = 1 << 6,
};
constexpr SugarFact operator|(SugarFact a, SugarFact b) {
  return static_cast<SugarFact>(static_cast<uint8_t>(a) | static_cast<uint8_t>(b));
}
struct SugarFacts {
  uint8_t operands = 0;
  SugarFact facts = SugarFact::kPlain;

  bool Has(SugarFact fact) const {
    return (static_cast<uint8_t>(facts) & static_cast<uint8_t>(fact)) != 0;
  }
};
extern const std::array<SugarFacts, kHloOpcodeCount + 1> kSugarFacts;
inline const SugarFacts& SugarFactsOf(HloOpcode opcode) {
  return kSugarFacts[static_cast<size_t>(opcode)];
}
inline bool HasSugarFact(HloOpcode opcode, SugarFact fact) {
  return SugarFactsOf(opcode).Has(fact);
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_VOCABULARY_ASYNC_PAIRS_H_
