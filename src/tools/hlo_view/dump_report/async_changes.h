// What became of asynchronous operations from one version of a module to the next.
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
  kMade,     // a pair that was not there
  kRemoved,  // a pair that is no longer there
  kMoved,    // start and done stand closer together or further apart
  kRebound,  // an operand is bound at another link of the chain
};
// "made", "removed", "moved", "rebound".
std::string_view AsyncChangeName(AsyncChangeKind kind);

struct AsyncChange {
  AsyncChangeKind kind;
  std::string opcode;  // of the operation, "all-gather"
  std::string start;   // name of the start, of the later version unless it is removed
  std::string sync;    // kMade, kRemoved: the synchronous instruction that it was or became; ""
                       // if there is none
  int64_t distance_before = -1;  // kMoved; AsyncPair::distance
  int64_t distance_after = -1;
  int64_t operand = -1;  // kRebound: the first operand that is bound elsewhere, and at which links
  int64_t link_before = -1;
  int64_t link_after = -1;
};

// The changes between the modules of `diff`, by its matches, in the order of the later version,
// removed ones last. A pair that both moved and binds elsewhere is there twice. Linear in the pairs
// and the instructions that were added and removed.
std::vector<AsyncChange> FindAsyncChanges(const ModuleDiff& diff, const AsyncPairs& before,
                                          const AsyncPairs& after);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_ASYNC_CHANGES_H_
