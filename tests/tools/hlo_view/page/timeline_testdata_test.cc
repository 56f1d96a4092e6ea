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

// An index of the module gives the same as a search for each computation.
void CheckIndex(const HloComputation& computation, const AsyncIndex& index) {
  const LiveRanges live(computation), indexed(computation, index);
  EXPECT_EQ(indexed.bytes_alive(), live.bytes_alive());
  ASSERT_EQ(indexed.operations().size(), live.operations().size());
  for (size_t i = 0; i < live.operations().size(); ++i) {
    EXPECT_EQ(indexed.operations()[i].all_links(), live.operations()[i].all_links());
  }
}

constexpr int64_t kMostInstructions = 1000;  // instructions per computation: the check is quadratic

TEST(TimelineTestdata, RulesHold) {
  int checked = 0;
  int with_bars = 0;
  for (const std::filesystem::path& path : TestdataFiles()) {
    const absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(path));
    if (!module.ok()) continue;
    SCOPED_TRACE(path);
    const AsyncIndex index(*module);
    for (const HloComputation* computation : module->computations()) {
      if (computation->instruction_count() > kMostInstructions) continue;
      EXPECT_EQ(BrokenRuleOfTimeline(*computation), "") << path << " " << computation->name();
      CheckIndex(*computation, index);
      ++checked;
      with_bars += LiveRanges(*computation).operations().empty() ? 0 : 1;
    }
  }
  EXPECT_GT(checked, 1000);
  EXPECT_GT(with_bars, 100);
}

}  // namespace hlo_text_v1::timeline_testdata_test
