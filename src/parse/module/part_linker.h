// Appends a part of a text, read into a separate state, to the parts before it.
#ifndef HLO_PARSE_MODULE_PART_LINKER_H_
#define HLO_PARSE_MODULE_PART_LINKER_H_

#include "src/parse/module/parse_state.h"

namespace hlo {

// `whole` has read the header and everything before the part, `part` only that. The module of
// `whole` takes over what the part's module owns; names, shapes and computations in both are
// merged. Returns false if one thread would or might have read the text differently; then neither
// module is usable. Linear in the part; some ten nanoseconds an instruction.
bool LinkPart(ParseState& whole, ParseState& part);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_PART_LINKER_H_
