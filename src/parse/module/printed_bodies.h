// What XLA prints with bodies in place (print_subcomputation_mode=full_bodies, as the presets
// canonical and fingerprint have it) and does not read itself:
//
//   calls={...} of reduce-scatter and scan, which otherwise is to_apply
//   a wrapped computation behind the attributes of async sugar: calls={...}, a second time
//   a signature before a body, (p: f32[]) -> f32[] {
//   ENTRY before the body of the entry, which another computation calls
//   a body's thread behind it, }, execution_thread="worker"
//   a computation without a name
//
// Those of the last four that are not here are in computation_parser.cc.
#ifndef HLO_PARSE_MODULE_PRINTED_BODIES_H_
#define HLO_PARSE_MODULE_PRINTED_BODIES_H_

#include <string_view>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Whether a body may begin here: a brace, or what may be a signature, perhaps behind ENTRY.
bool BeginsBody(ParseState& state);

// Before the value of an attribute called `name`: whether it is a body that is printed there for
// to_apply, or one of async sugar that is one too many.
bool IsBodyOfToApply(ParseState& state, const Draft& draft, std::string_view name);
bool IsWrappedBody(ParseState& state, const Draft& draft, std::string_view name);
// Reads such a body and takes it out of the module again: desugaring makes the computation.
bool SkipWrappedBody(ParseState& state);

// , execution_thread="x" behind a body, if it is there: no instruction has such an attribute. What
// comes behind is the instruction's. False, logged, if the thread is no string.
bool ReadNestedThread(ParseState& state, HloComputation* computation);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_PRINTED_BODIES_H_
