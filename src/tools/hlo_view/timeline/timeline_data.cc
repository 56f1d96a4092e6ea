// Lists rather than objects: there may be as many as instructions.
#include "src/tools/hlo_view/timeline/timeline_data.h"

#include "absl/container/flat_hash_map.h"
#include "src/tools/hlo_view/page/json_list.h"

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

void AppendBar(const AsyncBar& bar, const StepNumbers& steps, std::string* out) {
  JsonList list(out);
  list.Add(steps.Of(bar.start));
  list.Add(steps.Of(bar.done));
  for (const int64_t value :
       {bar.begin, bar.end, int64_t{bar.lane}, bar.output_bound_at, bar.overlapping}) {
    list.Add(value);
  }
  list.Next();
  {
    JsonList links(out);
    for (const AsyncBar::Link& link : bar.links) {
      links.Next();
      JsonList fields(out);
      fields.Add(link.step);
      fields.Add(link.bound_operands);
      fields.Add(link.binds_output ? 1 : 0);
    }
  }
  list.Next();
  JsonList operands(out);
  for (const AsyncBar::Operand& operand : bar.operands) {
    operands.Next();
    JsonList fields(out);
    fields.Add(steps.Of(operand.operand));
    fields.Add(operand.bound_at);
    fields.Add(operand.is_output ? 1 : 0);
    fields.Add(operand.bytes);
    fields.Add(operand.used_until);
    fields.Add(operand.held_steps);
  }
}

}  // namespace

void AppendTimelineData(const Timeline& timeline, std::string* out) {
  const StepNumbers steps(timeline);
  JsonObject object(out);
  object.Add("lanes", timeline.lanes);
  object.Key("alive");
  {
    JsonList alive(out);
    for (const int64_t bytes : timeline.bytes_alive) alive.Add(bytes);
  }
  object.Key("peak");
  {
    JsonList peak(out);
    peak.Add(timeline.peak_bytes);
    peak.Add(timeline.peak_step);
  }
  object.Key("bars");
  {
    JsonList bars(out);
    for (const AsyncBar& bar : timeline.bars) {
      bars.NextLine();
      AppendBar(bar, steps, out);
    }
  }
  object.Key("buffers");
  JsonList buffers(out);
  for (const TimelineBuffer& buffer : timeline.buffers) {
    if (buffer.bytes == 0) continue;
    buffers.Next();
    JsonList fields(out);
    fields.Add(steps.Of(buffer.instruction));
    fields.Add(buffer.bytes);
    fields.Add(buffer.begin);
    fields.Add(buffer.end);
  }
}

}  // namespace hlo
