#include "src/base/number_set.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <set>

namespace hlo_text_v1::number_set_test {

using namespace internal;

TEST(NumberSet, TakesEachNumberOnce) {
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  NumberSet set;
  for (const int64_t number : {int64_t{0}, int64_t{1}, int64_t{7}, int64_t{-1}, int64_t{100000},
                               int64_t{3}, kLeast, kMost, int64_t{2}, int64_t{99}}) {
    EXPECT_TRUE(set.Take(number)) << number;
    EXPECT_FALSE(set.Take(number)) << number;
  }
  for (const int64_t free : {4, 5, 6, 8, 9}) EXPECT_EQ(set.TakeFree(), free);
}

TEST(NumberSet, KnowsWhetherTheyCameInOrder) {
  NumberSet set;
  EXPECT_TRUE(set.came_in_order());
  for (int64_t i = 0; i < 5; ++i) set.Take(i);
  EXPECT_EQ(set.TakeFree(), 5);
  EXPECT_FALSE(set.Take(3));
  EXPECT_TRUE(set.came_in_order());
  set.Take(8);
  EXPECT_FALSE(set.came_in_order());
  for (const int64_t free : {6, 7, 9}) EXPECT_EQ(set.TakeFree(), free);
}

// As a set of integers, however the numbers are spread.
TEST(NumberSet, IsASet) {
  for (const uint64_t step : {3, 17, 1000, 123457}) {
    NumberSet set;
    std::set<int64_t> expected;
    for (uint64_t i = 0; i < 3000; ++i) {
      const auto number = static_cast<int64_t>(i * i * step % 4001 * (i % 3 + 1));
      EXPECT_EQ(set.Take(number), expected.insert(number).second) << number;
      if (i % 100 != 0) continue;
      int64_t free = 0;
      while (expected.count(free) > 0) ++free;
      EXPECT_EQ(set.TakeFree(), free);
      expected.insert(free);
    }
  }
}

}  // namespace hlo_text_v1::number_set_test
