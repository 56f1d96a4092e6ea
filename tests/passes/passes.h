// Passes as a compiler writes them. Each returns how many instructions, operations or computations
// it changed, or the first error.
#ifndef HLO_TESTS_PASSES_PASSES_H_
#define HLO_TESTS_PASSES_PASSES_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "hlo/module.h"

namespace hlo_text_v1::passes {

// Removes instructions that have neither users nor effects.
absl::StatusOr<int64_t> RemoveDeadCode(HloModule& module);
// Replaces instructions that compute the same by one of them.
absl::StatusOr<int64_t> MergeCommonSubexpressions(HloModule& module);
// x + 0, x * 1, x - 0, x / 1, -(-x), reshapes and transposes that change nothing, elements of
// tuples, copies of scalars.
absl::StatusOr<int64_t> Simplify(HloModule& module);

// Makes all collectives asynchronous; one that is part of a fusion, with the whole fusion.
absl::StatusOr<int64_t> MakeCollectivesAsync(HloModule& module);
// Makes all dots, convolutions, reductions, sorts, fusions and custom calls without side effects
// asynchronous.
absl::StatusOr<int64_t> MakeWorkAsync(HloModule& module);
// Schedules all computations except those of fusions. Asynchronous operations start as soon as
// their operands are there, and finish when nothing else is left to do.
absl::StatusOr<int64_t> ScheduleForOverlap(HloModule& module);

// Makes each async-start that binds everything bind only its first operand. An update binds each
// further operand; the last update also binds the result.
absl::StatusOr<int64_t> BindOperandsLate(HloModule& module);
// The reverse, for any binding.
absl::StatusOr<int64_t> BindOperandsAtStart(HloModule& module);

}  // namespace hlo_text_v1::passes

#endif  // HLO_TESTS_PASSES_PASSES_H_
