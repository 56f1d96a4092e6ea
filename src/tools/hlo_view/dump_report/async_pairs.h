// The asynchronous operations of a module with what can change of them: where they stand in a
// schedule, and which link binds an operand.
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
  // Instructions that stand between start and done in a scheduled module, without links of the
  // chain; -1 if the module is not scheduled or there is no done.
  int64_t distance = -1;
  // For each operand of the operation the number of the link that binds it: 0 for the start, 1 for
  // the first update.
  std::vector<uint32_t> bound_at;
};

class AsyncPairs {
 public:
  // Those of `module`, desugared, which must outlive the result. Linear.
  explicit AsyncPairs(const HloModule& module);

  // By computation, in order of creation.
  const std::vector<AsyncPair>& all() const { return pairs_; }
  // The pair that `start` begins; nullptr if it begins none.
  const AsyncPair* Find(const HloInstruction* start) const;

 private:
  void AddComputation(const HloComputation& computation, bool is_scheduled);

  std::vector<AsyncPair> pairs_;
  absl::flat_hash_map<const HloInstruction*, size_t> by_start_;
};

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_ASYNC_PAIRS_H_
