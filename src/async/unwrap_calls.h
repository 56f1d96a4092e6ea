// Wrapped computations that only call another one, which the Async HLO document leaves out.
#ifndef HLO_ASYNC_UNWRAP_CALLS_H_
#define HLO_ASYNC_UNWRAP_CALLS_H_

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"

namespace hlo::internal {

// From such a computation to the one with the work, through any number of them.
using AsyncWrappers = HashMap<const HloComputation*, HloComputation*>;

// Those of some computations of `module`, desugared: an async-start calls it and nothing else does,
// and it hands its parameters on, in order, to a computation that only it calls, on the same
// thread, and that is more than one instruction with an asynchronous opcode of its own, like copy.
// An attribute of its instructions for which `counts` is true, to_apply aside, keeps one out.
// Linear.
AsyncWrappers FindAsyncWrappers(const HloModule& module,
                                absl::Span<HloComputation* const> computations,
                                absl::FunctionRef<bool(const Attribute&)> counts);

}  // namespace hlo::internal

#endif  // HLO_ASYNC_UNWRAP_CALLS_H_
