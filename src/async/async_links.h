// The asynchronous operations of a computation, for what is drawn or written as data: chains of
// async-start, async-update and async-done, sugared or not (hlo/async.h), and the pairs that have
// opcodes of their own, as all-reduce-start and all-reduce-done.
#ifndef HLO_ASYNC_ASYNC_LINKS_H_
#define HLO_ASYNC_ASYNC_LINKS_H_

#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "hlo/computation.h"

namespace hlo {

struct AsyncLinks {
  const HloInstruction* start = nullptr;
  std::vector<const HloInstruction*> updates;
  const HloInstruction* done = nullptr;  // nullptr: there is none
  std::string_view opcode;               // what is done asynchronously
  std::string_view execution_thread;     // empty for a pair
  const HloComputation* wrapped_computation = nullptr;
};

// In order of creation of the starts. Linear in `computation`.
std::vector<AsyncLinks> FindAsyncLinks(const HloComputation& computation);

}  // namespace hlo

#endif  // HLO_ASYNC_ASYNC_LINKS_H_
