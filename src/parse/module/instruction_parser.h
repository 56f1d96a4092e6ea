// One line of a computation: [ROOT] name = [shape] opcode(operands), attributes.
#ifndef HLO_PARSE_MODULE_INSTRUCTION_PARSER_H_
#define HLO_PARSE_MODULE_INSTRUCTION_PARSER_H_

#include <cstdint>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Reads the line at the current token. If it is refused, reports that and goes on at the next line
// (RecoverAtInstruction). False if nothing more can be read; then the log has been reported, or
// says what is left to report.
bool ReadInstruction(ParseState& state, Scope& scope);

// What follows `name =`, or with `is_nested` an operand that is written in place and gets a name
// of its own. nullptr if it is refused; what is wrong is in the log, unless XLA says nothing.
HloInstruction* ReadRightSide(ParseState& state, Scope& scope, const SymbolTable::Hashed& name,
                              uint32_t name_position, bool is_nested);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_INSTRUCTION_PARSER_H_
