// CloneComputation in two steps, for edits that must know all computations it adds.
#ifndef HLO_EDIT_CLONE_COMPUTATION_H_
#define HLO_EDIT_CLONE_COMPUTATION_H_

#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/module.h"

namespace hlo::internal {

// `computation` and what is copied with it, callees first. Within its module that is what fusions
// and async-starts call, for these callees may have no other caller; into another module all
// callees, and what unknown words need earlier in the text. Linear in the result.
std::vector<const HloComputation*> ComputationsToClone(const HloComputation& computation,
                                                       bool within_module);

// Adds a copy of each of `computations`, a result of ComputationsToClone, to `module`. The copies,
// in that order, call each other where their originals do.
std::vector<HloComputation*> CloneTogether(absl::Span<const HloComputation* const> computations,
                                           HloModule* module, std::string_view suffix);

}  // namespace hlo::internal

#endif  // HLO_EDIT_CLONE_COMPUTATION_H_
