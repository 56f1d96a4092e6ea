// Puts a part of a text, read into a state of its own, behind the parts before it.
#ifndef HLO_PARSE_MODULE_PART_LINKER_H_
#define HLO_PARSE_MODULE_PART_LINKER_H_

#include "src/parse/module/parse_state.h"

namespace hlo {

// `whole` has read the header and all before the part, `part` that and no more. The module of
// `whole` takes over what the part's module owns; names, shapes and computations that both have
// become one. False: one thread would have done something else with the text, or might have; both
// modules are then good for nothing. Linear in the part; some ten nanoseconds an instruction.
bool LinkPart(ParseState& whole, ParseState& part);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_PART_LINKER_H_
