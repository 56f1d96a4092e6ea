// Any bytes give a buffer assignment or an error that says where, whether they are taken for an
// HloProto or for one of XLA's text reports. Values are in their allocations, and no more bytes are
// alive than there are.
#include <string>

#include "hlo/buffer_assignment.h"
#include "hlo/proto.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

namespace {

void Check(const BufferAssignment& buffers, const HloModule& module,
           const LiveRangeReport* report) {
  for (const BufferAllocation& allocation : buffers.allocations) {
    Promise(allocation.size >= 0 && !allocation.Kind().empty(), "an allocation has a size");
    for (const BufferValue& value : allocation.values) {
      Promise(value.offset >= 0 && value.size >= 0 && value.size <= allocation.size &&
                  value.offset <= allocation.size - value.size,
              "a value is in its allocation");
    }
  }
  const BufferTimes times = BufferTimesOf(buffers, module, report);
  Promise(times.ranges.size() == buffers.allocations.size(), "each allocation has ranges");
  Promise(times.bytes_alive.size() == times.sequence.size(), "each time has a number of bytes");
  for (const int64_t bytes : times.bytes_alive) {
    Promise(bytes >= 0 && bytes <= times.peak_bytes, "the peak is the most");
  }
  Promise(times.peak_bytes <= buffers.total_bytes(), "no more is alive than there is");
}

HloModule SomeModule() {
  absl::StatusOr<HloModule> module = Parse(
      "HloModule m, is_scheduled=true\n"
      "c { p.1 = (f32[2], f32[2]) parameter(0)\n ROOT t = pred[] constant(true) }\n"
      "b { p.2 = (f32[2], f32[2]) parameter(0)\n g = f32[2] get-tuple-element(p.2), index=1\n"
      "ROOT r = (f32[2], f32[2]) tuple(g, g) }\n"
      "ENTRY e { x = f32[2] parameter(0)\n dot = f32[2] negate(x)\n"
      "i = (f32[2], f32[2]) tuple(x, dot)\n ROOT w = (f32[2], f32[2]) while(i), condition=c, "
      "body=b }",
      LimitedOptions());
  return *std::move(module);
}

}  // namespace

void FuzzOne(Input& input) {
  const std::string bytes = AllBytes(input);
  const absl::StatusOr<LiveRangeReport> report = ParseLiveRangeReport(bytes);
  (void)ParseMemoryUsageReport(bytes);
  if (const auto buffers = ParseBufferAssignmentText(bytes); buffers.ok()) {
    Check(*buffers, SomeModule(), nullptr);
  } else {
    Promise(buffers.status().message().find("line ") != absl::string_view::npos,
            "an error says where");
  }
  if (report.ok()) {
    BufferAssignment buffers;
    BufferAllocation& allocation = buffers.allocations.emplace_back();
    allocation.size = 16;
    for (const char* name : {"x", "dot"}) {
      BufferValue& value = allocation.values.emplace_back();
      value.instruction = name;
      value.size = 12;
      value.offset = allocation.values.size() == 1 ? 0 : 4;
    }
    Check(buffers, SomeModule(), &*report);
  }
  const absl::StatusOr<BufferAssignment> buffers = ParseBufferAssignmentProto(bytes);
  if (!buffers.ok()) {
    Promise(buffers.status().message().find("(at byte ") != absl::string_view::npos ||
                absl::IsNotFound(buffers.status()),
            "an error says where");
    return;
  }
  ProtoReadOptions options;
  options.limits.max_literal_elements = 1 << 16;
  const absl::StatusOr<HloModule> module = ParseHloProto(bytes, options);
  const HloModule other = SomeModule();
  Check(*buffers, module.ok() ? *module : other, report.ok() ? &*report : nullptr);
}

}  // namespace hlo_text_v1::fuzzing
