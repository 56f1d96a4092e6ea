// Going on after an error.
#ifndef HLO_PARSE_MODULE_RECOVERY_H_
#define HLO_PARSE_MODULE_RECOVERY_H_

#include <cstdint>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo::internal {

// After an operand that could not be read, other errors of the same instruction, whose name is at
// `position`, may be consequences: drops them from the log.
void DropAfterBadOperand(ParseState& state, uint32_t position);

// Call where an instruction of `scope` called `name`, or kNone, was refused. Reports the log, binds
// the name to a poisoned stand-in, and skips text up to the beginning of an instruction or the
// brace that closes the body. Returns false if there is none, if enough has been reported, or in a
// nested body: then the enclosing instruction recovers.
bool RecoverAtInstruction(ParseState& state, Scope& scope, uint32_t name, uint32_t position);

// The same where a computation, or the text before the first, was refused; true if there is another
// computation to go on with.
bool RecoverAtComputation(ParseState& state);

// Notes that the draft uses `operand`, if that was refused.
inline void NoteOperand(ParseState& state, const HloInstruction* operand, Draft* draft) {
  if (!Node(operand).is_poisoned) return;
  draft->is_tainted = true;
  state.recovery.saw_poison = true;
}

}  // namespace hlo::internal

#endif  // HLO_PARSE_MODULE_RECOVERY_H_
