// The threads that asynchronous chains force on what they call.
#ifndef HLO_ASYNC_EXECUTION_THREADS_H_
#define HLO_ASYNC_EXECUTION_THREADS_H_

#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"

namespace hlo::internal {

// Gives every computation that an async-start calls, directly or not, that start's thread; likewise
// async-starts inside them. If several starts reach a computation, the last in order of definition
// wins, so an outer one beats those inside. `warnings` (may be null) gets one for each thread in
// the text that is lost. Linear. XLA HloAsyncStartInstruction, SetComputationsThreadName.
void ForceExecutionThreads(HloModule& module, std::vector<Diagnostic>* warnings);
// The same for these starts, in their order: that of a proto need not be that of definition.
void ForceExecutionThreads(absl::Span<HloInstruction* const> starts, Arena& arena,
                           std::vector<Diagnostic>* warnings);

// Gives `thread`, which is in the module's arena, to everything that `caller` calls, directly or
// not. If that takes a computation from another thread but main, whose starts may still reach it,
// ForceExecutionThreads decides. Linear in the instructions that it reaches; then in the module.
void ForceExecutionThread(const HloInstruction& caller, std::string_view thread);

// The order of a printed text.
struct TextOrder {
  std::vector<HloComputation*> computations;
  bool by_definition = false;  // instructions as created; else PrintOrder
};

// A computation that reading such a text moves to another thread: starts on several threads reach
// it and the text has them in another order than `module`, or an edit has removed the last of them.
struct LostThread {
  const HloComputation* computation;
  std::string_view thread_again;
};
// Whether all computations and async-starts of `module`, desugared, are on one thread, as they
// mostly are: then none is lost, in any order. Linear.
bool AreOnOneThread(const HloModule& module);
// In no particular order; nearly always none. `module` is desugared. Linear.
std::vector<LostThread> FindLostThreads(const HloModule& module, const TextOrder& order);

}  // namespace hlo::internal

#endif  // HLO_ASYNC_EXECUTION_THREADS_H_
