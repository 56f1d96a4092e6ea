// What is left to do at the end of a text.
#ifndef HLO_PARSE_MODULE_MODULE_END_H_
#define HLO_PARSE_MODULE_MODULE_END_H_

#include "src/parse/module/parse_state.h"

namespace hlo {

// Makes the module complete. False, reported or in the log, if the text is refused, or was before.
bool FinishModule(ParseState& state);

// Its parts, for computations that are added to a module. Whether each computation that is
// mentioned is defined; reports those that are not.
bool CheckForwardReferences(ParseState& state);
// Whether no computation calls itself, by way of others or not; logs the first that does.
bool CheckCallCycles(ParseState& state);
// Makes the entry_computation_layout, if the header has none: the layouts are those of the entry
// computation. If the header says something about how the module is run, or if there is none, XLA
// takes the default order of dimensions.
void FillEntryLayout(ParseState& state);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_MODULE_END_H_
