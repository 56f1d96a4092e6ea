// Whole texts: a module, computations without a header, instructions.
#ifndef HLO_PARSE_MODULE_MODULE_H_
#define HLO_PARSE_MODULE_MODULE_H_

#include "src/parse/module/parse_state.h"

namespace hlo_text_v1::internal {

// All return false if the text is refused; the reason is reported or left in the log.

// A text of any of the three kinds, distinguished by its first tokens, to its end.
bool ReadText(ParseState& state);
// One instruction without a name, or with `is_list` also named ones in lines, to the end.
bool ReadInstructions(ParseState& state, bool is_list);
// The HloModule line and the tables after it; HloModule is the current token.
bool ReadHeader(ParseState& state);
// Computations up to the end.
bool ReadComputations(ParseState& state);

// At the end of the text: completes the module. Returns false, reported or logged, if the text is
// or was refused.
bool FinishModule(ParseState& state);

// Its parts, for computations added to a module. Whether each mentioned computation is defined;
// reports those that are not.
bool CheckForwardReferences(ParseState& state);
// Whether no computation calls itself, directly or not; logs the first that does.
bool CheckCallCycles(ParseState& state);
// Makes the entry_computation_layout if the header omits it, with the layouts of the entry
// computation. If the header configures how the module runs, or the text is instructions without a
// computation, XLA uses the default dimension order.
void FillEntryLayout(ParseState& state);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_MODULE_H_
