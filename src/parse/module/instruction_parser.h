// One line of a computation: [ROOT] name = [shape] opcode(operands), attributes.
#ifndef HLO_PARSE_MODULE_INSTRUCTION_PARSER_H_
#define HLO_PARSE_MODULE_INSTRUCTION_PARSER_H_

#include <cstdint>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Reads the line at the current token. If it is refused, reports that and goes on at the next line
// (RecoverAtInstruction). Returns false if nothing more can be read; the log is then reported or
// holds the rest to report.
bool ReadInstruction(ParseState& state, Scope& scope);

// Reads the part after `name =`, or with `is_nested` an operand written in place, which gets its
// own name. Returns nullptr if it is refused; the reason is in the log, unless XLA gives none.
HloInstruction* ReadRightSide(ParseState& state, Scope& scope, const SymbolTable::Hashed& name,
                              uint32_t name_position, bool is_nested);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_INSTRUCTION_PARSER_H_
