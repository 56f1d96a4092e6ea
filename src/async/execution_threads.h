// The threads that asynchronous chains force on the computations they call.
#ifndef HLO_ASYNC_EXECUTION_THREADS_H_
#define HLO_ASYNC_EXECUTION_THREADS_H_

#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/diagnostic.h"
#include "hlo/module.h"

namespace hlo_text_v1::internal {

// Gives every computation that an async-start calls, directly or not, that start's thread, and also
// the async-starts inside them. If several starts reach a computation, the last in order of
// definition wins, so an outer one beats those inside. `warnings` (may be null) gets one for each
// thread in the text that is overwritten. Linear. XLA HloAsyncStartInstruction,
// SetComputationsThreadName.
void ForceExecutionThreads(HloModule& module, std::vector<Diagnostic>* warnings);
// The same for `starts`, in their order: a proto's order may differ from that of definition.
void ForceExecutionThreads(absl::Span<HloInstruction* const> starts, Arena& arena,
                           std::vector<Diagnostic>* warnings);

// Gives `thread`, which is in the module's arena, to everything that `caller` calls, directly or
// not. If that takes a computation from a thread other than main, whose starts may still reach it,
// ForceExecutionThreads decides. Linear in the instructions that it reaches; then in the module.
void ForceExecutionThread(HloInstruction& caller, std::string_view thread);

// The order of a printed text.
struct TextOrder {
  std::vector<const HloComputation*> computations;
  bool by_definition = false;  // instructions as created; else PrintOrder
};

// A computation whose thread would change when the text is read back: several starts reach it, and
// the last one in the text is not the one that set its thread.
struct LostThread {
  const HloComputation* computation;
  std::string_view thread_again;
};
// Whether all computations and async-starts of `module`, which must be desugared, are on one
// thread, as in most modules: then no thread is lost in any order. Linear.
bool AreOnOneThread(const HloModule& module);
// In no particular order; hardly ever any. `module` must be desugared. Linear.
std::vector<LostThread> FindLostThreads(const HloModule& module, const TextOrder& order);

}  // namespace hlo_text_v1::internal

#endif  // HLO_ASYNC_EXECUTION_THREADS_H_
