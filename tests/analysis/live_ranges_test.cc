#include "hlo/live_ranges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "hlo/graph.h"
#include "hlo/memory_layout.h"
#include "tests/analysis/brute_force.h"

namespace hlo_text_v1::live_ranges_test {

using namespace test;

// The steps at which something needs one of the places of a buffer.
std::vector<int64_t> StepsThatNeed(const LiveRanges& live, const HloComputation& computation,
                                   int64_t buffer) {
  const auto last = static_cast<int64_t>(live.steps().size()) - 1;
  std::vector<int64_t> steps;
  for (const BufferAnalysis::Place& place : live.buffers().PlacesOf(buffer)) {
    const HloInstruction* value = place.instruction;
    if (value->IsRoot() || value->opcode() == HloOpcode::kParameter) steps.push_back(last);
    for (const HloInstruction* user : computation.instructions()) {
      const auto& operands = user->operands();
      if (std::count(operands.begin(), operands.end(), value) == 0) continue;
      if (GetOpcodeInfo(user->opcode()).Has(OpcodeTrait::kForwards)) continue;
      steps.push_back(live.StepOf(*user));
    }
    for (const AsyncOperation& operation : live.operations()) {
      const HloInstruction* end = operation.chain().back();
      if (end == value && !IsAsyncDone(*end) &&
          (!operation.is_pair() || end == &operation.start())) {
        steps.push_back(last);
      }
    }
  }
  return steps;
}

TEST(LiveRanges, AgreeWithASearchForUses) {
  ForRandomModules([](const HloModule& module) {
    for (const HloComputation* computation : module.computations()) {
      const LiveRanges live(*computation);
      ASSERT_EQ(live.steps().size(), PrintOrder(*computation).size());
      ASSERT_EQ(static_cast<int64_t>(live.ranges().size()), live.buffers().buffer_count());
      std::vector<int64_t> bytes(live.steps().size());
      for (size_t i = 0; i < live.ranges().size(); ++i) {
        const LiveRange& range = live.ranges()[i];
        const auto buffer = static_cast<int64_t>(i);
        EXPECT_EQ(live.buffers().PlacesOf(buffer)[0].instruction, range.instruction);
        const std::vector<int64_t> needed = StepsThatNeed(live, *computation, buffer);
        int64_t begin = live.StepOf(*range.instruction);
        const int64_t end = needed.empty()
                                ? begin
                                : std::max(begin, *std::max_element(needed.begin(), needed.end()));
        if (range.instruction->opcode() == HloOpcode::kParameter) begin = 0;
        EXPECT_EQ(range.begin, begin) << range.instruction->name();
        EXPECT_EQ(range.end, end) << range.instruction->name();
        for (int64_t step = begin; step <= end; ++step) {
          bytes[static_cast<size_t>(step)] += range.memory_space == 0 ? range.bytes : 0;
        }
      }
      EXPECT_THAT(live.bytes_alive(), ::testing::ElementsAreArray(bytes));
      EXPECT_EQ(live.peak_bytes(), *std::max_element(bytes.begin(), bytes.end()));
      EXPECT_EQ(bytes[static_cast<size_t>(live.peak_step())], live.peak_bytes());
      for (const HloInstruction* value : computation->instructions()) {
        int64_t last = -1;
        int64_t sum = 0;
        for (const int32_t buffer : live.buffers().BuffersOf(*value)) {
          for (const int64_t step : StepsThatNeed(live, *computation, buffer)) {
            last = std::max(last, step);
          }
          sum += live.ranges()[static_cast<size_t>(buffer)].bytes;
        }
        EXPECT_EQ(live.LastUse(*value), last) << value->name();
        EXPECT_EQ(live.BytesOf(*value), sum) << value->name();
      }
    }
  });
}

// The loop takes the state, so it does not live to the end of the entry.
TEST(LiveRanges, StateThatALoopCarriesAway) {
  const HloModule module = ReadModule(R"(HloModule m, is_scheduled=true
w { x = f32[8] parameter(0)
 ROOT y = f32[8] negate(x) }
body {
  b = (((f32[8]), f32[8]), f32[8]) parameter(0)
  g = ((f32[8]), f32[8]) get-tuple-element(b), index=0
  d = f32[8] async-done(g)
  s = ((f32[8]), f32[8]) async-start(d), calls=w
  ROOT t = (((f32[8]), f32[8]), f32[8]) tuple(s, d)
}
cond { c = (((f32[8]), f32[8]), f32[8]) parameter(0)
 ROOT f = pred[] constant(false) }
ENTRY e {
  p = f32[8] parameter(0)
  q = f32[8] copy(p)
  s = ((f32[8]), f32[8]) async-start(q), calls=w
  n = f32[8] negate(p)
  t = (((f32[8]), f32[8]), f32[8]) tuple(s, n)
  l = (((f32[8]), f32[8]), f32[8]) while(t), condition=cond, body=body
  r = f32[8] get-tuple-element(l), index=1
  a = f32[8] abs(r)
  ROOT z = f32[8] negate(a)
})");
  const HloComputation& entry = *module.entry_computation();
  const LiveRanges live(entry);
  ASSERT_EQ(live.operations().size(), 1u);
  const HloInstruction& start = live.operations()[0].start();
  EXPECT_EQ(live.steps()[static_cast<size_t>(live.LastUse(start))]->name(), "l");
  const HloComputation& body = *live.steps()[5]->while_body();
  EXPECT_EQ(LiveRanges(body).operations().size(), 2u);
}

TEST(LiveRanges, PeaksByMemorySpace) {
  const HloModule module = ReadModule(R"(HloModule m, is_scheduled=true
ENTRY e {
  p = bf16[10,10]{1,0:T(8,128)(2,1)} parameter(0)
  a = bf16[10,10]{1,0:T(8,128)(2,1)S(1)} copy(p)
  b = bf16[10,10]{1,0:T(8,128)(2,1)S(1)} negate(a)
  c = bf16[10,10]{1,0:T(8,128)(2,1)S(1)} abs(b)
  ROOT r = bf16[10,10]{1,0:T(8,128)(2,1)} copy(c)
})");
  const LiveRanges live(*module.entry_computation());
  EXPECT_EQ(live.BytesOf(*live.steps()[0]), 16 * 128 * 2);
  ASSERT_EQ(live.spaces().size(), 2u);
  EXPECT_EQ(live.spaces()[0].memory_space, 0);
  EXPECT_EQ(live.spaces()[0].peak_bytes, 8192);
  EXPECT_EQ(live.spaces()[0].peak_step, 4);
  EXPECT_EQ(live.spaces()[1].memory_space, 1);
  EXPECT_EQ(live.spaces()[1].peak_bytes, 8192);
  EXPECT_EQ(live.spaces()[1].peak_step, 2);
  EXPECT_EQ(live.BytesAliveIn(0)[4], 8192);
  EXPECT_EQ(live.BytesAliveIn(1)[2], 8192);
  EXPECT_EQ(live.BytesAliveIn(7), std::vector<int64_t>(live.steps().size(), 0));
  EXPECT_EQ(live.peak_bytes(), 8192);
  EXPECT_EQ(live.peak_step(), 4);
}

TEST(MemorySpaceNames, DependOnTheTarget) {
  const HloModule tpu = ReadModule("HloModule m\nENTRY e { ROOT p = f32[8]{0:T(8)} parameter(0) }");
  const HloModule other = ReadModule("HloModule m\nENTRY e { ROOT p = f32[8]{0} parameter(0) }");
  const MemorySpaceNames of_tpu(tpu), of_other(other);
  EXPECT_EQ(of_tpu.Of(0), "HBM");
  EXPECT_EQ(of_tpu.Of(1), "VMEM");
  EXPECT_EQ(of_tpu.Of(2), "SMEM");
  EXPECT_EQ(of_tpu.Of(7), "S(7)");
  EXPECT_EQ(of_other.Of(0), "S(0)");
  EXPECT_EQ(of_other.Of(1), "S(1)");
  EXPECT_EQ(of_tpu.Of(5), "host");
  EXPECT_EQ(of_other.Of(5), "host");
}

}  // namespace hlo_text_v1::live_ranges_test
