#include "src/diff/schedule_moves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace hlo_text_v1::schedule_moves_test {

using namespace internal;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(FindMoved, TakesOutAsFewAsPossible) {
  EXPECT_THAT(FindMoved({}), IsEmpty());
  EXPECT_THAT(FindMoved({5}), ElementsAre(false));
  EXPECT_THAT(FindMoved({0, 1, 2}), ElementsAre(false, false, false));
  EXPECT_THAT(FindMoved({3, 0, 1, 2}), ElementsAre(true, false, false, false));
  EXPECT_THAT(FindMoved({1, 2, 3, 0}), ElementsAre(false, false, false, true));
  EXPECT_THAT(FindMoved({0, 7, 2, 4}), ElementsAre(false, true, false, false));
}

TEST(FindMoved, OfAReversedSequenceOneStays) {
  std::vector<uint32_t> positions(100);
  std::iota(positions.rbegin(), positions.rend(), 0);
  const std::vector<bool> moved = FindMoved(positions);
  EXPECT_EQ(std::count(moved.begin(), moved.end(), false), 1);
}

TEST(FindMoved, WhatStaysIsInOrder) {
  std::vector<uint32_t> positions;
  for (uint32_t i = 0; i < 1000; ++i) positions.push_back(i * 389 % 1000);
  const std::vector<bool> moved = FindMoved(positions);
  uint32_t last = 0;
  for (size_t i = 0; i < positions.size(); ++i) {
    if (moved[i]) continue;
    EXPECT_GE(positions[i], last);
    last = positions[i];
  }
}

}  // namespace hlo_text_v1::schedule_moves_test
