// What became of asynchronous operations between two versions of a module.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_ASYNC_CHANGES_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_ASYNC_CHANGES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/diff.h"
#include "src/tools/hlo_view/dump_report/async_pairs.h"

namespace hlo {

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
  int64_t operand = -1;  // kRebound: the first operand that is bound elsewhere, and at which links
  int64_t link_before = -1;
  int64_t link_after = -1;
};

// The changes between the modules of `diff`, by its matches, in the order of the later version,
// removed ones last. A pair that moved and binds elsewhere appears twice. Linear in the pairs and
// the instructions added and removed.
std::vector<AsyncChange> FindAsyncChanges(const ModuleDiff& diff, const AsyncPairs& before,
                                          const AsyncPairs& after);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_ASYNC_CHANGES_H_
