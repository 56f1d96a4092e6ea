#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/transform.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::outline_test {

using namespace internal;

class Outline : public testing::Test {
 protected:
  HloModule module_ = ReadModule(
      "HloModule m, is_scheduled=true\n"
      "ENTRY e {\n"
      "  x = f32[2] parameter(0)\n"
      "  y = f32[2] parameter(1)\n"
      "  multiply = f32[2] multiply(x, y), metadata={op_name=\"m\"}\n"
      "  negate = f32[2] negate(multiply)\n"
      "  late = f32[2] exponential(y)\n"
      "  add = f32[2] add(multiply, late), metadata={op_name=\"a\"}\n"
      "  abs = f32[2] abs(negate)\n"
      "  ROOT t = (f32[2], f32[2]) tuple(add, abs)\n"
      "}\n");
  HloComputation* entry_ = module_.entry_computation();
  HloInstruction* Get(std::string_view name) { return Find(module_, name); }
};

TEST_F(Outline, AValueIsOneParameterHoweverOftenItIsUsed) {
  HloModule module = ReadModule(
      "HloModule m\nENTRY e { x = f32[2] parameter(0) a = f32[2] add(x, x)\n"
      "  b = f32[2] multiply(a, x) ROOT n = f32[2] negate(b) }\n");
  const absl::StatusOr<HloInstruction*> call = OutlineExpressionFromComputation(
      {Find(module, "a"), Find(module, "b")}, "outlined", module.entry_computation());
  ExpectOk(call.status());
  EXPECT_EQ((*call)->operand_count(), 1);
  ExpectSound(module);
}

TEST_F(Outline, FusionWithTwoResults) {
  ExpectOk(CreateFusionInstruction({Get("multiply"), Get("add")}, FusionKind::kLoop).status());
  EXPECT_EQ(Text(module_),
            "HloModule m, is_scheduled=true, entry_computation_layout={(f32[2]{0}, f32[2]{0})->"
            "(f32[2]{0}, f32[2]{0})}\n\n"
            "%fused_computation (param_0: f32[2], param_1: f32[2], param_2: f32[2]) -> "
            "(f32[2], f32[2]) {\n"
            "  %param_0 = f32[2]{0} parameter(0)\n"
            "  %param_1 = f32[2]{0} parameter(1)\n"
            "  %multiply = f32[2]{0} multiply(%param_0, %param_1), metadata={op_name=\"m\"}\n"
            "  %param_2 = f32[2]{0} parameter(2)\n"
            "  %add = f32[2]{0} add(%multiply, %param_2), metadata={op_name=\"a\"}\n"
            "  ROOT %tuple = (f32[2]{0}, f32[2]{0}) tuple(%multiply, %add)\n"
            "}\n\n"
            "ENTRY %e (x: f32[2], y: f32[2]) -> (f32[2], f32[2]) {\n"
            "  %x = f32[2]{0} parameter(0)\n"
            "  %y = f32[2]{0} parameter(1)\n"
            "  %late = f32[2]{0} exponential(%y)\n"
            "  %fusion = (f32[2]{0}, f32[2]{0}) fusion(%x, %y, %late), kind=kLoop, "
            "calls=%fused_computation, metadata={op_name=\"a\"}\n"
            "  %get-tuple-element = f32[2]{0} get-tuple-element(%fusion), index=0\n"
            "  %get-tuple-element.1 = f32[2]{0} get-tuple-element(%fusion), index=1\n"
            "  %negate = f32[2]{0} negate(%get-tuple-element)\n"
            "  %abs = f32[2]{0} abs(%negate)\n"
            "  ROOT %t = (f32[2]{0}, f32[2]{0}) tuple(%get-tuple-element.1, %abs)\n"
            "}\n\n");
  ExpectSound(module_);
}

TEST_F(Outline, TheRoot) {
  const auto call = OutlineExpressionFromComputation({Get("t"), Get("add")}, "tail", entry_);
  ASSERT_TRUE(call.ok()) << call.status();
  EXPECT_EQ(entry_->root_instruction(), *call);
  EXPECT_EQ((*call)->operand_count(), 3);
  ExpectSound(module_);
}

TEST_F(Outline, Refuses) {
  const std::string before = Text(module_);
  const auto error = [&](absl::Span<HloInstruction* const> instructions) {
    return Message(CreateFusionInstruction(instructions, FusionKind::kLoop).status());
  };
  EXPECT_EQ(error({}), "there are no instructions to move");
  EXPECT_EQ(error({Get("x"), Get("multiply")}), "x is a parameter");
  EXPECT_EQ(error({Get("multiply"), Get("abs")}),
            "negate uses multiply and is needed by another instruction of the new computation");
  EXPECT_TRUE(AddControlDependency(Get("late"), Get("negate")).ok());
  EXPECT_EQ(error({Get("negate"), Get("abs")}),
            "the control dependency of negate on late would cross the border of the computation");
  EXPECT_TRUE(RemoveControlDependency(Get("late"), Get("negate")).ok());
  EXPECT_EQ(Text(module_), before);
  EXPECT_EQ(module_.computations().size(), 1u);
}

