// The thread of an async-start holds for everything that is called from there.
#ifndef HLO_ASYNC_EXECUTION_THREADS_H_
#define HLO_ASYNC_EXECUTION_THREADS_H_

#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/module.h"

namespace hlo {

// Sets the execution thread of all computations that are called, directly or not, from an
// async-start to that start's thread, and likewise on async-starts inside them. Where several
// starts reach a computation, the last in order of definition wins, so that an outer one wins over
// those inside. Linear. XLA HloAsyncStartInstruction, SetComputationsThreadName.
// `warnings` (may be null) gets one for each thread in the text that is lost.
void ForceExecutionThreads(HloModule& module, std::vector<Diagnostic>* warnings);

}  // namespace hlo

#endif  // HLO_ASYNC_EXECUTION_THREADS_H_
