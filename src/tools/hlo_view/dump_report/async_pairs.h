// The asynchronous operations of a module with what can change: their places in the schedule, and
// which link binds an operand.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_ASYNC_PAIRS_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_ASYNC_PAIRS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "hlo/async.h"
#include "hlo/module.h"

namespace hlo {

struct AsyncPair {
  AsyncOperation operation;
  // Instructions between start and done in a scheduled module, without links of the chain; -1 if
  // the module is not scheduled or has no done.
  int64_t distance = -1;
  // For each operand, the number of the link that binds it: 0 for the start, 1 for the first
  // update.
  std::vector<uint32_t> bound_at;
};

class AsyncPairs {
 public:
  // Collects those of `module`, which must be desugared and outlive the result. Linear.
  explicit AsyncPairs(const HloModule& module);

  // By computation, in order of creation.
  const std::vector<AsyncPair>& all() const { return pairs_; }
  // The pair that `start` begins, or nullptr.
  const AsyncPair* Find(const HloInstruction* start) const;

 private:
  void AddComputation(const HloComputation& computation, bool is_scheduled);

  std::vector<AsyncPair> pairs_;
  absl::flat_hash_map<const HloInstruction*, size_t> by_start_;
};

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_ASYNC_PAIRS_H_
