// Texts as a whole: a module, computations without a header, instructions.
#ifndef HLO_PARSE_MODULE_MODULE_PARSER_H_
#define HLO_PARSE_MODULE_MODULE_PARSER_H_

#include "src/parse/module/parse_state.h"

namespace hlo {

// Each is false if the text is refused; why has been reported, or is left in the log.

// A text of any of the three kinds, told by the first token, to its end.
bool ReadText(ParseState& state);
// One instruction without a name, or with `is_list` perhaps named ones in lines, to the end.
bool ReadInstructions(ParseState& state, bool is_list);
// The HloModule line and the tables behind it, the current token being HloModule.
bool ReadHeader(ParseState& state);
// Computations up to the end.
bool ReadComputations(ParseState& state);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_MODULE_PARSER_H_
