// Opcodes of operations that are started and done by opcodes of their own, rather than by
// async-start and async-done. Source: XLA hlo_verifier.cc, VerifyAsynchronousInstructionPairs.
#ifndef HLO_IR_ASYNC_PAIR_OPCODES_H_
#define HLO_IR_ASYNC_PAIR_OPCODES_H_

#include "hlo/instruction.h"
#include "hlo/opcode.h"

namespace hlo {

struct AsyncPairOpcodes {
  HloOpcode work;  // what is done; of recv and send the start
  HloOpcode start;
  HloOpcode done;
};

inline constexpr AsyncPairOpcodes kAsyncPairs[] = {
    {HloOpcode::kAllGather, HloOpcode::kAllGatherStart, HloOpcode::kAllGatherDone},
    {HloOpcode::kAllReduce, HloOpcode::kAllReduceStart, HloOpcode::kAllReduceDone},
    {HloOpcode::kCollectivePermute, HloOpcode::kCollectivePermuteStart,
     HloOpcode::kCollectivePermuteDone},
    {HloOpcode::kCopy, HloOpcode::kCopyStart, HloOpcode::kCopyDone},
    {HloOpcode::kRecv, HloOpcode::kRecv, HloOpcode::kRecvDone},
    {HloOpcode::kSend, HloOpcode::kSend, HloOpcode::kSendDone},
};

// The pair that has `opcode` in a place, FindPairOpcodes(&AsyncPairOpcodes::start, opcode); nullptr
// if there is none.
inline const AsyncPairOpcodes* FindPairOpcodes(HloOpcode AsyncPairOpcodes::* place,
                                               HloOpcode opcode) {
  for (const AsyncPairOpcodes& pair : kAsyncPairs) {
    if (pair.*place == opcode) return &pair;
  }
  return nullptr;
}

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
