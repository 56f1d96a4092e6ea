// What an instruction begins with: [shape] opcode.
#ifndef HLO_PARSE_MODULE_OPCODE_PARSER_H_
#define HLO_PARSE_MODULE_OPCODE_PARSER_H_

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Sets shape, opcode and phase of the draft, the shape only if the text has one: it may be missing
// where the opcode's can be inferred. False, logged, for anything else.
bool ReadShapeAndOpcode(ParseState& state, Draft* draft);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_OPCODE_PARSER_H_
