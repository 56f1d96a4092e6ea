#include "hlo/live_ranges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "hlo/graph.h"
#include "hlo/memory_layout.h"
#include "tests/analysis/brute_force.h"

namespace hlo::live_ranges_test {

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
      if (operation.done() == nullptr && operation.links().back() == value) steps.push_back(last);
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
          bytes[static_cast<size_t>(step)] += range.bytes;
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

}  // namespace hlo::live_ranges_test
