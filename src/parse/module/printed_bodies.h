// Text that XLA prints with bodies in place (print_subcomputation_mode=full_bodies, as in the
// presets canonical and fingerprint) and does not read itself:
//
//   calls={...} of reduce-scatter and scan, which otherwise is to_apply
//   a wrapped computation after the attributes of async sugar: calls={...}, a second time
//   a signature before a body, (p: f32[]) -> f32[] {
//   ENTRY before the body of the entry, which another computation calls
//   a body's thread after it, }, execution_thread="worker"
//   a computation without a name
//
// computation_parser.cc handles those of the last four that are not here.
#ifndef HLO_PARSE_MODULE_PRINTED_BODIES_H_
#define HLO_PARSE_MODULE_PRINTED_BODIES_H_

#include <string_view>

#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// Whether a body may begin here: a brace or a possible signature, perhaps after ENTRY.
bool BeginsBody(ParseState& state);

// Before the value of attribute `name`: whether it is a body printed there for to_apply, or an
// extra one of async sugar.
bool IsBodyOfToApply(ParseState& state, const Draft& draft, std::string_view name);
bool IsWrappedBody(ParseState& state, const Draft& draft, std::string_view name);
// Reads such a body and removes it from the module again: desugaring makes the computation.
bool SkipWrappedBody(ParseState& state);

// Optional , execution_thread="x" after a body: no instruction has such an attribute. What follows
// is the instruction's. Returns false, logged, if the thread is not a string.
bool ReadNestedThread(ParseState& state, HloComputation* computation);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_PRINTED_BODIES_H_
