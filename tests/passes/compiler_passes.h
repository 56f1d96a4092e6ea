// Passes of compilers in small: what they need of the public headers, and how much code that is.
// run_passes and tests/checks/passes_corpus_check.py run them next to those of hlo/passes.h.
#ifndef HLO_TESTS_PASSES_COMPILER_PASSES_H_
#define HLO_TESTS_PASSES_COMPILER_PASSES_H_

#include "absl/status/statusor.h"
#include "hlo/module.h"
#include "hlo/pass.h"
#include "hlo/profile.h"

namespace compiler_passes {

// Makes one all-reduce of those of a computation that reduce in the same way and do not depend on
// each other, up to `max_bytes`. Not in a schedule, which would have to move. XLA
// AllReduceCombiner.
absl::StatusOr<bool> CombineAllReduces(hlo_text::HloModule* module,
                                       int64_t max_bytes = int64_t{30} << 20);

// Computes once, before a loop, what its body computes in each turn from elements of the state that
// it hands on unchanged. Needs a flat call graph. XLA WhileLoopInvariantCodeMotion.
absl::StatusOr<bool> MoveInvariantCode(hlo_text::HloModule* module);

// Gives the operands of dots layouts with the contracting dimensions most minor: elementwise
// instructions that only a dot needs take them, for others there is a copy. XLA LayoutAssignment.
absl::StatusOr<bool> AssignLayouts(hlo_text::HloModule* module);

// Peaks of a device, and the time that each kernel takes to start.
struct Roofline {
  double flops = 1e12;  // per second
  double bytes = 1e11;  // per second
  double start = 2e-6;  // seconds
};
// Fuses an instruction with what makes its operands where the roofline says that this saves time: a
// value that others need, too, becomes a second result or is computed twice. XLA PriorityFusion.
absl::StatusOr<bool> FuseByRoofline(hlo_text::HloModule* module, const Roofline& device = {});

// Writes the mean time of each instruction in `profile` into its statistics, in microseconds.
absl::StatusOr<bool> AnnotateTimes(hlo_text::HloModule* module,
                                   const hlo_text::HloProfile& profile);

// Adds them as all-reduce-combiner, loop-invariant-code-motion, layout-assignment, roofline-fusion,
// annotate-times (of a profile that has a microsecond for every instruction).
void AddCompilerPasses(hlo_text::PassRegistry* passes);

}  // namespace compiler_passes

#endif  // HLO_TESTS_PASSES_COMPILER_PASSES_H_
