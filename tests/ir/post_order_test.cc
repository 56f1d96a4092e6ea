#include "src/ir/post_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace hlo::post_order_test {

using ::testing::ElementsAre;

std::vector<int> PostOrder(const std::vector<std::vector<int>>& callees, int root,
                           std::set<int> seen = {}) {
  std::vector<int> order;
  WalkPostOrder(
      root, [&](int node) { return seen.insert(node).second; },
      [&](int node) { return callees[static_cast<size_t>(node)]; },
      [&](int node) { order.push_back(node); });
  return order;
}

TEST(WalkPostOrder, CalleesFirstEachOnce) {
  EXPECT_THAT(PostOrder({{1, 2}, {3}, {3, 1}, {}}, 0), ElementsAre(3, 1, 2, 0));
  EXPECT_THAT(PostOrder({{1, 2}, {3}, {3, 1}, {}}, 2), ElementsAre(3, 1, 2));
}

TEST(WalkPostOrder, WhatIsMarkedAlreadyIsLeftOut) {
  EXPECT_THAT(PostOrder({{1}, {2}, {}}, 0, {1}), ElementsAre(0));
  EXPECT_THAT(PostOrder({{1}, {2}, {}}, 0, {0}), ElementsAre());
}

TEST(WalkPostOrder, CirclesEnd) { EXPECT_THAT(PostOrder({{1}, {0, 1}}, 0), ElementsAre(1, 0)); }

}  // namespace hlo::post_order_test
