// The places of instructions that are added to a scheduled computation, and its order.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/transform.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::derived_data_test {

using namespace internal;

class Schedule : public testing::Test {
 protected:
  HloModule module_ = ModuleOf(
      "HloModule m, is_scheduled=true\n"
      "ENTRY e {\n"
      "  x = f32[2] parameter(0)\n"
      "  a = f32[2] abs(x)\n"
      "  b = f32[2] negate(a)\n"
      "  c = f32[2] cosine(b)\n"
      "  ROOT r = f32[2] sine(c)\n"
      "}\n");
  HloComputation* entry_ = module_.entry_computation();
  HloBuilder builder_{entry_};

  HloInstruction* Get(std::string_view name) { return Find(module_, name); }
  std::string Order() const {
    std::string order;
    for (const HloInstruction* i : entry_->instructions()) {
      order += (order.empty() ? "" : " ") + std::string(i->name());
    }
    return order;
  }
};

TEST_F(Schedule, BeforeTheRoot) {
  builder_.AddUnary(HloOpcode::kExp, Get("a"), "new");
  EXPECT_EQ(Order(), "x a b c new r");
  ExpectSound(module_);
}

TEST_F(Schedule, BehindTheRootIfItUsesIt) {
  HloInstruction* made = builder_.AddUnary(HloOpcode::kExp, Get("r"), "new");
  EXPECT_EQ(Order(), "x a b c r new");
  EXPECT_TRUE(SetRoot(entry_, made).ok());
  builder_.AddUnary(HloOpcode::kExp, Get("r"), "newer");
  EXPECT_EQ(Order(), "x a b c r newer new");
  ExpectSound(module_);
}

TEST_F(Schedule, FirstUserDecides) {
  HloInstruction* one = builder_.AddUnary(HloOpcode::kExp, Get("x"), "one");
  HloInstruction* two = builder_.AddBinary(HloOpcode::kAdd, one, one, "two");
  EXPECT_EQ(Order(), "x a b c one two r");
  ExpectOk(ReplaceOperandWith(Get("c"), 0, two));
  EXPECT_EQ(Order(), "x a b one two c r");
  ExpectSound(module_);
  // A later user changes nothing, an earlier one does.
  ExpectOk(ReplaceOperandWith(Get("r"), 0, one));
  EXPECT_EQ(Order(), "x a b one two c r");
  ExpectOk(ReplaceOperandWith(Get("b"), 0, one));
  EXPECT_EQ(Order(), "x a one b two c r");
  ExpectSound(module_);
}

TEST_F(Schedule, ReplacingAllUses) {
  HloInstruction* made = builder_.AddUnary(HloOpcode::kExp, Get("x"), "new");
  ExpectOk(ReplaceInstruction(Get("a"), made));
  EXPECT_EQ(Order(), "x new b c r");
  ExpectSound(module_);
}

TEST_F(Schedule, ReplacingWithNew) {
  const absl::StatusOr<HloInstruction*> made =
      ReplaceWithNewInstruction(Get("b"), HloOpcode::kExp, nullptr, {Get("a")});
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(Order(), "x a exponential c r");
  EXPECT_EQ(Get("c")->operand(0), *made);
  ExpectSound(module_);
}

// A parameter stays, so its replacement may use it.
TEST_F(Schedule, ReplacingAParameterWithAUserOfIt) {
  const absl::StatusOr<HloInstruction*> made =
      ReplaceWithNewInstruction(Get("x"), HloOpcode::kExp, nullptr, {Get("x")});
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(Order(), "x exponential a b c r");
  EXPECT_EQ(Get("a")->operand(0), *made);
  ExpectSound(module_);
}

// A replacement that does not stand between them cannot take over control dependencies.
TEST_F(Schedule, ReplacingWithAnEarlierOne) {
  EXPECT_TRUE(AddControlDependency(Get("b"), Get("c")).ok());
  EXPECT_TRUE(AddControlDependency(Get("c"), Get("r")).ok());
  ExpectOk(ReplaceInstruction(Get("c"), Get("a")));
  EXPECT_EQ(Order(), "x a b r");
  EXPECT_THAT(Get("a")->control_predecessors(), testing::IsEmpty());
  EXPECT_THAT(Get("r")->control_predecessors(), testing::ElementsAre(Get("b")));
  ExpectSound(module_);
}

TEST_F(Schedule, ReplacingWithALaterOne) {
  HloInstruction* d = builder_.AddUnary(HloOpcode::kExp, Get("x"), "d");
  EXPECT_TRUE(MoveBefore(d, Get("a")).ok());
  EXPECT_TRUE(AddControlDependency(Get("x"), d).ok());
  EXPECT_TRUE(AddControlDependency(d, Get("b")).ok());
  ExpectOk(ReplaceInstruction(d, Get("c")));
  EXPECT_EQ(Order(), "x a b c r");
  EXPECT_THAT(Get("b")->control_predecessors(), testing::ElementsAre(Get("x")));
  EXPECT_THAT(Get("c")->control_predecessors(), testing::IsEmpty());
  ExpectSound(module_);
}

