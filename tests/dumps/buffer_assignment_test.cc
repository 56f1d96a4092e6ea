// Buffer assignments: testdata/profile has one of a step of JAX, as proto and text, with XLA's
// reports on it.
// Tests: buffer_reports, buffer_times, read_buffer_assignment, value_ranges
#include "hlo/buffer_assignment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hlo/proto.h"
#include "tests/proto/bytes.h"
#include "tests/support/read.h"

namespace hlo_text_v1::buffer_assignment_test {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Testdata(std::string_view suffix,
                     std::string_view stem = "profile/module_0000.jit_scanned_step") {
  return ReadFile(std::string(HLO_TEXT_TESTDATA) + "/" + std::string(stem) +
                  ".cpu_after_optimizations" + std::string(suffix));
}

template <typename T>
T Value(absl::StatusOr<T> result) {
  EXPECT_TRUE(result.ok()) << result.status();
  return result.ok() ? *std::move(result) : T();
}
template <typename T>
std::string Error(const absl::StatusOr<T>& result) {
  return result.ok() ? "" : std::string(result.status().message());
}

BufferAssignment FromText() {
  return Value(ParseBufferAssignmentText(Testdata("-buffer-assignment.txt")));
}
BufferAssignment FromProto() { return Value(ParseBufferAssignmentProto(Testdata(".hlo.pb"))); }

std::string Describe(const BufferAllocation& allocation) {
  std::string text = std::to_string(allocation.index) + ": " + std::to_string(allocation.size) +
                     " " + allocation.Kind();
  for (const BufferValue& value : allocation.values) {
    text += "\n " + std::to_string(value.id) + " " + value.instruction;
    for (const int64_t i : value.shape_index) text += "." + std::to_string(i);
    text += " " + std::to_string(value.offset) + "+" + std::to_string(value.size);
  }
  return text;
}
std::vector<std::string> Describe(const BufferAssignment& buffers) {
  std::vector<std::string> lines;
  for (const BufferAllocation& each : buffers.allocations) lines.push_back(Describe(each));
  return lines;
}

TEST(BufferAssignmentTest, TextAndProtoSayTheSame) {
  EXPECT_EQ(FromText().allocations.size(), 19);
  EXPECT_EQ(Describe(FromText()), Describe(FromProto()));
}

TEST(BufferAssignmentTest, SumsAreThoseOfXlasReport) {
  for (const std::string_view stem :
       {"profile/module_0000.jit_scanned_step", "passes/jax/module_0000.jit_train_step",
        "passes/jax/module_0002.jit_count_up"}) {
    const BufferAssignment buffers =
        Value(ParseBufferAssignmentText(Testdata("-buffer-assignment.txt", stem)));
    const auto report = Value(ParseMemoryUsageReport(Testdata("-memory-usage-report.txt", stem)));
    ASSERT_EQ(report.size(), 1);
    EXPECT_EQ(report[0].name, "default");
    EXPECT_EQ(buffers.total_bytes(), report[0].total_bytes) << stem;
    EXPECT_EQ(buffers.total_bytes(report[0].color), report[0].total_bytes) << stem;
  }
  EXPECT_EQ(FromProto().total_bytes(), 254260);
}

// "name.index begin-end" of all values that have a range.
std::vector<std::string> Ranges(const BufferAssignment& buffers, const BufferTimes& times) {
  std::vector<std::string> ranges;
  for (size_t i = 0; i < buffers.allocations.size(); ++i) {
    for (size_t j = 0; j < buffers.allocations[i].values.size(); ++j) {
      const BufferValue& value = buffers.allocations[i].values[j];
      if (times.ranges[i][j].begin < 0) continue;
      std::string text = value.instruction;
      for (const int64_t at : value.shape_index) text += "." + std::to_string(at);
      ranges.push_back(text + " " + std::to_string(times.ranges[i][j].begin) + "-" +
                       std::to_string(times.ranges[i][j].end));
    }
  }
  return ranges;
}

TEST(BufferAssignmentTest, RangesFollowFromTheModule) {
  const BufferAssignment buffers = FromProto();
  const HloModule module = Value(ParseHloProto(Testdata(".hlo.pb")));
  const LiveRangeReport report = Value(ParseLiveRangeReport(Testdata("-live-range.txt")));
  const BufferTimes own = BufferTimesOf(buffers, module);
  const BufferTimes reported = BufferTimesOf(buffers, module, &report);
  EXPECT_FALSE(own.is_reported);
  EXPECT_TRUE(reported.is_reported);
  EXPECT_EQ(own.sequence, reported.sequence);
  EXPECT_EQ(Ranges(buffers, own), Ranges(buffers, reported));
}

TEST(BufferAssignmentTest, RangesFollowFromTheText) {
  const std::string_view stem = "passes/jax/module_0000.jit_train_step";
  const BufferAssignment buffers =
      Value(ParseBufferAssignmentText(Testdata("-buffer-assignment.txt", stem)));
  const HloModule module = ReadModule(Testdata(".txt", stem));
  const LiveRangeReport report = Value(ParseLiveRangeReport(Testdata("-live-range.txt", stem)));
  EXPECT_EQ(Ranges(buffers, BufferTimesOf(buffers, module)),
            Ranges(buffers, BufferTimesOf(buffers, module, &report)));
}

// The text loses the places of get-tuple-elements, so times in the loop differ by some steps.
TEST(BufferAssignmentTest, RangesGoThroughCalls) {
  const std::string_view stem = "passes/jax/module_0002.jit_count_up";
  const BufferAssignment buffers =
      Value(ParseBufferAssignmentText(Testdata("-buffer-assignment.txt", stem)));
  const HloModule module = ReadModule(Testdata(".txt", stem));
  const std::vector<std::string> ranges = Ranges(buffers, BufferTimesOf(buffers, module));
  for (const char* range : {"copy.6 4-8", "copy.7 5-8", "tuple 6-8", "while.0.0 21-26"}) {
    EXPECT_THAT(ranges, Contains(range));
  }
}

// Also of a copy-start, whose source lives until its done.
TEST(BufferAssignmentTest, RangesGoThroughWhatSharesMemory) {
  const HloModule module = ReadModule(R"(HloModule m, is_scheduled=true

ENTRY e {
  p = f32[4] parameter(0)
  order = token[] after-all()
  x = f32[4] negate(p)
  passed = f32[4] add-dependency(x, order)
  y = f32[4] negate(p)
  start = (f32[4], f32[4], u32[]) copy-start(y)
  z = f32[4] negate(p)
  updated = (f32[4], s32[]) custom-call(z), custom_call_target="t", output_to_operand_aliasing={{0}: (0, {})}
  inside = f32[4] get-tuple-element(updated), index=0
  send = (f32[4], u32[], token[]) send(passed, order), channel_id=1
  sent = token[] send-done(send), channel_id=1
  done = f32[4] copy-done(start)
  ROOT last = (f32[4], f32[4]) tuple(done, inside)
})");
  BufferAssignment buffers;
  BufferAllocation& allocation = buffers.allocations.emplace_back();
  for (const char* name : {"x", "y", "z"}) {
    BufferValue& value = allocation.values.emplace_back();
    value.instruction = name;
    value.size = 16;
  }
  allocation.size = 16;
  EXPECT_THAT(Ranges(buffers, BufferTimesOf(buffers, module)),
              ElementsAre("x 2-10", "y 4-11", "z 6-13"));
}

// XLA counts values that share memory once each.
TEST(BufferAssignmentTest, ThePeakIsAtMostXlas) {
  const BufferAssignment buffers = FromText();
  const HloModule module = ReadModule(Testdata(".txt"));
  const LiveRangeReport report = Value(ParseLiveRangeReport(Testdata("-live-range.txt")));
  const BufferTimes times = BufferTimesOf(buffers, module, &report);
  ASSERT_TRUE(times.is_reported);
  int64_t sum = 0;
  for (size_t i = 0; i < buffers.allocations.size(); ++i) {
    for (size_t j = 0; j < buffers.allocations[i].values.size(); ++j) {
      const BufferTimes::Range& range = times.ranges[i][j];
      const bool is_alive = range.begin <= report.peak_time && report.peak_time <= range.end;
      if (is_alive) sum += buffers.allocations[i].values[j].size;
    }
  }
  EXPECT_EQ(report.peak_bytes, 253968);
  EXPECT_EQ(sum, report.peak_bytes);
  EXPECT_LE(times.peak_bytes, report.peak_bytes);
  EXPECT_LE(times.peak_bytes, buffers.total_bytes());
}

// The slow way: every value against every byte.
TEST(BufferAssignmentTest, BytesAliveAreAUnion) {
  const BufferAssignment buffers = FromText();
  const HloModule module = ReadModule(Testdata(".txt"));
  const BufferTimes times = BufferTimesOf(buffers, module);
  for (size_t time = 0; time < times.sequence.size(); time += 7) {
    int64_t sum = 0;
    for (size_t i = 0; i < buffers.allocations.size(); ++i) {
      const BufferAllocation& allocation = buffers.allocations[i];
      std::vector<bool> used(allocation.size);
      for (size_t j = 0; j < allocation.values.size(); ++j) {
        const BufferTimes::Range& range = times.ranges[i][j];
        if (range.begin < 0 || range.begin > int64_t(time) || range.end < int64_t(time)) continue;
        const BufferValue& value = allocation.values[j];
        std::fill_n(used.begin() + value.offset, value.size, true);
      }
      sum += std::count(used.begin(), used.end(), true);
    }
    EXPECT_EQ(times.bytes_alive[time], sum) << time;
  }
}

TEST(BufferAssignmentTest, MemoriesApart) {
  BufferAssignment buffers = FromText();
  const HloModule module = ReadModule(Testdata(".txt"));
  const BufferTimes all = BufferTimesOf(buffers, module);
  EXPECT_TRUE(all.others.empty());
  for (size_t i = 0; i < buffers.allocations.size(); ++i) {
    buffers.allocations[i].color = i % 3 == 1 ? 5 : 0;
  }
  const BufferTimes apart = BufferTimesOf(buffers, module);
  ASSERT_EQ(apart.others.size(), 1u);
  EXPECT_EQ(apart.others[0].color, 5);
  EXPECT_LT(apart.peak_bytes, all.peak_bytes);
  for (size_t time = 0; time < all.bytes_alive.size(); ++time) {
    EXPECT_EQ(apart.bytes_alive[time] + apart.others[0].bytes_alive[time], all.bytes_alive[time]);
  }
  for (size_t i = 0; i < buffers.allocations.size(); ++i) {
    buffers.allocations[i].color = static_cast<int64_t>(i);  // a text may have thousands
  }
  EXPECT_LE(BufferTimesOf(buffers, module).others.size(), 8u);
}

TEST(BufferAssignmentTest, AReportOfAnotherModuleIsIgnored) {
  const BufferAssignment buffers = FromText();
  const HloModule module = ReadModule(Testdata(".txt"));
  const LiveRangeReport report = Value(
      ParseLiveRangeReport(Testdata("-live-range.txt", "passes/jax/module_0002.jit_count_up")));
  EXPECT_FALSE(BufferTimesOf(buffers, module, &report).is_reported);
}

TEST(BufferAssignmentTest, AnyRangesOfAReportAreSafe) {
  const BufferAssignment buffers = FromText();
  const HloModule module = ReadModule(Testdata(".txt"));
  const LiveRangeReport report = Value(ParseLiveRangeReport(
      "HloLiveRange (max 2):\n  InstructionSequence:\n    0:x.1\n    1:nobody\n"
      "  BufferLiveRange:\n    x.1{}:0-9223372036854775807\n    y.1{}:5-6\n    ws.1{}:1-0\n"));
  const BufferTimes times = BufferTimesOf(buffers, module, &report);
  EXPECT_TRUE(times.is_reported);
  EXPECT_THAT(times.bytes_alive, ElementsAre(8192, 8192));
}

// ---- Text.

TEST(BufferAssignmentTest, ReadsAllKindsOfAllocations) {
  const BufferAssignment buffers = Value(ParseBufferAssignmentText(
      "BufferAssignment:\n"
      "allocation 0: 0x5577, size 8, color 1, parameter 2, shape |(f32[2], s32[])| at ShapeIndex "
      "{0,1}, maybe-live-out:\n"
      " value: <7 p.1{0,1} @1> (size=8,offset=0): f32[2]{0}\n"
      "allocation 1: size 4, thread-local:\n"
      "allocation 2: size 4, constant:\n"
      "allocation 3: size 4, output shape is |f32[2]|, maybe-live-out:\n"
      "allocation 4: size 4, preallocated-temp:\n"
      "\n"
      "Total bytes used: 24\n"));
  EXPECT_THAT(Describe(buffers),
              ElementsAre("0: 8 parameter 2\n 7 p.1.0.1 0+8", "1: 4 thread-local", "2: 4 constant",
                          "3: 4 output", "4: 4 temporary"));
  EXPECT_THAT(buffers.allocations[0].parameter_index, ElementsAre(0, 1));
  EXPECT_TRUE(buffers.allocations[0].is_output);
  EXPECT_EQ(buffers.total_bytes(1), 8);
}

TEST(BufferAssignmentTest, TextErrorsNameTheLine) {
  const auto error = [](std::string_view text) { return Error(ParseBufferAssignmentText(text)); };
  EXPECT_EQ(error(""), "line 0: expected 'BufferAssignment:'");
  EXPECT_THAT(error("BufferAssignment:\nallocation 0: size -1:\n"), HasSubstr("line 2: "));
  EXPECT_THAT(error("BufferAssignment:\n value: <1 a @0> (size=1,offset=0): s8[]\n"),
              HasSubstr("line 2: "));
  const std::string begin = "BufferAssignment:\nallocation 0: size 4, page 0:\n value: ";
  EXPECT_EQ(error(begin + "<1 a @0> (size=4,offset=0): s8[]\n"), "");
  EXPECT_THAT(error(begin + "<1 a @0> (size=4,offset=1): s8[]\n"), HasSubstr("line 3: "));
  EXPECT_THAT(error(begin + "<1 a @0> (size=99999999999999999999,offset=1)\n"),
              HasSubstr("line 3: "));
  EXPECT_THAT(error(begin + "<1 a"), HasSubstr("line 3: "));
  EXPECT_THAT(Error(ParseMemoryUsageReport("Total bytes: 4\n")), HasSubstr("line 1: "));
  EXPECT_THAT(Error(ParseMemoryUsageReport("")), HasSubstr("line 0: "));
  const std::string space = "Memory Space: default (color=";
  EXPECT_THAT(Error(ParseMemoryUsageReport(space + "x)\n")), HasSubstr("line 1: "));
  EXPECT_THAT(Error(ParseMemoryUsageReport(space + "0)\nTotal bytes: x\n")), HasSubstr("line 2: "));
  EXPECT_THAT(Error(ParseLiveRangeReport("HloLiveRange (max 1):\n  InstructionSequence:\n"
                                         "    1:a\n")),
              HasSubstr("line 3: "));
  EXPECT_THAT(Error(ParseLiveRangeReport("HloLiveRange (max 1):\n  BufferLiveRange:\n"
                                         "    a{}:1-\n")),
              HasSubstr("line 3: "));
}

TEST(BufferAssignmentTest, EveryCutOfATextIsReadOrRefused) {
  for (const std::string_view suffix :
       {"-buffer-assignment.txt", "-memory-usage-report.txt", "-live-range.txt"}) {
    const std::string text = Testdata(suffix);
    for (size_t size = 0; size < text.size(); size += 11) {
      const std::string cut = text.substr(0, size);
      for (const std::string& error :
           {Error(ParseBufferAssignmentText(cut)), Error(ParseMemoryUsageReport(cut)),
            Error(ParseLiveRangeReport(cut))}) {
        if (error.empty()) continue;
        EXPECT_THAT(error, HasSubstr("line "));
      }
    }
  }
}

// ---- Protos.

std::string Buffer(int64_t id, int64_t instruction) {
  return Message(1, Number(1, id) + Number(2, 4) + Message(3, Number(4, instruction)));
}
std::string Allocation(std::string_view assigned) {
  return Message(3, Number(2, 8) + std::string(assigned));
}
std::string Assigned(int64_t id, int64_t offset, int64_t size) {
  return Message(9, Number(1, id) + Number(2, offset) + Number(3, size));
}
std::string HloProtoWith(std::string_view assignment) {
  return Message(1, ModuleOfInstructions(Instruction("p", "parameter", 5))) +
         Message(3, assignment);
}

TEST(BufferAssignmentTest, ReadsASnapshotToo) {
  const std::string hlo = HloProtoWith(Buffer(3, 5) + Allocation(Assigned(3, 4, 4)));
  for (const std::string& bytes : {hlo, Message(1, hlo) + Text(4, "cpu")}) {
    EXPECT_THAT(Describe(Value(ParseBufferAssignmentProto(bytes))),
                ElementsAre("0: 8 temporary\n 3 p 4+4"));
  }
}

TEST(BufferAssignmentTest, OlderProtosNameInstructions) {
  const std::string buffer = Message(1, Number(1, 3) + Message(3, Text(2, "q")));
  EXPECT_THAT(Describe(Value(ParseBufferAssignmentProto(
                  HloProtoWith(buffer + Allocation(Assigned(3, 0, 8)))))),
              ElementsAre("0: 8 temporary\n 3 q 0+8"));
}

TEST(BufferAssignmentTest, ProtoErrorsNameTheFieldAndTheByte) {
  const auto error = [](std::string_view assignment) {
    return Error(ParseBufferAssignmentProto(HloProtoWith(assignment)));
  };
  EXPECT_THAT(error(Allocation("") + Allocation(Assigned(3, 0, 8))),
              HasSubstr("buffer_assignment.buffer_allocations[1]: there is no logical buffer 3"));
  EXPECT_THAT(error(Buffer(3, 6) + Allocation(Assigned(3, 0, 8))),
              HasSubstr("buffer_allocations[0]: there is no instruction 6"));
  EXPECT_THAT(error(Buffer(3, 5) + Allocation(Assigned(3, 1, 8))),
              HasSubstr("buffer_allocations[0]: logical buffer 3 is not in its allocation"));
  EXPECT_THAT(error(Buffer(3, 5) + Allocation(Assigned(3, INT64_MAX, INT64_MAX))),
              HasSubstr("is not in its allocation"));
  EXPECT_THAT(error(Message(3, Number(2, -1))), HasSubstr("is negative"));
  EXPECT_THAT(error(Message(3, "\x4a\x7f")),
              HasSubstr("buffer_assignment.buffer_allocations[0]: Failed to deserialize HloProto"));
  EXPECT_EQ(Error(ParseBufferAssignmentProto("")), "there is no buffer assignment");
  EXPECT_THAT(Error(ParseBufferAssignmentProto("\xff")), HasSubstr("(at byte 0)"));
}

TEST(BufferAssignmentTest, EveryCutOfAProtoIsReadOrRefused) {
  const std::string bytes = Testdata(".hlo.pb");
  for (size_t size = 0; size < bytes.size(); size += 31) {
    EXPECT_NE(Error(ParseBufferAssignmentProto(bytes.substr(0, size))), "") << size;
  }
}

TEST(BufferAssignmentTest, MemoryIsLimited) {
  BufferReadOptions options;
  options.limits.max_memory_bytes = 10000;
  EXPECT_THAT(Error(ParseBufferAssignmentProto(Testdata(".hlo.pb"), options)), HasSubstr("memory"));
}

TEST(BufferAssignmentTest, ValuesSayWhereTheyAre) {
  const BufferValueReport report = Value(ParseBufferValueReport(ReadFile(
      HLO_TEXT_TESTDATA
      "/passes/gpu/module_0007.jit_layer.sm_9.0_gpu_after_optimizations-buffer-assignment-values."
      "txt")));
  EXPECT_EQ(report.total_bytes, 1310736);
  ASSERT_EQ(report.values.size(), 8);
  const BufferValueReport::Value& gather = report.values[3];
  EXPECT_EQ(gather.id, 4);
  EXPECT_EQ(gather.instruction, "gather");
  ASSERT_EQ(gather.positions.size(), 3);
  EXPECT_EQ(gather.positions[1].instruction, "gather-start");
  EXPECT_THAT(gather.positions[1].shape_index, ElementsAre(1));
  ASSERT_EQ(gather.uses.size(), 2);
  EXPECT_EQ(gather.uses[0].instruction, "gather-done");
  EXPECT_THAT(gather.uses[0].operand_index, ElementsAre(1));
  EXPECT_EQ(gather.uses[1].operand_number, 1);
  EXPECT_TRUE(report.values[7].uses.empty());

  for (const std::string_view stem :
       {"passes/jax/module_0000.jit_train_step", "passes/jax/module_0002.jit_count_up"}) {
    const BufferValueReport values =
        Value(ParseBufferValueReport(Testdata("-buffer-assignment-values.txt", stem)));
    const BufferAssignment buffers =
        Value(ParseBufferAssignmentText(Testdata("-buffer-assignment.txt", stem)));
    EXPECT_EQ(values.total_bytes, buffers.total_bytes()) << stem;
  }
}

TEST(BufferAssignmentTest, BrokenValues) {
  const std::string head = "Total bytes used: 4 (4B)\n";
  const auto error = [&](const std::string& text) {
    return Error(ParseBufferValueReport(head + text));
  };
  EXPECT_EQ(Error(ParseBufferValueReport("")), "line 0: expected 'Total bytes used: NUMBER'");
  EXPECT_EQ(Error(ParseBufferValueReport("Total bytes used: x")),
            "line 1: expected 'Total bytes used: NUMBER'");
  EXPECT_EQ(error("<x>"), "line 2: expected '<NUMBER NAME{INDEX} @COLOR>'");
  EXPECT_EQ(error("<1 x{0} (phi) @0>\n positions:\n  x {0"), "line 4: expected 'NAME {INDEX}'");
  EXPECT_EQ(error("<1 x @0>\n uses:\n  y, operand z"),
            "line 4: expected 'NAME, operand NUMBER {INDEX}'");
  EXPECT_EQ(error("<1 x @0>\n uses:\n  (none)\n from instruction: x"), "");
}

}  // namespace hlo_text_v1::buffer_assignment_test
