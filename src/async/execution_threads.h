// Execution threads: an async-start's thread applies to everything called from it.
#ifndef HLO_ASYNC_EXECUTION_THREADS_H_
#define HLO_ASYNC_EXECUTION_THREADS_H_

#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/module.h"

namespace hlo {

// Gives every computation that an async-start calls, directly or not, that start's thread; likewise
// async-starts inside them. If several starts reach a computation, the last in order of definition
// wins, so an outer one beats those inside. Linear. XLA HloAsyncStartInstruction,
// SetComputationsThreadName. `warnings` (may be null) gets one for each thread in the text that is
// lost.
void ForceExecutionThreads(HloModule& module, std::vector<Diagnostic>* warnings);

}  // namespace hlo

#endif  // HLO_ASYNC_EXECUTION_THREADS_H_
