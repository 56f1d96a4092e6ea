#include "src/tools/common/progress.h"

#include <gtest/gtest.h>

namespace hlo_text_v1::progress_test {

using namespace internal;

TEST(Progress, Text) {
  EXPECT_EQ(ProgressText(3, 2000, "a/b.hlo", 80), "[3/2000] a/b.hlo");
  // The end of a long path is the informative part; the last column stays empty.
  EXPECT_EQ(ProgressText(3, 20, "a/very/long/path.hlo", 20), "[3/20] .../path.hlo");
  EXPECT_EQ(ProgressText(3, 20, "a/b.hlo", 8), "[3/20] ");
  EXPECT_EQ(ProgressText(3, 20, "a/b.hlo", 3), "[3");
  EXPECT_EQ(ProgressText(3, 20, "a/b.hlo", 0), "");
  EXPECT_EQ(ProgressText(1, 2, "a\nb\033[2J", 80), "[1/2] a?b?[2J");
}

TEST(Progress, SilentAtFirstAndWhenNotEnabled) {
  testing::internal::CaptureStderr();
  {
    Progress early(true, 5);
    early.Update(1, "a");
    Progress disabled(false, 5);
    disabled.Update(1, "a");
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace hlo_text_v1::progress_test
