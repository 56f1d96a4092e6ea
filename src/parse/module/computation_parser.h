// Computations: [ENTRY] name [signature] { instructions } {, attribute}, and the references to them
// in attributes.
#ifndef HLO_PARSE_MODULE_COMPUTATION_PARSER_H_
#define HLO_PARSE_MODULE_COMPUTATION_PARSER_H_

#include <cstdint>

#include "absl/types/span.h"
#include "src/parse/module/draft.h"
#include "src/parse/module/parse_state.h"

namespace hlo {

// A computation of the module. False if it is refused as a whole; instructions in it that are
// refused have been reported by themselves.
bool ReadComputation(ParseState& state);

// [signature] { instructions } as an attribute's value, behind which other attributes follow, or
// with `is_value` false as a computation without a name: one called "_" that nothing else can
// mention. False if an instruction in it is refused: the one around it goes with it.
bool ReadNestedComputation(ParseState& state, HloComputation** computation, bool is_value = true);

// A computation-valued attribute: a name or a nested body.
bool ReadComputationReference(ParseState& state, HloComputation** computation);
// '{' [ reference { ',' reference } ] '}'.
bool ReadComputationList(ParseState& state, absl::Span<HloComputation* const>* computations);

// Sets root and parameters of a body behind its last instruction, and forgets the names in it.
// False if it has none of an instruction, or parameters are missing without any having been
// refused.
bool CloseBody(ParseState& state, Scope& scope);

}  // namespace hlo

#endif  // HLO_PARSE_MODULE_COMPUTATION_PARSER_H_
