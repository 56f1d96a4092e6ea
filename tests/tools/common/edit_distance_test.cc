#include "src/tools/common/edit_distance.h"

#include <gtest/gtest.h>

namespace hlo::edit_distance_test {

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("abc", ""), 3u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("style", "stile"), 1u);
  EXPECT_EQ(EditDistance("strip", "trips"), 2u);
  EXPECT_EQ(EditDistance("metadata", "meta_data"), 1u);
}

}  // namespace hlo::edit_distance_test