// An instruction without a place goes where its dependencies require.
TEST_F(Schedule, ReplacingRelaysToOneWithoutPlace) {
  EXPECT_TRUE(AddControlDependency(Get("a"), Get("b")).ok());
  EXPECT_TRUE(AddControlDependency(Get("b"), Get("c")).ok());
  HloInstruction* made = builder_.AddUnary(HloOpcode::kExp, Get("x"), "new");
  ExpectOk(ReplaceInstruction(Get("b"), made));
  EXPECT_EQ(Order(), "x a new c r");
  EXPECT_THAT(made->control_predecessors(), testing::ElementsAre(Get("a")));
  EXPECT_THAT(Get("c")->control_predecessors(), testing::ElementsAre(made));
  ExpectSound(module_);
}

// ... unless it uses something that comes too late.
// The instruction that must come before c cannot come before the early one, since it uses b.
TEST_F(Schedule, ReplacingWithOneThatComesTooEarlyForAPredecessor) {
  HloInstruction* sine = builder_.AddUnary(HloOpcode::kSin, Get("b"), "sine");
  HloInstruction* late = builder_.AddUnary(HloOpcode::kNegate, sine, "late");
  EXPECT_TRUE(AddControlDependency(late, Get("c")).ok());
  EXPECT_TRUE(AddControlDependency(Get("c"), Get("r")).ok());
  builder_.SetInsertionPoint(Get("a"));
  HloInstruction* early = builder_.AddUnary(HloOpcode::kExp, Get("x"), "early");
  ExpectOk(ReplaceInstruction(Get("c"), early));
  EXPECT_EQ(Order(), "x early a b sine late r");
  EXPECT_THAT(early->control_predecessors(), testing::IsEmpty());
  EXPECT_THAT(Get("r")->control_predecessors(), testing::ElementsAre(late));
  ExpectSound(module_);
}

TEST_F(Schedule, ReplacingWithOneThatComesTooLate) {
  HloInstruction* d = builder_.AddUnary(HloOpcode::kExp, Get("x"), "d");
  EXPECT_TRUE(MoveBefore(d, Get("b")).ok());
  EXPECT_TRUE(AddControlDependency(d, Get("b")).ok());
  HloInstruction* made = builder_.AddUnary(HloOpcode::kExp, Get("c"), "new");
  ExpectOk(ReplaceInstruction(d, made));
  EXPECT_THAT(Get("b")->control_predecessors(), testing::IsEmpty());
  ExpectSound(module_);
}

TEST_F(Schedule, ReplacingWithNewOfAnotherShape) {
  const std::string before = Text(module_);
  EXPECT_FALSE(ReplaceWithNewInstruction(Get("b"), HloOpcode::kTuple, nullptr, {Get("a")}).ok());
  EXPECT_FALSE(ReplaceWithNewInstruction(Get("b"), HloOpcode::kAdd, nullptr, {Get("a")}).ok());
  EXPECT_EQ(Text(module_), before);
}

TEST_F(Schedule, InsertionPoints) {
  builder_.SetInsertionPointAfter(Get("a"));
  HloInstruction* one = builder_.AddUnary(HloOpcode::kExp, Get("a"), "one");
  builder_.AddUnary(HloOpcode::kExp, one, "two");
  builder_.SetInsertionPoint(Get("c"));
  builder_.AddUnary(HloOpcode::kExp, Get("b"), "three");
  builder_.AddUnary(HloOpcode::kExp, Get("b"), "four");
  EXPECT_EQ(Order(), "x a one two b three four c r");
  // They have a place: users do not move them.
  builder_.SetInsertionPoint(nullptr);
  builder_.AddUnary(HloOpcode::kExp, Get("four"), "five");
  EXPECT_EQ(Order(), "x a one two b three four c five r");
  ExpectSound(module_);
}

TEST_F(Schedule, ClonesArePlaced) {
  const absl::StatusOr<HloInstruction*> clone = CloneWithNewOperands(Get("b"), nullptr, {Get("x")});
  ASSERT_TRUE(clone.ok()) << clone.status();
  EXPECT_EQ(Order(), "x a b c b.clone r");
  ExpectOk(ReplaceUseWith(Get("b"), Get("c"), *clone));
  EXPECT_EQ(Order(), "x a b b.clone c r");
  ExpectSound(module_);
}

TEST_F(Schedule, SetOperandsPlaces) {
  HloInstruction* made = builder_.AddUnary(HloOpcode::kExp, Get("x"), "new");
  EXPECT_TRUE(SetOperands(Get("b"), {made}).ok());
  EXPECT_EQ(Order(), "x a new b c r");
  ExpectSound(module_);
}

// Not scheduled: the order is that of creation.
TEST(Unscheduled, AtTheEnd) {
  HloModule module = ModuleOf("ENTRY e { x = f32[] parameter(0) ROOT r = f32[] sine(x) }");
  HloBuilder builder(module.entry_computation());
  HloInstruction* made = builder.AddUnary(HloOpcode::kExp, Find(module, "x"));
  EXPECT_EQ(made->next(), nullptr);
  ExpectSound(module);
}

