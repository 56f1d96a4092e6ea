#include "src/ir/walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "hlo/arena.h"
#include "hlo/shape.h"
#include "tests/support/read.h"

namespace hlo_text_v1::walk_test {

using namespace internal;

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

// Nodes are elements of `successors`.
std::vector<size_t> Cycle(const std::vector<std::vector<size_t>>& successors, size_t root) {
  using Node = const std::vector<size_t>*;
  std::vector<WalkState> states(successors.size());
  const auto number = [&](Node node) { return static_cast<size_t>(node - successors.data()); };
  const std::vector<Node> cycle = FindCycle(
      &successors[root], [&](Node node) -> WalkState& { return states[number(node)]; },
      [&](Node node, size_t i) { return i < node->size() ? &successors[(*node)[i]] : nullptr; });
  std::vector<size_t> numbers;
  for (const Node node : cycle) numbers.push_back(number(node));
  return numbers;
}

TEST(FindCycle, FirstThatIsMet) {
  EXPECT_THAT(Cycle({{1, 2}, {3}, {3, 1}, {}}, 0), ElementsAre());
  EXPECT_THAT(Cycle({{0}}, 0), ElementsAre(0));
  EXPECT_THAT(Cycle({{1}, {3, 2}, {1}, {}}, 0), ElementsAre(1, 2));
}

TEST(AppendLeaves, InOrderUpToALimit) {
  Arena arena;
  ShapePool pool(&arena);
  const Shape* const leaf = pool.Array(PrimitiveType::kF32, {2});
  const Shape* const other = pool.Array(PrimitiveType::kS32, {});
  const Shape* const tuple = pool.Tuple({leaf, pool.Tuple({}), pool.Tuple({other, leaf})});
  std::vector<const Shape*> leaves;
  AppendLeaves(*tuple, &leaves);
  EXPECT_THAT(leaves, ElementsAre(leaf, other, leaf));
  leaves.clear();
  AppendLeaves(*tuple, &leaves, 2);
  EXPECT_THAT(leaves, ElementsAre(leaf, other));
}

TEST(FindCallCycle, EachCallsTheNext) {
  constexpr char kText[] =
      "HloModule m\n"
      "a { x = f32[] parameter(0)  ROOT c = f32[] call(x), to_apply=b }\n"
      "b { x = f32[] parameter(0)  ROOT n = f32[] negate(x) }\n"
      "ENTRY e { x = f32[] parameter(0)  y = f32[] call(x), to_apply=a"
      "  ROOT z = f32[] call(y), to_apply=b }\n";
  HloModule module = ModuleOf(kText);
  EXPECT_TRUE(FindCallCycle({}).empty());
  EXPECT_TRUE(FindCallCycle(module.computations()).empty());
  HloComputation* a = FindComputation(module, "a");
  const std::vector<const HloComputation*> callees = Callees(*module.entry_computation());
  ASSERT_EQ(callees.size(), 2u);
  EXPECT_EQ(callees[0], a);
}

}  // namespace hlo_text_v1::walk_test
