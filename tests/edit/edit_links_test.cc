// Operands, uses and control dependencies.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/print_values.h"
#include "hlo/verify.h"
#include "src/ir/module_state.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::edit_links_test {

using namespace internal;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using EditLinks = EditTest;

TEST_F(EditLinks, Users) {
  EXPECT_THAT(UsersOf("a"), ElementsAre("b", "c"));
  EXPECT_THAT(UsersOf("t"), IsEmpty());
  EXPECT_THAT(Names(CurrentControlSuccessors(*Get("b"))), ElementsAre("c"));
  EXPECT_THAT(CurrentControlSuccessors(*Get("a")), IsEmpty());
}

TEST_F(EditLinks, ReplaceAllUses) {
  ExpectOk(ReplaceAllUsesWith(Get("a"), Get("y")));
  EXPECT_FALSE(Node(Get("a")).has_users);
  EXPECT_THAT(UsersOf("a"), IsEmpty());
  EXPECT_THAT(UsersOf("y"), ElementsAre("a", "b", "c"));
  EXPECT_EQ(Get("b")->operand(1), Get("y"));
  ExpectSound(module_);
}

TEST_F(EditLinks, ReplaceAllUsesButByItself) {
  HloBuilder builder(module_.entry_computation());
  HloInstruction* copy = builder.AddUnary(HloOpcode::kCopy, Get("a"));
  ExpectOk(ReplaceAllUsesWith(Get("a"), copy));
  EXPECT_THAT(UsersOf("a"), ElementsAre("copy"));
  EXPECT_THAT(UsersOf("copy"), ElementsAre("b", "c"));
  ExpectSound(module_);
  ExpectOk(ReplaceInstruction(Get("b"), Get("b")->operand(0)));
  ExpectSound(module_);
}

TEST_F(EditLinks, ReplaceOfAnotherShape) {
  const std::string before = Text(module_);
  EXPECT_EQ(Message(ReplaceAllUsesWith(Get("a"), Get("s"))),
            "The shape f32[] of s is not compatible with that of a, which it is to replace: "
            "f32[2,2]");
  EXPECT_FALSE(ReplaceOperandWith(Get("b"), 0, Get("s")).ok());
  EXPECT_FALSE(ReplaceInstruction(Get("a"), Get("s")).ok());
  EXPECT_EQ(Text(module_), before);
  EXPECT_TRUE(ReplaceOperandWithDifferentShape(Get("b"), 0, Get("s")).ok());
  EXPECT_THAT(UsersOf("s"), ElementsAre("b"));
  EXPECT_THAT(UsersOf("a"), ElementsAre("b", "c"));
}

TEST_F(EditLinks, ReplaceTheRoot) {
  EXPECT_TRUE(ReplaceAllUsesWithDifferentShape(Get("t"), Get("b")).ok());
  EXPECT_TRUE(Get("b")->IsRoot());
  EXPECT_EQ(PrintShape(*module_.config().entry_computation_layout.result), "f32[2,2]{1,0}");
  // Attributes that still fit stay.
  EXPECT_EQ(PrintShape(*module_.config().entry_computation_layout.parameters[0]), "f32[2,2]{0,1}");
  ExpectSound(module_);
}

TEST_F(EditLinks, SetOperands) {
  EXPECT_TRUE(SetOperands(Get("t"), {Get("x"), Get("x"), Get("y")}).ok());
  EXPECT_TRUE(SetShape(Get("t"), module_.shapes().Tuple(
                                     {&Get("x")->shape(), &Get("x")->shape(), &Get("y")->shape()}))
                  .ok());
  EXPECT_THAT(UsersOf("x"), ElementsAre("a", "t"));
  EXPECT_THAT(UsersOf("c"), IsEmpty());
  EXPECT_FALSE(Node(Get("c")).has_users);
  ExpectSound(module_);
}

TEST_F(EditLinks, ControlDependencies) {
  EXPECT_TRUE(AddControlDependency(Get("y"), Get("c")).ok());
  EXPECT_TRUE(AddControlDependency(Get("b"), Get("c")).ok());  // exists already
  EXPECT_TRUE(AddControlDependency(Get("c"), Get("s")).ok());
  EXPECT_EQ(PrintHloInstruction(*Get("c")),
            "%c = f32[2,2]{1,0} negate(%a), control-predecessors={%b, %y}");
  EXPECT_THAT(Names(CurrentControlSuccessors(*Get("y"))), ElementsAre("c"));
  EXPECT_THAT(Names(CurrentControlSuccessors(*Get("c"))), ElementsAre("s"));
  ExpectSound(module_);
  EXPECT_TRUE(RemoveControlDependency(Get("b"), Get("c")).ok());
  EXPECT_TRUE(RemoveControlDependency(Get("b"), Get("c")).ok());  // removed already
  EXPECT_THAT(CurrentControlSuccessors(*Get("b")), IsEmpty());
  EXPECT_TRUE(DropAllControlDependencies(Get("c")).ok());
  EXPECT_EQ(PrintHloInstruction(*Get("c")), "%c = f32[2,2]{1,0} negate(%a)");
  EXPECT_EQ(PrintHloInstruction(*Get("s")), "%s = f32[] constant(1)");
  ExpectSound(module_);
}

