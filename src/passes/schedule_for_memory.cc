// A list scheduler over bytes. A buffer is free when the last user of its places has run; what a
// step costs is the bytes that it makes less those that it frees. LiveRanges judges the result.
#include <algorithm>
#include <tuple>
#include <vector>

#include "hlo/buffer_analysis.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/live_ranges.h"
#include "hlo/passes.h"
#include "hlo/schedule.h"

namespace hlo_text_v1 {
namespace {

class MemoryScheduler {
 public:
  explicit MemoryScheduler(HloComputation* computation)
      : post_order_(InstructionPostOrder(*computation)),
        live_(*computation, post_order_),
        waits_for_(computation->index_limit()),
        successors_(computation->index_limit()),
        used_by_(computation->index_limit()),
        buffers_(live_.ranges().size()) {
    for (size_t place = 0; place < post_order_.size(); ++place) AddInstruction(place);
  }

  std::vector<HloInstruction*> Run() {
    std::vector<size_t> ready;
    for (size_t place = 0; place < post_order_.size(); ++place) {
      if (waits_for_[post_order_[place]->index()] == 0) ready.push_back(place);
    }
    std::vector<HloInstruction*> sequence;
    while (!ready.empty()) {
      const auto best = std::min_element(ready.begin(), ready.end(), [&](size_t a, size_t b) {
        return std::make_tuple(GrowthOf(a), a) < std::make_tuple(GrowthOf(b), b);
      });
      HloInstruction* next = post_order_[*best];
      for (const size_t buffer : used_by_[next->index()]) --buffers_[buffer].uses;
      for (const int32_t buffer : live_.buffers().BuffersOf(*next)) {
        buffers_[static_cast<size_t>(buffer)].is_made = true;
      }
      *best = ready.back();
      ready.pop_back();
      sequence.push_back(next);
      for (const size_t place : successors_[next->index()]) {
        if (--waits_for_[post_order_[place]->index()] == 0) ready.push_back(place);
      }
    }
    return sequence;
  }

 private:
  struct Buffer {
    int64_t uses = 0;
    bool is_made = false;
  };

  void AddInstruction(size_t place) {
    const HloInstruction& i = *post_order_[place];
    std::vector<const HloInstruction*> before(i.operands().begin(), i.operands().end());
    before.insert(before.end(), i.control_predecessors().begin(), i.control_predecessors().end());
    for (const HloInstruction* each : before) successors_[each->index()].push_back(place);
    waits_for_[i.index()] = before.size();
    for (const size_t buffer : used_by_[i.index()] = UsedBy(i)) ++buffers_[buffer].uses;
    const bool lives_on = i.IsRoot() || i.opcode() == HloOpcode::kParameter;
    for (const int32_t buffer : live_.buffers().BuffersOf(i)) {
      buffers_[static_cast<size_t>(buffer)].uses += lives_on ? 1 : 0;
    }
  }

  // The buffers of its operands, each once.
  std::vector<size_t> UsedBy(const HloInstruction& i) const {
    std::vector<size_t> used;
    for (const HloInstruction* operand : i.operands()) {
      const absl::Span<const int32_t> buffers = live_.buffers().BuffersOf(*operand);
      used.insert(used.end(), buffers.begin(), buffers.end());
    }
    std::sort(used.begin(), used.end());
    used.erase(std::unique(used.begin(), used.end()), used.end());
    return used;
  }

  int64_t GrowthOf(size_t place) const {
    const HloInstruction& i = *post_order_[place];
    int64_t growth = 0;
    for (const int32_t buffer : live_.buffers().BuffersOf(i)) {
      const auto number = static_cast<size_t>(buffer);
      if (!buffers_[number].is_made) growth += live_.ranges()[number].bytes;
    }
    for (const size_t buffer : used_by_[i.index()]) {
      if (buffers_[buffer].uses == 1) growth -= live_.ranges()[buffer].bytes;
    }
    return growth;
  }

  const std::vector<HloInstruction*> post_order_;
  const LiveRanges live_;
  std::vector<size_t> waits_for_;                // by index()
  std::vector<std::vector<size_t>> successors_;  // by index(): places in post order
  std::vector<std::vector<size_t>> used_by_;     // by index(): buffers
  std::vector<Buffer> buffers_;
};

}  // namespace

absl::StatusOr<bool> ScheduleForMemoryPass(HloModule* module) {
  HloSchedule schedule(module);
  for (HloComputation* computation : module->computations()) {
    const absl::Span<HloInstruction* const> before = schedule.sequence(*computation);
    if (before.empty()) continue;
    const std::vector<HloInstruction*> after = MemoryScheduler(computation).Run();
    if (LiveRanges(*computation, after).peak_bytes() >=
        LiveRanges(*computation, before).peak_bytes()) {
      continue;
    }
    if (absl::Status status = schedule.SetSequence(*computation, after); !status.ok())
      return status;
  }
  return SetSchedule(schedule);
}

}  // namespace hlo_text_v1
