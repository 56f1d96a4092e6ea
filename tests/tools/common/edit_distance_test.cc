#include "src/tools/common/edit_distance.h"

#include <gtest/gtest.h>

#include <string>

namespace hlo::edit_distance_test {

using namespace internal;

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("abc", ""), 3u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("style", "stile"), 1u);
  EXPECT_EQ(EditDistance("strip", "trips"), 2u);
  EXPECT_EQ(EditDistance("metadata", "meta_data"), 1u);
}

TEST(NearestWord, IsNear) {
  EXPECT_EQ(NearestWord("stile", {"strip", "style", "stale"}, 4), "style");
  EXPECT_EQ(NearestWord("stile", {"metadata"}, 4), "");
  EXPECT_EQ(NearestWord("stile", {"style"}, 1), "");
  EXPECT_EQ(NearestWord("ab", {"xy"}, 4), "");
  EXPECT_EQ(NearestWord(std::string(65, 'a'), {std::string(65, 'a')}, 4), "");
}

}  // namespace hlo::edit_distance_test
