#include "src/ir/use_lists.h"

#include <gtest/gtest.h>

#include <string>

#include "src/ir/module_state.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::use_lists_test {

using namespace internal;

using internal::IrAccess;
using internal::UseLists;

std::string Uses(const UseLists& lists, const HloInstruction* instruction) {
  std::string text;
  for (const UseLists::Use& use : lists.Of(instruction)) {
    text += std::string(use.user->name()) + std::to_string(use.operand_number) + " ";
  }
  return text;
}

class UseListsTest : public ::testing::Test {
 protected:
  HloModule module_ = ModuleOf(
      "HloModule m\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  y = f32[] parameter(1)\n"
      "  a = f32[] add(x, x)\n"
      "  b = f32[] add(y, x), control-predecessors={a, y}\n"
      "  ROOT t = (f32[], f32[], f32[]) tuple(a, b, x)\n"
      "}\n");
  HloInstruction* x_ = Find(module_, "x");
  HloInstruction* y_ = Find(module_, "y");
  HloInstruction* a_ = Find(module_, "a");
  HloInstruction* b_ = Find(module_, "b");
  UseLists lists_{*module_.entry_computation()};
};

TEST_F(UseListsTest, OneEntryAUse) {
  EXPECT_EQ(Uses(lists_, x_), "a0 a1 b1 t2 ");
  EXPECT_EQ(Uses(lists_, y_), "b0 ");
  EXPECT_EQ(Uses(lists_, Find(module_, "t")), "");
  EXPECT_EQ(lists_.ControlSuccessors(a_).size(), 1u);
  EXPECT_TRUE(lists_.ControlSuccessors(x_).empty());
}

TEST_F(UseListsTest, FirstMiddleAndLastCanGo) {
  lists_.ReplaceOperand(a_, 1, y_);  // in the middle
  EXPECT_EQ(Uses(lists_, x_), "a0 b1 t2 ");
  lists_.ReplaceOperand(Find(module_, "t"), 2, y_);  // the last
  EXPECT_EQ(Uses(lists_, x_), "a0 b1 ");
  lists_.ReplaceOperand(a_, 0, y_);  // the first
  EXPECT_EQ(Uses(lists_, x_), "b1 ");
  EXPECT_TRUE(Node(x_).has_users);
  lists_.ReplaceOperand(b_, 1, y_);
  EXPECT_FALSE(Node(x_).has_users);
  EXPECT_EQ(Uses(lists_, y_), "b0 a1 t2 a0 b1 ");
}

TEST_F(UseListsTest, OperandsComeAndGo) {
  lists_.RemoveOperands(b_);
  EXPECT_EQ(Uses(lists_, x_), "a0 a1 t2 ");
  EXPECT_FALSE(Node(y_).has_users);
  lists_.AddOperands(b_);
  EXPECT_EQ(Uses(lists_, x_), "a0 a1 t2 b1 ");
  EXPECT_TRUE(Node(y_).has_users);
  lists_.RemoveControl(a_, b_);
  lists_.RemoveControl(a_, b_);
  EXPECT_TRUE(lists_.ControlSuccessors(a_).empty());
  EXPECT_EQ(lists_.ControlSuccessors(y_).size(), 1u);
}

// Other code sets operands: the lists are rebuilt.
TEST_F(UseListsTest, ForgottenWhenOperandsAreSetElsewhere) {
  HloComputation* entry = module_.entry_computation();
  const UseLists* kept = &IrAccess::Uses(entry);
  EXPECT_EQ(IrAccess::UsesIfAny(entry), kept);
  IrAccess::SetOperands(module_.arena(), a_, {y_, y_});
  EXPECT_EQ(IrAccess::UsesIfAny(entry), nullptr);
  EXPECT_EQ(Uses(IrAccess::Uses(entry), y_), "a0 a1 b0 ");
}

// An operand from another computation, which Verify rejects, has no list.
TEST_F(UseListsTest, OperandOfAnotherComputation) {
  HloModule other = ModuleOf("ENTRY e { ROOT z = f32[] parameter(0) }");
  HloInstruction* z = Find(other, "z");
  IrAccess::MutableOperands(a_)[0] = z;
  UseLists lists(*module_.entry_computation());
  EXPECT_EQ(Uses(lists, x_), "a1 b1 t2 ");
  EXPECT_FALSE(Node(z).has_users);
  lists.ReplaceOperand(a_, 0, y_);
  IrAccess::MutableOperands(a_)[0] = y_;
  EXPECT_EQ(Uses(lists, y_), "b0 a0 ");
}

}  // namespace hlo_text_v1::use_lists_test
