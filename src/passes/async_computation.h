// For passes that leave alone what runs asynchronously already.
#ifndef HLO_PASSES_ASYNC_COMPUTATION_H_
#define HLO_PASSES_ASYNC_COMPUTATION_H_

#include <algorithm>

#include "hlo/async.h"
#include "hlo/call_graph.h"

namespace hlo_text_v1::internal {

// Whether an async-start calls it. Linear in its callers.
inline bool IsAsyncComputation(const HloComputation& computation, const CallGraph& calls) {
  const auto callers = calls.callers(computation);
  return std::any_of(callers.begin(), callers.end(),
                     [](const HloInstruction* caller) { return IsAsyncStart(*caller); });
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_PASSES_ASYNC_COMPUTATION_H_
