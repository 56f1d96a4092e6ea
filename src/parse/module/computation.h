// Computations: [ENTRY] name [signature] { instructions } {, attribute}, and the references to them
// in attributes.
#ifndef HLO_PARSE_MODULE_COMPUTATION_H_
#define HLO_PARSE_MODULE_COMPUTATION_H_

#include <string_view>

#include "absl/types/span.h"
#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo_text_v1::internal {

// A computation of the module. Returns false if it is refused as a whole; refused instructions in
// it are reported separately.
bool ReadComputation(ParseState& state);

// The same without reading the body; adds nothing to the module. False if the end of the
// computation cannot be found.
bool SkipComputation(ParseState& state, std::string_view* name);

// [signature] { instructions } as an attribute's value, followed by other attributes, or with
// `is_value` false as a computation without a name: one called "_" that nothing else can mention.
// Returns false if an instruction in it is refused: the enclosing one fails too.
bool ReadNestedComputation(ParseState& state, HloComputation** computation, bool is_value = true);

// A computation-valued attribute: a name or a nested body.
bool ReadComputationReference(ParseState& state, HloComputation** computation);
// '{' [ reference { ',' reference } ] '}'.
bool ReadComputationList(ParseState& state, absl::Span<HloComputation* const>* computations);

// Sets root and parameters of a body after its last instruction and forgets its names. Returns
// false if it has no instruction, or if parameters are missing and none was refused.
bool CloseBody(ParseState& state, Scope& scope);

// ---- Bodies in places where XLA prints them but does not read them.

// Before the value of attribute `name`: whether it is a body printed there for to_apply, or an
// extra one of async sugar.
bool IsBodyOfToApply(ParseState& state, const Draft& draft, std::string_view name);
bool IsWrappedBody(ParseState& state, const Draft& draft, std::string_view name);
// Reads such a body and removes it from the module again, since desugaring makes the computation.
bool SkipWrappedBody(ParseState& state);

}  // namespace hlo_text_v1::internal

#endif  // HLO_PARSE_MODULE_COMPUTATION_H_
