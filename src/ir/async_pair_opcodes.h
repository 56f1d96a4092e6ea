// Instructions that start or finish an operation with opcodes of its own.
#ifndef HLO_IR_ASYNC_PAIR_OPCODES_H_
#define HLO_IR_ASYNC_PAIR_OPCODES_H_

#include "hlo/instruction.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo {

// The pair that `instruction` is the start of; nullptr if it is none.
inline const AsyncPairOpcodes* PairStartedBy(const HloInstruction& instruction) {
  if (instruction.async_phase() != AsyncPhase::kNone) return nullptr;
  return FindPairOpcodes(&AsyncPairOpcodes::start, instruction.opcode());
}

// The pair that `instruction` is the done of; nullptr if it is none.
inline const AsyncPairOpcodes* PairDoneBy(const HloInstruction& instruction) {
  if (instruction.async_phase() != AsyncPhase::kNone) return nullptr;
  return FindPairOpcodes(&AsyncPairOpcodes::done, instruction.opcode());
}

}  // namespace hlo

#endif  // HLO_IR_ASYNC_PAIR_OPCODES_H_
