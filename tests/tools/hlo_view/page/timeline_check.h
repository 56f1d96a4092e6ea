// Invariants of timelines, computed slowly and simply from bars and buffers.
#ifndef HLO_TESTS_TOOLS_HLO_VIEW_PAGE_TIMELINE_CHECK_H_
#define HLO_TESTS_TOOLS_HLO_VIEW_PAGE_TIMELINE_CHECK_H_

#include <cstdint>
#include <limits>
#include <string>

#include "src/tools/hlo_view/page/timeline.h"

namespace hlo_text_v1 {

using namespace internal;

// The first violated invariant of the timeline of `computation`; empty if all hold. Quadratic.
inline std::string BrokenRuleOfTimeline(const HloComputation& computation) {
  const LiveRanges live(computation);
  const Timeline timeline = MakeTimeline(live, CollectiveIndex(*computation.parent()));
  const auto steps = static_cast<int64_t>(live.steps().size());
  for (const LiveRange& buffer : live.ranges()) {
    if (buffer.begin < 0 || buffer.begin > buffer.end || buffer.end >= steps || buffer.bytes < 0) {
      return "a buffer lives within the steps";
    }
  }
  for (int64_t step = 0; step < steps; ++step) {
    int64_t bytes = 0;
    for (const LiveRange& buffer : live.ranges()) {
      if (buffer.begin > step || buffer.end < step || buffer.memory_space != 0) continue;
      const int64_t most = std::numeric_limits<int64_t>::max();
      bytes = buffer.bytes > most - bytes ? most : bytes + buffer.bytes;
    }
    if (bytes != live.bytes_alive()[static_cast<size_t>(step)]) {
      return "bytes are those of the buffers alive";
    }
    if (bytes > live.peak_bytes()) return "nothing is above the peak";
  }
  for (const AsyncBar& bar : timeline.bars) {
    if (bar.begin < 0 || bar.begin > bar.end || bar.end >= steps || bar.between < 0 ||
        bar.links.empty() || bar.lane < 0 || bar.lane >= timeline.lanes) {
      return "a bar lies within the steps and lanes";
    }
    int64_t overlapping = 0;
    for (const AsyncBar& other : timeline.bars) {
      if (&other == &bar || other.begin > bar.end || other.end < bar.begin) continue;
      ++overlapping;
      if (other.lane == bar.lane) return "bars of a lane do not overlap";
    }
    if (overlapping != bar.overlapping) return "overlaps are counted";
    for (const AsyncBar::Operand& operand : bar.operands) {
      if (operand.held_steps < 0 || operand.used_until < operand.bound_at ||
          operand.used_until >= steps || operand.bytes < 0) {
        return "an operand is used from where it is bound";
      }
    }
  }
  return "";
}

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_TOOLS_HLO_VIEW_PAGE_TIMELINE_CHECK_H_
