// The beginning of an instruction: [shape] opcode.
#ifndef HLO_PARSE_MODULE_OPCODE_PARSER_H_
#define HLO_PARSE_MODULE_OPCODE_PARSER_H_

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Sets shape, opcode and phase of the draft. The text may omit the shape where it can be inferred
// from the opcode. Returns false, logged, for anything else.
bool ReadShapeAndOpcode(ParseState& state, Draft* draft);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_OPCODE_PARSER_H_
