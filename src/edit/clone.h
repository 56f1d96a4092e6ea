// Copies of computations and of single instructions, for hlo/transform.h and other edits.
#ifndef HLO_EDIT_CLONE_H_
#define HLO_EDIT_CLONE_H_

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "hlo/instruction.h"
#include "hlo/module.h"

namespace hlo_text_v1::internal {

// `computation` and the computations that are copied with it, callees first. Within its module
// these are the callees of fusions and async-starts, which may not have other callers; into another
// module all callees, and computations that unknown words need earlier in the text. Linear in the
// result.
std::vector<const HloComputation*> ComputationsToClone(const HloComputation& computation,
                                                       bool within_module);

// Adds a copy of each of `computations`, a result of ComputationsToClone, to `module`. The copies,
// in that order, call each other where their originals do.
std::vector<HloComputation*> CloneTogether(absl::Span<const HloComputation* const> computations,
                                           HloModule* module, std::string_view suffix);

// Gives a fusion or async-start a copy of the computation that it calls, which may have no other
// caller; no effect on other instructions. Linear in the copy.
absl::Status CloneCallee(HloInstruction* instruction);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EDIT_CLONE_H_
