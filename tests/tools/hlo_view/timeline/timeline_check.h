// Invariants of timelines, computed slowly and simply from bars and buffers.
#ifndef HLO_TESTS_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_CHECK_H_
#define HLO_TESTS_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_CHECK_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "src/tools/hlo_view/timeline/timeline.h"

namespace hlo {

using namespace internal;

// The first violated invariant; empty if all hold. Quadratic.
inline std::string BrokenRuleOfTimeline(const Timeline& timeline) {
  const auto steps = static_cast<int64_t>(timeline.steps.size());
  if (timeline.in_flight.size() != timeline.steps.size() ||
      timeline.bytes_alive.size() != timeline.steps.size()) {
    return "one number for each step";
  }
  for (const LiveRange& buffer : timeline.buffers) {
    if (buffer.begin < 0 || buffer.begin > buffer.end || buffer.end >= steps || buffer.bytes < 0) {
      return "a buffer lives within the steps";
    }
  }
  for (int64_t step = 0; step < steps; ++step) {
    const auto i = static_cast<size_t>(step);
    int64_t bytes = 0;
    for (const LiveRange& buffer : timeline.buffers) {
      if (buffer.begin > step || buffer.end < step) continue;
      const int64_t most = std::numeric_limits<int64_t>::max();
      bytes = buffer.bytes > most - bytes ? most : bytes + buffer.bytes;
    }
    if (bytes != timeline.bytes_alive[i]) return "bytes are those of the buffers alive";
    if (bytes > timeline.peak_bytes) return "nothing is above the peak";
    const auto covers = [step](const AsyncBar& b) { return b.begin <= step && step <= b.end; };
    if (std::count_if(timeline.bars.begin(), timeline.bars.end(), covers) !=
        timeline.in_flight[i]) {
      return "as many in flight as bars";
    }
  }
  size_t pairs = 0;
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
    pairs += static_cast<size_t>(overlapping);
    if (overlapping != bar.overlapping) return "overlaps are counted";
    for (const AsyncBar::Operand& operand : bar.operands) {
      if (operand.held_steps < 0 || operand.used_until < operand.bound_at ||
          operand.used_until >= steps || operand.bytes < 0) {
        return "an operand is used from where it is bound";
      }
    }
  }
  return timeline.overlaps.size() == pairs / 2 ? "" : "each overlap is listed once";
}

}  // namespace hlo

#endif  // HLO_TESTS_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_CHECK_H_