// A call would carry no chain.
TEST(OutlineAsync, ChainsThroughValues) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "ENTRY e {\n"
      "  x = f32[2] parameter(0)\n"
      "  s = ((f32[2]), f32[2]) negate-start(x)\n"
      "  t = (f32[2], ((f32[2]), f32[2])) tuple(x, s)\n"
      "  g = ((f32[2]), f32[2]) get-tuple-element(t), index=1\n"
      "  d = f32[2] negate-done(g)\n"
      "  ROOT a = f32[2] abs(d)\n"
      "}\n");
  const auto outline = [&](std::vector<const char*> names) {
    std::vector<HloInstruction*> list;
    for (const char* name : names) list.push_back(Find(module, name));
    return OutlineExpressionFromComputation(list, "f", module.entry_computation()).status();
  };
  EXPECT_EQ(Message(outline({"s"})),
            "the asynchronous operation of t would cross the border of the computation");
  EXPECT_EQ(Message(outline({"t"})),
            "the asynchronous operation of t would cross the border of the computation");
  EXPECT_EQ(Message(outline({"g", "d"})),
            "the asynchronous operation of g would cross the border of the computation");
  ExpectOk(outline({"s", "t", "g", "d"}));
  ExpectSound(module);
}

TEST(OutlineAsync, WholeOperations) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "ENTRY e {\n"
      "  x = f32[2] parameter(0)\n"
      "  n = f32[2] negate(x)\n"
      "  s = ((), (), s32[]) custom-call-start(), custom_call_target=\"f\", "
      "async_execution_thread=\"t\"\n"
      "  u = ((f32[2]), f32[2], s32[]) custom-call-update(s, n)\n"
      "  d = f32[2] custom-call-done(u)\n"
      "  copy = (f32[2], f32[2], u32[]) copy-start(d)\n"
      "  ROOT copied = f32[2] copy-done(copy)\n"
      "}\n");
  const auto outline = [&](std::vector<const char*> names) {
    std::vector<HloInstruction*> list;
    list.reserve(names.size());
    for (const char* name : names) list.push_back(Find(module, name));
    return OutlineExpressionFromComputation(list, "f", module.entry_computation()).status();
  };
  EXPECT_EQ(Message(outline({"s", "u"})),
            "the asynchronous operation of d would cross the border of the computation");
  EXPECT_EQ(Message(outline({"u", "d"})),
            "the asynchronous operation of u would cross the border of the computation");
  EXPECT_EQ(Message(outline({"copied"})),
            "the asynchronous operation of copied would cross the border of the computation");
  ExpectOk(outline({"n"}));  // an operand is not a link
  ExpectSound(module);
  ExpectOk(outline({"s", "u", "d"}));
  ExpectOk(outline({"copy", "copied"}));
  ExpectSound(module);
}

TEST(OutlineOnAThread, StaysThere) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "ENTRY e { x = f32[2] parameter(0) a = f32[2] abs(x) b = f32[2] negate(a)\n"
      "  ROOT c = f32[2] sine(b) }, execution_thread=\"side\"\n");
  HloComputation* entry = module.entry_computation();
  ExpectOk(CreateFusionInstruction({Find(module, "a")}, FusionKind::kLoop).status());
  ExpectOk(OutlineExpressionFromComputation({Find(module, "b")}, "f", entry).status());
  for (const HloComputation* computation : module.computations()) {
    EXPECT_EQ(computation->execution_thread(), "side");
  }
  ExpectSound(module);
}

TEST_F(Outline, ControlDependenciesInside) {
  EXPECT_TRUE(AddControlDependency(Get("negate"), Get("late")).ok());
  const auto call = OutlineExpressionFromComputation(
      {Get("late"), Get("negate"), Get("abs"), Get("add"), Get("multiply")}, "all", entry_);
  ASSERT_TRUE(call.ok()) << call.status();
  EXPECT_EQ(Get("late")->control_predecessors()[0], Get("negate"));
  ExpectSound(module_);
  ExpectOk(InlineCall(*call).status());
  RemoveUnusedComputations(&module_).IgnoreError();
  ExpectSound(module_);
}

}  // namespace hlo_text_v1::outline_test
