#include "src/ir/predecessors.h"

#include <gtest/gtest.h>

#include "tests/edit_test_util.h"

namespace hlo {
namespace {

TEST(Predecessors, ControlFromTheLastThenOperands) {
  const HloModule module = ParseOrDie(
      "ENTRY e {\n"
      "  a = f32[] parameter(0)\n"
      "  b = f32[] parameter(1)\n"
      "  c = f32[] negate(a)\n"
      "  d = f32[] negate(b)\n"
      "  ROOT r = f32[] add(b, a), control-predecessors={c, d}\n"
      "}\n");
  HloInstruction* root = Find(module, "r");
  Predecessors predecessors(root);
  EXPECT_EQ(predecessors.instruction(), root);
  ASSERT_EQ(predecessors.size(), 4u);
  std::string names;
  for (size_t i = 0; i < predecessors.size(); ++i) names += predecessors[i]->name();
  EXPECT_EQ(names, "dcba");
  std::string next;
  while (const HloInstruction* predecessor = predecessors.Next()) next += predecessor->name();
  EXPECT_EQ(next, names);
  EXPECT_EQ(predecessors.Next(), nullptr);
  EXPECT_EQ(Predecessors(Find(module, "a")).Next(), nullptr);
}

}  // namespace
}  // namespace hlo
