// The asynchronous operations of a module, and their changes between two versions of it.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_ASYNC_CHANGES_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_ASYNC_CHANGES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diff.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

// An asynchronous operation with the facts that can change: its place in the schedule, and the
// links that bind its operands.
struct AsyncPair {
  const HloInstruction* start;
  const HloInstruction* done;  // nullptr if there is none
  // The work: the root of the computation that the start wraps, or the collective in the first
  // fusion; nullptr if start and done have opcodes of their own.
  const HloInstruction* work;
  std::string_view opcode;  // of the work, "all-gather"
  // Instructions between start and done in a scheduled module, without links of the chain; -1 if
  // the module is not scheduled or has no done there. Fusions between those of a collective count,
  // since they do other work.
  int64_t distance = -1;
  // For each operand, the number of the link that binds it: 0 for the start, 1 for the first
  // update.
  std::vector<size_t> bound_at;
};

class AsyncPairs {
 public:
  // Collects those of `module`, also collectives hidden in fusions (hlo/collectives.h). The module
  // must be desugared and outlive the result. Linear.
  explicit AsyncPairs(const HloModule& module);

  // By computation, in order of creation; then those in fusions.
  const std::vector<AsyncPair>& all() const { return pairs_; }
  // The pair that `start` begins, or nullptr.
  const AsyncPair* Find(const HloInstruction* start) const;

 private:
  void AddFused(const HloModule& module);

  std::vector<AsyncPair> pairs_;
  HashMap<const HloInstruction*, size_t> by_start_;
};

enum class AsyncChangeKind : uint8_t {
  kMade,     // a new pair
  kRemoved,  // a pair that is gone
  kMoved,    // start and done are closer together or further apart
  kRebound,  // another link of the chain binds an operand
};
// "made", "removed", "moved", "rebound".
std::string_view AsyncChangeName(AsyncChangeKind kind);

struct AsyncChange {
  AsyncChangeKind kind;
  std::string opcode;  // of the work, "all-gather"
  std::string start;   // name in the later version, or in the earlier one if removed
  std::string sync;    // kMade, kRemoved: the synchronous instruction it was or became, or ""
  int64_t distance_before = -1;  // kMoved; AsyncPair::distance
  int64_t distance_after = -1;
  int64_t operand = -1;  // kRebound: the first operand bound at another link, and these links
  int64_t link_before = -1;
  int64_t link_after = -1;
};

// The changes between the modules of `diff`, by its matches, in the order of the later version,
// removed ones last. A pair that moved and was rebound appears twice. Linear in the pairs and
// the instructions added and removed.
std::vector<AsyncChange> FindAsyncChanges(const ModuleDiff& diff, const AsyncPairs& before,
                                          const AsyncPairs& after);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_ASYNC_CHANGES_H_
