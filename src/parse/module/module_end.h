// Finishes a module at the end of its text.
#ifndef HLO_PARSE_MODULE_MODULE_END_H_
#define HLO_PARSE_MODULE_MODULE_END_H_

#include "src/parse/module/parse_state.h"

namespace hlo {

// Completes the module. Returns false, reported or logged, if the text is refused or already was.
bool FinishModule(ParseState& state);

// Its parts, for computations added to a module. Whether each mentioned computation is defined;
// reports those that are not.
bool CheckForwardReferences(ParseState& state);
// Whether no computation calls itself, directly or not; logs the first that does.
bool CheckCallCycles(ParseState& state);
// Makes the entry_computation_layout if the header has none, with the layouts of the entry
// computation. If the header configures how the module runs, or there is no header, XLA uses the
// default dimension order.
void FillEntryLayout(ParseState& state);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_MODULE_END_H_
