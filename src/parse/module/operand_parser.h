// Operand lists: (a, f32[2] %b, f32[] negate(c), t#0#1).
#ifndef HLO_PARSE_MODULE_OPERAND_PARSER_H_
#define HLO_PARSE_MODULE_OPERAND_PARSER_H_

#include <cstdint>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// The operands with their parentheses, put into the draft. False, logged, if there is no list. What
// is wrong with an operand is logged, the operand left out, and reading goes on: XLA finds out
// later that one is missing, or not.
bool ReadOperands(ParseState& state, Draft* draft);

// [shape] name, of an instruction of this body, before ',' or ')', put into the draft. False, with
// nothing consumed or logged, if it is anything else.
bool ReadKnownOperand(ParseState& state, Draft* draft);

// [shape] name {#int} before ',' or ')', at byte `start`. nullptr if it is anything else, logged
// unless a name and a '#' are followed by something unexpected.
HloInstruction* ReadOperandName(ParseState& state, Scope& scope, uint32_t start);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_OPERAND_PARSER_H_
