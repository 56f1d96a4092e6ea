#include "src/ir/instruction_order.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::instruction_order_test {

using namespace internal;

TEST(Predecessors, ControlFromTheLastThenOperands) {
  const HloModule module = ModuleOf(
      "ENTRY e {\n"
      "  a = f32[] parameter(0)\n"
      "  b = f32[] parameter(1)\n"
      "  c = f32[] negate(a)\n"
      "  d = f32[] negate(b)\n"
      "  ROOT r = f32[] add(b, a), control-predecessors={c, d}\n"
      "}\n");
  const HloInstruction* root = Find(module, "r");
  Predecessors predecessors(root);
  ASSERT_EQ(predecessors.size(), 4u);
  std::string names;
  for (size_t i = 0; i < predecessors.size(); ++i) names += predecessors[i]->name();
  EXPECT_EQ(names, "dcba");
  EXPECT_EQ(Predecessors(Find(module, "a")).size(), 0u);
}

TEST(PostOrderWalk, PredecessorsComeFirstAndNoneTwice) {
  const HloModule module = ModuleOf(
      "ENTRY e {\n"
      "  a = f32[] parameter(0)\n"
      "  b = f32[] negate(a)\n"
      "  c = f32[] add(b, a)\n"
      "  d = f32[] negate(a)\n"
      "  ROOT r = f32[] add(c, b), control-predecessors={d}\n"
      "}\n");
  std::vector<bool> seen(5);
  std::vector<const HloInstruction*> order;
  PostOrderWalk walk;
  walk.Append(Find(module, "c"), &seen, &order);
  walk.Append(Find(module, "r"), &seen, &order);
  walk.Append(Find(module, "r"), &seen, &order);
  std::string names;
  for (const HloInstruction* instruction : order) names += instruction->name();
  EXPECT_EQ(names, "abcdr");
}

// A stack in a table that moves to huge pages while it grows.
TEST(PostOrderWalk, LongChains) {
  constexpr int kLength = 300000;
  std::string text = "ENTRY e {\n  n.0 = f32[] parameter(0)\n";
  for (int i = 1; i < kLength; ++i) {
    text += "  n." + std::to_string(i) + " = f32[] negate(n." + std::to_string(i - 1) + ")\n";
  }
  const HloModule module = ModuleOf(text + "}\n");
  std::vector<bool> seen(kLength);
  std::vector<const HloInstruction*> order;
  PostOrderWalk().Append(module.entry_computation()->root_instruction(), &seen, &order);
  ASSERT_EQ(order.size(), static_cast<size_t>(kLength));
  for (size_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i]->index(), i);
}

}  // namespace hlo_text_v1::instruction_order_test
