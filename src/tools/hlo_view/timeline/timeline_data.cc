// Lists rather than objects: there may be as many bars as instructions.
#include "src/tools/hlo_view/timeline/timeline_data.h"

#include "absl/container/flat_hash_map.h"

namespace hlo {
namespace {

class StepNumbers {
 public:
  explicit StepNumbers(const Timeline& timeline) {
    steps_.reserve(timeline.steps.size());
    for (size_t i = 0; i < timeline.steps.size(); ++i) {
      steps_[timeline.steps[i]] = static_cast<int64_t>(i);
    }
  }
  // -1 for nullptr.
  int64_t Of(const HloInstruction* instruction) const {
    const auto found = steps_.find(instruction);
    return found == steps_.end() ? -1 : found->second;
  }

 private:
  absl::flat_hash_map<const HloInstruction*, int64_t> steps_;
};

void WriteBar(const AsyncBar& bar, const StepNumbers& steps, JsonWriter* json) {
  json->BeginArray();
  for (const int64_t value : {steps.Of(bar.start), steps.Of(bar.done), bar.begin, bar.end,
                              int64_t{bar.lane}, bar.output_bound_at, bar.overlapping}) {
    json->Int(value);
  }
  json->BeginArray();
  for (const AsyncBar::Link& link : bar.links) {
    json->Ints({link.step, link.bound_operands, link.binds_output ? 1 : 0});
  }
  json->EndArray();
  json->BeginArray();
  for (const AsyncBar::Operand& operand : bar.operands) {
    json->Ints({steps.Of(operand.operand), operand.bound_at, operand.is_output ? 1 : 0,
                operand.bytes, operand.used_until, operand.held_steps});
  }
  json->EndArray();
  json->EndArray();
}

}  // namespace

void WriteTimelineData(const Timeline& timeline, JsonWriter* json) {
  const StepNumbers steps(timeline);
  json->BeginObject();
  json->Key("lanes").Int(timeline.lanes);
  json->Key("alive").Ints(timeline.bytes_alive);
  json->Key("peak").Ints({timeline.peak_bytes, timeline.peak_step});
  json->Key("bars").BeginArray();
  for (const AsyncBar& bar : timeline.bars) {
    json->NewLine();
    WriteBar(bar, steps, json);
  }
  json->EndArray();
  json->Key("buffers").BeginArray();
  for (const TimelineBuffer& buffer : timeline.buffers) {
    if (buffer.bytes == 0) continue;
    json->Ints({steps.Of(buffer.instruction), buffer.bytes, buffer.begin, buffer.end});
  }
  json->EndArray();
  json->EndObject();
}

}  // namespace hlo
