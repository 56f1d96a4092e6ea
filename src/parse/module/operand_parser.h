// Operand lists: (a, f32[2] %b, f32[] negate(c), t#0#1).
#ifndef HLO_PARSE_MODULE_OPERAND_PARSER_H_
#define HLO_PARSE_MODULE_OPERAND_PARSER_H_

#include <cstdint>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Reads the operands with their parentheses into the draft. Returns false, logged, if there is no
// list. Logs a bad operand, leaves it out and reads on, like XLA, which later notices the missing
// one, or not.
bool ReadOperands(ParseState& state, Draft* draft);

// Reads [shape] name, of an instruction of this body, before ',' or ')', into the draft. Returns
// false, with nothing consumed or logged, for anything else.
bool ReadKnownOperand(ParseState& state, Draft* draft);

// [shape] name {#int} before ',' or ')', at byte `start`. Returns nullptr for anything else, logged
// unless a name and a '#' are followed by something unexpected.
HloInstruction* ReadOperandName(ParseState& state, Scope& scope, uint32_t start);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_OPERAND_PARSER_H_
