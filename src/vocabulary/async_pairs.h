// Which opcodes are parts of a chain, and the operations with their own start and done opcodes;
// HLO_ASYNC_PAIR of opcodes.def.
#ifndef HLO_VOCABULARY_ASYNC_PAIRS_H_
#define HLO_VOCABULARY_ASYNC_PAIRS_H_

#include "hlo/opcode.h"

namespace hlo::internal {

// Whether an instruction is a link of a chain, generic (async-start, -update, -done) or sugar.
inline bool IsAsyncLink(HloOpcode opcode, AsyncPhase phase) {
  return phase != AsyncPhase::kNone || GetOpcodeInfo(opcode).group == OpcodeGroup::kAsync;
}

// Whether a sugared instruction is an update or done. What the operation needs is on its start.
inline bool FollowsSugaredStart(AsyncPhase phase) {
  return phase == AsyncPhase::kUpdate || phase == AsyncPhase::kDone;
}

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

// The pair with `opcode` in a given place, as FindPairOpcodes(&AsyncPairOpcodes::start, opcode);
// nullptr if there is none.
inline const AsyncPairOpcodes* FindPairOpcodes(HloOpcode AsyncPairOpcodes::* place,
                                               HloOpcode opcode) {
  for (const AsyncPairOpcodes& pair : kAsyncPairs) {
    if (pair.*place == opcode) return &pair;
  }
  return nullptr;
}

}  // namespace hlo::internal

#endif  // HLO_VOCABULARY_ASYNC_PAIRS_H_
