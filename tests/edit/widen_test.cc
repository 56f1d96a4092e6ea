#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/evaluate.h"
#include "hlo/print_values.h"
#include "hlo/transform.h"
#include "tests/edit/edit_test_util.h"
#include "tests/support/read.h"

namespace hlo_text_v1::widen_test {

using ::testing::HasSubstr;
using ::testing::SizeIs;

// 3 turns that double x; `root` ends the body, `end` the entry computation.
std::string Loop(const std::string& root, const std::string& end) {
  return R"(HloModule m, is_scheduled=true
body {
  p = (s32[], s32[]) parameter(0)
  i = s32[] get-tuple-element(p), index=0
  x = s32[] get-tuple-element(p), index=1
  one = s32[] constant(1)
  next = s32[] add(i, one)
  twice = s32[] add(x, x)
)" + root +
         R"(}
condition {
  q = (s32[], s32[]) parameter(0)
  j = s32[] get-tuple-element(q), index=0
  three = s32[] constant(3)
  ROOT less = pred[] compare(j, three), direction=LT
}
ENTRY e {
  zero = s32[] constant(0)
  x0 = s32[] constant(5)
  y = s32[] constant(7)
  init = (s32[], s32[]) tuple(zero, x0)
  loop = (s32[], s32[]) while(init), condition=condition, body=body
)" + end +
         "}\n";
}

constexpr char kRoot[] = "  ROOT state = (s32[], s32[]) tuple(next, twice)\n";
constexpr char kEnd[] = "  ROOT result = s32[] get-tuple-element(loop), index=1\n";

std::string Value(const HloModule& module) {
  Arena arena;
  const absl::StatusOr<Literal> result = Evaluate(module, {}, &arena);
  return result.ok() ? PrintLiteral(*result) : std::string(result.status().message());
}

TEST(WidenWhile, KeepsTheProgramWhateverUsesTheState) {
  const std::string roots[] = {kRoot,
                               "  state = (s32[], s32[]) tuple(next, twice)\n"
                               "  ROOT same = (s32[], s32[]) opt-barrier(state)\n",
                               "  whole = (s32[], s32[]) opt-barrier(p)\n"
                               "  w = s32[] get-tuple-element(whole), index=1\n"
                               "  sum = s32[] add(w, x)\n"
                               "  ROOT state = (s32[], s32[]) tuple(next, sum)\n"};
  const std::string ends[] = {kEnd, "  ROOT b = (s32[], s32[]) opt-barrier(loop)\n"};
  for (const std::string& root : roots) {
    for (const std::string& end : ends) {
      HloModule module = ReadModule(Loop(root, end));
      SCOPED_TRACE(PrintWithConstants(module));
      const std::string before = Value(module);
      EXPECT_THAT(before, HasSubstr("40"));
      const absl::StatusOr<WidenedWhile> widened =
          WidenWhile(Find(module, "loop"), {Find(module, "y"), Find(module, "x0")});
      ExpectOk(widened.status());
      ASSERT_TRUE(widened.ok());
      EXPECT_THAT(widened->in_body, SizeIs(2));
      EXPECT_THAT(widened->in_condition, SizeIs(2));
      EXPECT_THAT(widened->results, SizeIs(2));
      EXPECT_EQ(Find(module, "loop")->shape().tuple_shapes().size(), 4u);
      ExpectSound(module);
      EXPECT_EQ(Value(module), before);
      // The carried value is there.
      HloComputation* entry = module.entry_computation();
      ExpectOk(SetRoot(entry, widened->results[0]));
      EXPECT_EQ(Value(module), "7");
    }
  }
}

TEST(WidenWhile, OfALoopThatIsTheRoot) {
  HloModule module = ReadModule(Loop(kRoot, ""));
  ASSERT_TRUE(module.entry_computation()->root_instruction() == Find(module, "loop"));
  const std::string before = Value(module);
  ExpectOk(WidenWhile(Find(module, "loop"), {Find(module, "y")}).status());
  ExpectSound(module);
  EXPECT_EQ(Value(module), before);
}

TEST(WidenWhile, DropsTheOriginOfTheOldState) {
  std::string text = Loop(kRoot, kEnd);
  const std::string body = ", body=body";
  text.insert(text.find(body) + body.size(), ", origin={({\"w\" {0}}, {\"w\" {1}})}");
  HloModule module = ReadModule(text);
  ExpectOk(WidenWhile(Find(module, "loop"), {Find(module, "y")}).status());
  ExpectSound(module);
}

TEST(WidenWhile, Refuses) {
  HloModule module = ReadModule(Loop(kRoot, kEnd));
  EXPECT_EQ(Message(WidenWhile(Find(module, "y"), {}).status()), "y is not a while over a tuple");
  HloInstruction* loop = Find(module, "loop");
  HloBuilder builder(module.entry_computation());
  builder.AddWhile(loop->while_condition(), loop->while_body(), loop->operand(0));
  ExpectOk(builder.status());
  EXPECT_THAT(Message(WidenWhile(loop, {Find(module, "y")}).status()),
              HasSubstr("has other callers"));
  ExpectSound(module);
}

// ---- Calls, fusions, conditionals.

// `root` ends the computations.
std::string Callers(const std::string& root) {
  std::string text = "HloModule m, is_scheduled=true\n";
  for (const char* name : {"f", "g", "yes", "no"}) {
    text += StrCat(name, " {\n  p = s32[] parameter(0)\n  n = s32[] negate(p)\n",
                   "  twice = s32[] add(p, p)\n", root, "}\n");
  }
  const std::string shape = root.find("tuple") == std::string::npos ? "s32[]" : "(s32[], s32[])";
  return text + "ENTRY e {\n  x = s32[] constant(5)\n  y = s32[] constant(7)\n" + "  c = " + shape +
         " call(x), to_apply=f\n" + "  fused = " + shape + " fusion(x), kind=kLoop, calls=g\n" +
         "  z = pred[] constant(true)\n" + "  if = " + shape +
         " conditional(z, x, y), true_computation=yes, " + "false_computation=no\n" +
         "  ROOT all = (" + shape + ", " + shape + ", " + shape + ") tuple(c, fused, if)\n}\n";
}

TEST(WidenCaller, KeepsTheProgramAndHandsOn) {
  for (const char* root :
       {"  ROOT r = s32[] multiply(n, twice)\n", "  ROOT r = (s32[], s32[]) tuple(n, twice)\n"}) {
    for (const char* name : {"c", "fused", "if"}) {
      HloModule module = ReadModule(Callers(root));
      SCOPED_TRACE(name);
      const std::string before = Value(module);
      EXPECT_THAT(before, HasSubstr("-5"));
      HloInstruction* caller = Find(module, name);
      const auto inside = WidenOperands(caller, {Find(module, "y")});
      ASSERT_TRUE(inside.ok()) << inside.status();
      const auto results = WidenResults(caller, *inside);
      ASSERT_TRUE(results.ok()) << results.status();
      ExpectSound(module);
      EXPECT_EQ(Value(module), before);
      ExpectOk(SetRoot(module.entry_computation(), (*results)[0]));
      EXPECT_EQ(Value(module), "7");
    }
  }
}

TEST(WidenCaller, Refuses) {
  HloModule module = ReadModule(Callers("  ROOT r = s32[] multiply(n, twice)\n"));
  const std::string before = Text(module);
  HloInstruction* x = Find(module, "x");
  HloInstruction* conditional = Find(module, "if");
  EXPECT_EQ(Message(WidenOperands(x, {x}).status()), "x is not a call, fusion or conditional");
  EXPECT_EQ(Message(WidenResults(conditional, {}).status()),
            "a list for each called computation is needed");
  std::vector<std::vector<HloInstruction*>> roots;
  conditional->ForEachCalledComputation(
      [&](HloComputation* branch) { roots.push_back({branch->root_instruction()}); });
  roots[1].clear();
  EXPECT_EQ(Message(WidenResults(conditional, roots).status()),
            "the results of the branches do not have the same shapes");
  EXPECT_EQ(Text(module), before);
  HloInstruction* call = Find(module, "c");
  HloBuilder builder(module.entry_computation());
  builder.AddCall({x}, call->to_apply());
  EXPECT_EQ(Message(WidenOperands(call, {x}).status()), "f has other callers");
}

}  // namespace hlo_text_v1::widen_test
