// Moves instructions into computations of their own, and computations back into their callers.
//
// A fusion of a multiply with the add that uses it:
//
//   absl::StatusOr<hlo::HloInstruction*> fusion =
//       hlo::CreateFusionInstruction({multiply, add}, hlo::FusionKind::kLoop);
//
// A call of two instructions, and back:
//
//   absl::StatusOr<hlo::HloInstruction*> call =
//       hlo::OutlineExpressionFromComputation({negate, abs}, "outlined", computation);
//   if (!call.ok()) return call.status();
//   absl::StatusOr<hlo::HloInstruction*> again = hlo::InlineCall(*call);
//
// The rules of hlo/edit.h hold: errors are a Status, and then nothing has changed.
#ifndef HLO_OUTLINE_H_
#define HLO_OUTLINE_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/attribute_kind.h"
#include "hlo/module.h"

namespace hlo {

// Moves `instructions`, in any order, to a new computation called `name`, and returns the call of
// it that takes their place. What they use from outside becomes parameters, in order of use; what
// is used outside of them, or is the root, becomes the result: one value, or a tuple with a
// get-tuple-element each. If nothing is used outside, the result is the last one. In the new
// computation, which gets the execution thread of `computation`, instructions keep their names; the
// originals are removed. In a scheduled module the call goes where the last of them was, and what
// lies between them and uses them goes behind it.
//
// Errors: kInvalidArgument if `instructions` is empty, has a parameter, or only one of two with a
// control dependency or of the links of an asynchronous operation; kFailedPrecondition if an
// instruction outside uses one of them and is used by another: the call would depend on itself.
// Linear in the computation. XLA HloModule::OutlineExpressionFromComputation,
// HloComputation::CreateCallInstruction.
absl::StatusOr<HloInstruction*> OutlineExpressionFromComputation(
    absl::Span<HloInstruction* const> instructions, std::string_view name,
    HloComputation* computation);
// The same for a fusion; the computation is called "fused_computation". Verify checks what may be
// fused. XLA HloComputation::CreateFusionInstruction.
absl::StatusOr<HloInstruction*> CreateFusionInstruction(
    absl::Span<HloInstruction* const> instructions, FusionKind kind);

// Replaces `call` by copies of the instructions of the computation that it calls, in their print
// order, and returns the value that replaces it. The copies have the originals' names, made unique;
// fusions and async-starts among them call copies, too; if the computation is on another execution
// thread than the caller, all but async-starts call copies on that of the caller. What had to come
// before (after) the call comes before (after) all copies; a control dependency on a parameter
// becomes one on the operand, and what needs a parameter waits for its control predecessors. The
// called computation stays: RemoveUnusedComputations removes it if nobody else calls it. Errors:
// kInvalidArgument if it is not a call, passes another number of operands than the computation has
// parameters, or the computation calls itself here. Linear in the called computation
// (on another thread, for each copy in all that it calls); if its parameters have control
// predecessors, also in these for each instruction that needs them. XLA CallInliner::Inline.
absl::StatusOr<HloInstruction*> InlineCall(HloInstruction* call);

// Clones computations until none is the body, condition, branch or callee of two calls, whiles,
// conditionals or async-starts, nor of one of these and of something else; returns the number of
// clones. Errors: kFailedPrecondition if a computation calls itself; kResourceExhausted, with some
// calls flattened, if the module would get more than `max_instructions`: each level of calls may
// double it. Linear in the result. XLA FlattenCallGraph.
absl::StatusOr<int64_t> FlattenCallGraph(HloModule& module,
                                         int64_t max_instructions = int64_t{1} << 26);

}  // namespace hlo

#endif  // HLO_OUTLINE_H_
