// Three passes as a compiler writes them: dead code, common subexpressions, simplifications.
#ifndef HLO_TESTS_PASSES_PASSES_H_
#define HLO_TESTS_PASSES_PASSES_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "hlo/module.h"

namespace hlo::passes {

// Each returns the number of instructions that it removed or replaced, or the first error.

// Removes what nobody uses and has no effect.
absl::StatusOr<int64_t> RemoveDeadCode(HloModule& module);
// Lets one of several instructions that compute the same stand for all.
absl::StatusOr<int64_t> MergeCommonSubexpressions(HloModule& module);
// x + 0, x * 1, x - 0, x / 1, -(-x), reshapes and transposes that change nothing, elements of
// tuples, copies of scalars.
absl::StatusOr<int64_t> Simplify(HloModule& module);

}  // namespace hlo::passes

#endif  // HLO_TESTS_PASSES_PASSES_H_
