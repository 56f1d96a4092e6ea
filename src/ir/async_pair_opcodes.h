// Instructions that start or finish an operation with their own opcodes.
#ifndef HLO_IR_ASYNC_PAIR_OPCODES_H_
#define HLO_IR_ASYNC_PAIR_OPCODES_H_

#include "hlo/instruction.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo::internal {

// The pair of which `instruction` is the start; nullptr if there is none.
inline const AsyncPairOpcodes* PairStartedBy(const HloInstruction& instruction) {
  if (instruction.async_phase() != AsyncPhase::kNone) return nullptr;
  return FindPairOpcodes<&AsyncPairOpcodes::start>(instruction.spelled_opcode());
}

// The pair of which `instruction` is the done; nullptr if there is none.
inline const AsyncPairOpcodes* PairDoneBy(const HloInstruction& instruction) {
  if (instruction.async_phase() != AsyncPhase::kNone) return nullptr;
  return FindPairOpcodes<&AsyncPairOpcodes::done>(instruction.spelled_opcode());
}

}  // namespace hlo::internal

#endif  // HLO_IR_ASYNC_PAIR_OPCODES_H_