TEST_F(Schedule, SetSequence) {
  HloInstruction* d = builder_.AddUnary(HloOpcode::kExp, Get("x"), "d");
  std::vector<HloInstruction*> sequence;
  for (const char* name : {"x", "d", "a", "b", "c", "r"}) sequence.push_back(Get(name));
  ExpectOk(SetSequence(entry_, sequence));
  EXPECT_EQ(Order(), "x d a b c r");
  EXPECT_EQ(CurrentUsers(*Get("x")).size(), 2u);
  ExpectSound(module_);
  sequence[1] = Get("a");
  EXPECT_EQ(Message(SetSequence(entry_, sequence)), "the sequence of computation e has a twice");
  sequence.erase(sequence.begin() + 1);
  EXPECT_EQ(Message(SetSequence(entry_, sequence)), "the sequence of computation e lacks d");
  EXPECT_EQ(Order(), "x d a b c r");
  // The verifier rejects an order that is not a schedule.
  sequence.push_back(d);
  std::swap(sequence[0], sequence[1]);
  ExpectOk(SetSequence(entry_, sequence));
  EXPECT_FALSE(Verify(module_).empty());
}

TEST_F(Schedule, ReplaceUseWith) {
  ExpectOk(ReplaceUseWith(Get("a"), Get("b"), Get("x")));
  EXPECT_EQ(Get("b")->operand(0), Get("x"));
  EXPECT_FALSE(HasUsers(*Get("a")));
  EXPECT_EQ(Message(ReplaceUseWith(Get("a"), Get("b"), Get("x"))), "b does not use a");
  ExpectSound(module_);
}

// ---- Lists that were not schedules.

// Adds an instruction at the end of the list and lets an earlier one use it.
void UseALaterOne(HloInstruction* replaced) {
  HloBuilder builder(replaced->parent());
  HloInstruction* late = builder.AddUnary(HloOpcode::kSin, replaced->parent()->parameters()[0]);
  ExpectOk(ReplaceInstruction(replaced, late));
}

HloModule Fused() {
  HloModule module = ReadModule(
      "HloModule m, is_scheduled=true\n"
      "f { x = f32[] parameter(0) a = f32[] abs(x) ROOT r = f32[] negate(a) }\n"
      "g { y = f32[] parameter(0) ROOT s = f32[] negate(y) }\n"
      "ENTRY e { p = f32[] parameter(0) u = f32[] fusion(p), kind=kLoop, calls=f\n"
      "  ROOT q = f32[] cosine(p) }\n");
  UseALaterOne(Find(module, "a"));
  ExpectSound(module);
  return module;
}

TEST(BecomesASchedule, WhatNoFusionCallsAnyMore) {
  HloModule module = Fused();
  ExpectOk(RemoveInstruction(Find(module, "u")));
  ExpectSound(module);
}

TEST(BecomesASchedule, WhatTheOnlyFusionDoesNotCallAnyMore) {
  HloModule module = Fused();
  ExpectOk(SetAttribute(Find(module, "u"),
                        MakeAttribute<AttributeKind::kCalls>(FindComputation(module, "g"))));
  ExpectSound(module);
}

TEST(BecomesASchedule, WhatAComputationWithTheFusionCalled) {
  HloModule module = Fused();
  CloneComputation(*module.entry_computation(), &module);
  ExpectOk(RemoveInstruction(Find(module, "u")));
  ExpectOk(RemoveComputation(FindComputation(module, "e.clone")));
  EXPECT_FALSE(FindComputation(module, "f.clone")->is_fusion_computation());
  ExpectSound(module);
}

TEST(BecomesASchedule, ACloneOfAFusedComputation) {
  HloModule module = Fused();
  CloneComputation(*FindComputation(module, "f"), &module);
  ExpectSound(module);
}

TEST(BecomesASchedule, ACloneFromAModuleWithoutOne) {
  HloModule from = ReadModule(
      "HloModule m\nENTRY e { x = f32[] parameter(0) a = f32[] abs(x) ROOT r = f32[] negate(a) }");
  UseALaterOne(Find(from, "a"));
  HloModule module = Fused();
  CloneComputation(*from.entry_computation(), &module);
  ExpectSound(module);
}

TEST(BecomesASchedule, AModule) {
  HloModule module = ReadModule(
      "HloModule m\nENTRY e { x = f32[] parameter(0) a = f32[] abs(x) ROOT r = f32[] negate(a) }");
  UseALaterOne(Find(module, "a"));
  HloModuleConfig config = module.config();
  config.is_scheduled = true;
  EXPECT_TRUE(SetConfig(&module, config).ok());
  ExpectSound(module);
}

TEST(BecomesASchedule, ANewComputation) {
  HloModule module = Fused();
  HloBuilder builder(&module, "new");
  HloInstruction* x = builder.AddParameter(module.shapes().Scalar(PrimitiveType::kF32));
  HloInstruction* abs = builder.AddUnary(HloOpcode::kAbs, x);
  HloInstruction* root = builder.AddUnary(HloOpcode::kNegate, abs);
  UseALaterOne(abs);
  ExpectOk(builder.Build(root).status());
  ExpectSound(module);
}

}  // namespace hlo_text_v1::derived_data_test
