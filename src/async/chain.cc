// AsyncChain: the links of one asynchronous operation, found through operand 0 and users.
//
// From any link, operand 0 leads back to the start (a bounded walk, since operands come before
// their users); from there the user that has the link as its operand 0 leads on to the done. All
// answers are computed from the links' shapes and operands, so that sugared and generic chains, and
// mixtures of the two, look the same. What aliases what is in chain_aliases.cc.
// Source: XLA async_ops documentation, HloAsyncInstruction.
#include "hlo/async.h"

namespace hlo {

bool IsAsyncStart(const HloInstruction& instruction) {
  return instruction.async_phase() == AsyncPhase::kStart ||
         (instruction.async_phase() == AsyncPhase::kNone &&
          instruction.opcode() == HloOpcode::kAsyncStart);
}

bool IsAsyncUpdate(const HloInstruction& instruction) {
  return instruction.async_phase() == AsyncPhase::kUpdate ||
         (instruction.async_phase() == AsyncPhase::kNone &&
          instruction.opcode() == HloOpcode::kAsyncUpdate);
}

bool IsAsyncDone(const HloInstruction& instruction) {
  return instruction.async_phase() == AsyncPhase::kDone ||
         (instruction.async_phase() == AsyncPhase::kNone &&
          instruction.opcode() == HloOpcode::kAsyncDone);
}

}  // namespace hlo
