// Timelines of all computations in testdata, checked slowly and simply.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "hlo/read.h"
#include "src/tools/hlo_view/page/timeline.h"
#include "tests/support/read.h"
#include "tests/tools/hlo_view/page/timeline_check.h"

namespace hlo_text_v1::timeline_testdata_test {

using namespace internal;

constexpr int64_t kMostInstructions = 1000;  // instructions per computation: the check is quadratic

TEST(TimelineTestdata, RulesHold) {
  int checked = 0;
  int with_bars = 0;
  for (const std::filesystem::path& path : TestdataFiles()) {
    const absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(path));
    if (!module.ok()) continue;
    for (const HloComputation* computation : module->computations()) {
      if (computation->instruction_count() > kMostInstructions) continue;
      EXPECT_EQ(BrokenRuleOfTimeline(*computation), "") << path << " " << computation->name();
      ++checked;
      with_bars += LiveRanges(*computation).operations().empty() ? 0 : 1;
    }
  }
  EXPECT_GT(checked, 1000);
  EXPECT_GT(with_bars, 100);
}

}  // namespace hlo_text_v1::timeline_testdata_test
