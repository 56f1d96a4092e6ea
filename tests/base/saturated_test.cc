#include "src/base/saturated.h"

#include <gtest/gtest.h>

#include <limits>

namespace hlo_text_v1::saturated_test {

using namespace internal;

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

TEST(Saturated, SumsAndProducts) {
  EXPECT_EQ(SaturatedSum(2, 3), 5);
  EXPECT_EQ(SaturatedSum(kMost - 2, 2), kMost);
  EXPECT_EQ(SaturatedSum(kMost - 2, 3), kMost);
  EXPECT_EQ(SaturatedProduct(2, 3), 6);
  EXPECT_EQ(SaturatedProduct(kMost / 2, 2), kMost - 1);
  EXPECT_EQ(SaturatedProduct(kMost / 2, 3), kMost);
}

TEST(Saturated, Limit) {
  constexpr size_t kLargest = std::numeric_limits<size_t>::max();
  EXPECT_EQ(SaturatedLimit(10, 3, 4), 22u);
  EXPECT_EQ(SaturatedLimit(1, 2, kLargest / 2), kLargest);
  EXPECT_EQ(SaturatedLimit(2, 2, kLargest / 2), kLargest);
  EXPECT_EQ(SaturatedLimit(0, 64, kLargest / 2), kLargest);
}

}  // namespace hlo_text_v1::saturated_test
