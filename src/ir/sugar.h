// Asynchronous instructions in sugar, before Desugar: an opcode with an AsyncPhase. Only the
// parser, src/async and the printer meet them.
#ifndef HLO_IR_SUGAR_H_
#define HLO_IR_SUGAR_H_

#include <string_view>

#include "hlo/opcode.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo::internal {

// The opcode of `opcode` in that phase: HloInstruction::opcode.
inline HloOpcode OpcodeIn(HloOpcode opcode, AsyncPhase phase) {
  return phase == AsyncPhase::kNone ? opcode : GenericAsyncOpcode(phase);
}

// WithoutAsyncSuffix, with the phase that the suffix means; if there is none, `phase` stays.
inline std::string_view StripAsyncSuffix(std::string_view word, AsyncPhase* phase) {
  const std::string_view wrapped = WithoutAsyncSuffix(word);
  for (const AsyncPhase each : {AsyncPhase::kStart, AsyncPhase::kUpdate, AsyncPhase::kDone}) {
    if (word.substr(wrapped.size()) == AsyncPhaseSuffix(each)) *phase = each;
  }
  return wrapped;
}

}  // namespace hlo::internal

#endif  // HLO_IR_SUGAR_H_
