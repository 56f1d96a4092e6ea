// The buffers of a computation, by step: which values share them and how long they live.
#ifndef HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_BUFFERS_H_
#define HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_BUFFERS_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "src/tools/hlo_view/timeline/timeline.h"

namespace hlo::internal {

// Asynchronous operations, found before buffers are.
struct TimelineAsync {
  static constexpr int32_t kNone = -1;
  std::vector<int32_t> bar_of;  // by index() of a link: its bar, or kNone
  // By bar.
  std::vector<AsyncOperation> operations;
  // AsyncChain::RequestedAliases; none for a pair.
  using Aliases = std::vector<std::pair<AsyncChain::Position, AsyncChain::Position>>;
  std::vector<Aliases> requested;
};

// `timeline` has its steps and bars. Fills its buffers, bytes_alive, and the bytes and lifetimes of
// the bars' operands.
void FillBuffers(const HloComputation& computation, const TimelineAsync& async, Timeline* timeline);

}  // namespace hlo::internal

#endif  // HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_BUFFERS_H_
