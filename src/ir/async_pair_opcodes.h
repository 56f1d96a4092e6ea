// Instructions that start or finish an operation with their own opcodes.
#ifndef HLO_IR_ASYNC_PAIR_OPCODES_H_
#define HLO_IR_ASYNC_PAIR_OPCODES_H_

#include <array>
#include <cstddef>

#include "hlo/instruction.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo::internal {

// By opcode: the pair with it in `place`, of which there is at most one; nullptr if there is none.
using PairsByOpcode = std::array<const AsyncPairOpcodes*, kHloOpcodeCount + 1>;
constexpr PairsByOpcode MakePairsByOpcode(HloOpcode AsyncPairOpcodes::* place) {
  PairsByOpcode pairs = {};
  for (const AsyncPairOpcodes& pair : kAsyncPairs) pairs[static_cast<size_t>(pair.*place)] = &pair;
  return pairs;
}
inline constexpr PairsByOpcode kPairsByStart = MakePairsByOpcode(&AsyncPairOpcodes::start);
inline constexpr PairsByOpcode kPairsByDone = MakePairsByOpcode(&AsyncPairOpcodes::done);

// The pair of which `instruction` is the start; nullptr if there is none.
inline const AsyncPairOpcodes* PairStartedBy(const HloInstruction& instruction) {
  if (instruction.async_phase() != AsyncPhase::kNone) return nullptr;
  return kPairsByStart[static_cast<size_t>(instruction.spelled_opcode())];
}

// The pair of which `instruction` is the done; nullptr if there is none.
inline const AsyncPairOpcodes* PairDoneBy(const HloInstruction& instruction) {
  if (instruction.async_phase() != AsyncPhase::kNone) return nullptr;
  return kPairsByDone[static_cast<size_t>(instruction.spelled_opcode())];
}

}  // namespace hlo::internal

#endif  // HLO_IR_ASYNC_PAIR_OPCODES_H_
