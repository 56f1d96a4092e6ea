// Instructions that start or finish an operation with their own opcodes.
#ifndef HLO_IR_ASYNC_PAIR_OPCODES_H_
#define HLO_IR_ASYNC_PAIR_OPCODES_H_

#include "hlo/instruction.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo::internal {

// The pair that has `instruction` as its start; nullptr if there is none.
inline const AsyncPairOpcodes* PairStartedBy(const HloInstruction& instruction) {
  return FindPairOpcodes<&AsyncPairOpcodes::start>(instruction.opcode());
}

// The pair that has `instruction` as its done; nullptr if there is none.
inline const AsyncPairOpcodes* PairDoneBy(const HloInstruction& instruction) {
  return FindPairOpcodes<&AsyncPairOpcodes::done>(instruction.opcode());
}

}  // namespace hlo::internal

#endif  // HLO_IR_ASYNC_PAIR_OPCODES_H_