// An instruction without users that must run after another prints once.
TEST_F(EditLinks, ControlPredecessorThatIsCreatedLater) {
  EXPECT_TRUE(AddControlDependency(Get("s"), Get("a")).ok());
  EXPECT_TRUE(AddControlDependency(Get("t"), Get("s")).ok());  // a cycle: t, s, a, b, t
  EXPECT_EQ(PrintOrder(*module_.entry_computation()).size(), 7u);
  EXPECT_FALSE(Verify(module_).empty());
  EXPECT_TRUE(RemoveControlDependency(Get("t"), Get("s")).ok());
  ExpectSound(module_);
}

TEST(EditLinksOf, ListsOfUsesStayRight) {
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "main");
  builder.AddParameter(module.shapes().Scalar(PrimitiveType::kF32));
  builder.AddUnary(HloOpcode::kNegate, builder.computation()->parameters()[0]);
  HloComputation* entry = *builder.BuildEntry();
  HloBuilder more(entry);
  std::mt19937 random(7);
  for (int step = 0; step < 3000; ++step) {
    // In an order with operands first.
    std::vector<HloInstruction*> all = PrintOrder(*entry);
    const auto pick = [&](size_t below) { return all[random() % below]; };
    HloInstruction* one = pick(all.size());
    const size_t place = static_cast<size_t>(std::find(all.begin(), all.end(), one) - all.begin());
    switch (random() % 5) {
      case 0:
      case 1:
        more.AddBinary(HloOpcode::kAdd, one, pick(all.size()));
        break;
      case 2:
        (void)RemoveInstruction(one).ok();
        break;
      case 3:
        if (place > 0) ExpectOk(ReplaceAllUsesWithDifferentShape(one, pick(place)));
        break;
      default:
        if (one->operand_count() > 0) ExpectOk(ReplaceOperandWith(one, 0, pick(place)));
        break;
    }
    if (step % 100 != 0) continue;
    for (HloInstruction* instruction : entry->instructions()) {
      std::vector<HloInstruction*> users;
      for (HloInstruction* user : entry->instructions()) {
        const auto operands = user->operands();
        if (std::find(operands.begin(), operands.end(), instruction) != operands.end()) {
          users.push_back(user);
        }
      }
      ASSERT_EQ(Node(instruction).has_users, !users.empty());
      ASSERT_THAT(CurrentUsers(*instruction), ::testing::UnorderedElementsAreArray(users));
    }
  }
  ExpectSound(module);
}

TEST(EditLinksInPart, SomeUsesAndCopiedControl) {
  HloModule module = ReadModule(R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  a = f32[] add(x, x)
  b = f32[] negate(x)
  p = f32[] abs(y), control-predecessors={a}
  q = f32[] abs(y), control-predecessors={p}
  ROOT t = (f32[], f32[], f32[]) tuple(a, b, q)
})");
  const auto get = [&](std::string_view name) { return Find(module, name); };
  const absl::StatusOr<int64_t> replaced = ReplaceAllUsesWithIf(
      get("x"), get("y"),
      [&](const MutableHloUse& use) { return use.user == get("b") || use.operand_number == 1; });
  ASSERT_TRUE(replaced.ok());
  EXPECT_EQ(*replaced, 2);
  EXPECT_EQ(get("a")->operand(0), get("x"));
  EXPECT_EQ(get("a")->operand(1), get("y"));
  EXPECT_EQ(get("b")->operand(0), get("y"));
  EXPECT_FALSE(
      ReplaceAllUsesWithIf(get("x"), get("t"), [](const MutableHloUse&) { return true; }).ok());
  ExpectOk(CopyAllControlDependencies(get("p"), get("b")));
  EXPECT_THAT(Names(CurrentControlSuccessors(*get("b"))), ElementsAre("q"));
  EXPECT_THAT(Names(CurrentControlSuccessors(*get("a"))), ElementsAre("p", "b"));
  ExpectOk(CopyAllControlDependencies(get("p"), get("q")));  // not on itself
  EXPECT_THAT(Names(CurrentControlSuccessors(*get("a"))), ElementsAre("p", "b", "q"));
  ExpectSound(module);
}

}  // namespace hlo_text_v1::edit_links_test
