// InlineCall and FlattenCallGraph.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "hlo/builder.h"
#include "hlo/call_graph.h"
#include "hlo/edit.h"
#include "hlo/transform.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::inline_call_test {

using namespace internal;

using ::testing::ElementsAre;

TEST(InlineCall, ControlDependencies) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "f { p = f32[] parameter(0)  fa = f32[] abs(p)  fb = f32[] negate(p)\n"
      "    ROOT fc = f32[] add(fa, fb) }\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  before = f32[] cosine(x)\n"
      "  call = f32[] call(x), to_apply=f, control-predecessors={before}\n"
      "  after = f32[] sine(x), control-predecessors={call}\n"
      "  ROOT t = (f32[], f32[], f32[]) tuple(call, after, before)\n"
      "}\n");
  const auto result = InlineCall(Find(module, "call"));
  ASSERT_TRUE(result.ok()) << result.status();
  RemoveUnusedComputations(&module).IgnoreError();
  EXPECT_EQ((*result)->name(), "fc.1");
  for (const char* name : {"fa.1", "fb.1"}) {
    ASSERT_EQ(Find(module, name)->control_predecessors().size(), 1u);
    EXPECT_EQ(Find(module, name)->control_predecessors()[0], Find(module, "before"));
  }
  EXPECT_EQ(Find(module, "after")->control_predecessors()[0], *result);
  ExpectSound(module);
}

// XLA's inliner, too, makes the operand the predecessor.
TEST(InlineCall, DependenciesOnParameters) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "f { z = f32[] parameter(0)  y = f32[] parameter(1)\n"
      "    n = f32[] custom-call(z), custom_call_target=\"second\",\n"
      "      custom_call_has_side_effect=true, control-predecessors={y}\n"
      "    ROOT r = f32[] negate(n) }\n"
      "ENTRY e {\n"
      "  a = f32[] parameter(0)\n"
      "  b = f32[] custom-call(a), custom_call_target=\"first\", "
      "custom_call_has_side_effect=true\n"
      "  ROOT c = f32[] call(a, b), to_apply=f\n"
      "}\n");
  ExpectOk(InlineCall(Find(module, "c")).status());
  EXPECT_THAT(Find(module, "n.1")->control_predecessors(), ElementsAre(Find(module, "b")));
  EXPECT_THAT(CurrentControlSuccessors(*Find(module, "b")), ElementsAre(Find(module, "n.1")));
  ExpectSound(module);
}

// The operands may come before the call; users of the parameters must wait.
TEST(InlineCall, DependenciesOfParameters) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "f { x = f32[] parameter(0)  n = f32[] sine(x)\n"
      "    y = f32[] parameter(1), control-predecessors={n}\n"
      "    z = f32[] parameter(2), control-predecessors={y, n}\n"
      "    u = f32[] abs(y)  v = f32[] add(z, z)  w = f32[] cosine(x), control-predecessors={z}\n"
      "    ROOT t = (f32[], f32[], f32[]) tuple(u, v, w) }\n"
      "ENTRY e {\n"
      "  a = f32[] parameter(0)\n"
      "  b = f32[] negate(a)\n"
      "  c = f32[] exponential(a)\n"
      "  ROOT call = (f32[], f32[], f32[]) call(a, b, c), to_apply=f\n"
      "}\n");
  ExpectOk(InlineCall(Find(module, "call")).status());
  const auto before = [&](std::string_view name) {
    return Find(module, name)->control_predecessors();
  };
  HloInstruction* const b = Find(module, "b");
  HloInstruction* const c = Find(module, "c");
  HloInstruction* const n = Find(module, "n.1");
  EXPECT_THAT(before("u.1"), ElementsAre(n));
  EXPECT_THAT(before("v.1"), ElementsAre(b, n));
  EXPECT_THAT(before("w.1"), ElementsAre(c, b, n));
  EXPECT_THAT(CurrentControlSuccessors(*b), ElementsAre(Find(module, "v.1"), Find(module, "w.1")));
  ExpectSound(module);
}

// Users of the call wait if nothing else does.
TEST(InlineCall, DependenciesOfAParameterThatIsTheRoot) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "f { x = f32[] parameter(0)  n = f32[] sine(x)\n"
      "    ROOT y = f32[] parameter(1), control-predecessors={n} }\n"
      "ENTRY e {\n"
      "  a = f32[] parameter(0)\n"
      "  call = f32[] call(a, a), to_apply=f\n"
      "  ROOT s = f32[] cosine(call)\n"
      "}\n");
  ExpectOk(InlineCall(Find(module, "call")).status());
  EXPECT_THAT(Find(module, "s")->control_predecessors(), ElementsAre(Find(module, "n.1")));
  ExpectSound(module);
}

// Quadratic, the lists of control predecessors of 4000 effects would take 64 MB.
TEST(InlineCall, ManyEffects) {
  std::string text = "HloModule m\nf { z = f32[] parameter(0)\n";
  for (int i = 0; i < 4000; ++i) {
    text += "  e" + std::to_string(i) +
            " = f32[] custom-call(z), custom_call_target=\"x\", custom_call_has_side_effect=true\n";
  }
  text +=
      "  ROOT n = f32[] negate(z) }\n"
      "ENTRY e { x = f32[] parameter(0)  c = f32[] call(x), to_apply=f\n"
      "  ROOT s = f32[] sine(x), control-predecessors={c} }\n";
  HloModule module = ReadModule(text);
  const size_t before = module.arena().allocated_bytes();
  ExpectOk(InlineCall(Find(module, "c")).status());
  EXPECT_LE(module.arena().allocated_bytes() - before, size_t{16} << 20);
  EXPECT_EQ(Find(module, "s")->control_predecessors().size(), 4001u);
  ExpectSound(module);
}

TEST(InlineCall, OfAParameter) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "f { ROOT p = f32[] parameter(0) }\n"
      "ENTRY e { x = f32[] parameter(0)  ROOT call = f32[] call(x), to_apply=f }\n");
  ExpectOk(InlineCall(Find(module, "call")).status());
  EXPECT_EQ(module.entry_computation()->root_instruction(), Find(module, "x"));
  EXPECT_EQ(Message(InlineCall(Find(module, "x")).status()), "x is not a call or fusion");
  ExpectSound(module);
}

TEST(InlineCall, OfAFusion) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "fused { a = f32[] parameter(0)  ROOT b = f32[] negate(a) }\n"
      "f { p = f32[] parameter(0)  ROOT q = f32[] fusion(p), kind=kLoop, calls=fused }\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  c = f32[] call(x), to_apply=f\n"
      "  d = f32[] call(c), to_apply=f\n"
      "  ROOT r = f32[] add(c, d)\n"
      "}\n");
  ExpectOk(InlineCall(Find(module, "c")).status());
  ExpectSound(module);
  ExpectOk(InlineCall(Find(module, "d")).status());
  ExpectSound(module);
  EXPECT_EQ(*RemoveUnusedComputations(&module), 2);  // f and its fusion
  ExpectSound(module);
}

TEST(InlineCall, AcrossThreads) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "fused { x = f32[] parameter(0) ROOT n = f32[] negate(x) }, execution_thread=\"side\"\n"
      "branch { z = f32[] parameter(0) ROOT a = f32[] abs(z) }, execution_thread=\"side\"\n"
      "late { v = f32[] parameter(0) ROOT w = f32[] sine(v) }, execution_thread=\"other\"\n"
      "f { y = f32[] parameter(0)\n"
      "  i = s32[] constant(0)\n"
      "  u = f32[] fusion(y), kind=kLoop, calls=fused\n"
      "  s = ((f32[]), f32[]) async-start(u), calls=late, async_execution_thread=\"other\"\n"
      "  d = f32[] async-done(s)\n"
      "  ROOT r = f32[] conditional(i, d, d), branch_computations={branch, branch}\n"
      "}, execution_thread=\"side\"\n"
      "ENTRY e { p = f32[] parameter(0) ROOT c = f32[] call(p), to_apply=f }\n");
  EXPECT_TRUE(Verify(module).empty());
  ExpectOk(InlineCall(Find(module, "c")).status());
  ExpectSound(module);  // with f, which nobody calls now
  RemoveUnusedComputations(&module).IgnoreError();
  EXPECT_EQ(FindComputation(module, "branch.clone")->execution_thread(), "main");
  EXPECT_EQ(FindComputation(module, "fused.clone")->execution_thread(), "main");
  EXPECT_EQ(FindComputation(module, "late.clone")->execution_thread(), "other");
  ExpectSound(module);
}

TEST(InlineCall, LeavesNothingBehind) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "fused { a = f32[] parameter(0)  ROOT b = f32[] negate(a) }\n"
      "f { p = f32[] parameter(0)  q = f32[] fusion(p), kind=kLoop, calls=fused\n"
      "    s = f32[] sine(q), control-predecessors={p}  ROOT r = f32[] abs(s), unknown={%p} }\n"
      "ENTRY e { x = f32[] parameter(0)  ROOT c = f32[] call(x), to_apply=f }\n",
      AllowUnknown());
  const std::string before = Text(module);
  EXPECT_EQ(Message(InlineCall(Find(module, "c")).status()),
            "abs: its unknown words may name instructions of another computation");
  EXPECT_EQ(Text(module), before);
  EXPECT_TRUE(CurrentControlSuccessors(*Find(module, "x")).empty());
  EXPECT_EQ(CheckHints(module), "");
}

// A call of a computation that edits broke; everything that InlineCall has copied is removed again.
class BrokenCall : public testing::Test {
 protected:
  HloModule module_ = ReadModule(
      "HloModule m\n"
      "f { p = f32[] parameter(0)  fa = f32[] abs(p)  fb = f32[] negate(fa)\n"
      "    fc = f32[] cosine(p), control-predecessors={fa}  ROOT fd = f32[] add(fb, fc) }\n"
      "ENTRY e { x = f32[] parameter(0)  ROOT call = f32[] call(x), to_apply=f }\n");
  HloInstruction* Get(std::string_view name) { return Find(module_, name); }
  std::string Error() {
    const std::string before = Text(module_);
    const absl::Status status = InlineCall(Get("call")).status();
    EXPECT_EQ(Text(module_), before);
    return Message(status);
  }
};

TEST_F(BrokenCall, OperandsInACycle) {
  ExpectOk(ReplaceOperandWith(Get("fa"), 0, Get("fb")));
  EXPECT_EQ(Error(), "fb comes after fa, which needs it");
}

TEST_F(BrokenCall, ControlDependenciesInACycle) {
  EXPECT_TRUE(AddControlDependency(Get("fb"), Get("fa")).ok());
  EXPECT_EQ(Error(), "fb comes after fa, which needs it");
}

TEST_F(BrokenCall, OtherOperands) {
  EXPECT_TRUE(SetOperands(Get("call"), {Get("x"), Get("x")}).ok());
  EXPECT_EQ(Error(), "call passes another number of operands than f has parameters");
}

TEST_F(BrokenCall, OfItself) {
  HloBuilder builder(Get("fa")->parent());
  const absl::Status status = InlineCall(builder.AddCall({Get("p")}, Get("fa")->parent())).status();
  EXPECT_EQ(Message(status), "call.1 calls its own computation");
}

// ---- Flat calls.

TEST(FlattenCallGraph, ClonesSharedCallees) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "leaf { l = f32[] parameter(0)  ROOT lr = f32[] abs(l) }\n"
      "f { p = f32[] parameter(0)  q = f32[] call(p), to_apply=leaf\n"
      "    ROOT qq = f32[] call(q), to_apply=leaf }\n"
      "cond { ca = f32[] parameter(0)  ROOT cr = pred[] compare(ca, ca), direction=LT }\n"
      "ENTRY e {\n"
      "  x = f32[] parameter(0)\n"
      "  c = f32[] call(x), to_apply=f\n"
      "  w = f32[] while(c), condition=cond, body=f\n"
      "  ROOT w.2 = f32[] while(w), condition=cond, body=leaf\n"
      "}\n");
  const absl::StatusOr<int64_t> clones = FlattenCallGraph(&module);
  ASSERT_TRUE(clones.ok()) << clones.status();
  // f and cond have two callers; leaf then four calls and a while.
  EXPECT_EQ(*clones, 1 + 1 + 4);
  ExpectSound(module);
  EXPECT_EQ(*FlattenCallGraph(&module), 0);
}

TEST(FlattenCallGraph, BranchesThatAreTheSame) {
  HloModule module = ReadModule(
      "HloModule m\n"
      "b { p = f32[] parameter(0)  ROOT q = f32[] abs(p) }\n"
      "ENTRY e {\n"
      "  i = s32[] parameter(0)\n"
      "  x = f32[] parameter(1)\n"
      "  ROOT c = f32[] conditional(i, x, x, x), branch_computations={b, b, b}\n"
      "}\n");
  const absl::StatusOr<int64_t> clones = FlattenCallGraph(&module);
  ASSERT_TRUE(clones.ok()) << clones.status();
  EXPECT_EQ(*clones, 2);
  std::set<const HloComputation*> branches;
  Find(module, "c")->ForEachCalledComputation([&](const HloComputation* branch) {
    branches.insert(branch);
  });
  EXPECT_EQ(branches.size(), 3u);
  ExpectSound(module);
}

// A clone of f brings its own clones of what the start and the fusion call.
TEST(FlattenCallGraph, CallsInAsynchronousComputations) {
  constexpr char kText[] =
      "HloModule m\n"
      "g { x = f32[] parameter(0)  ROOT s = f32[] sine(x) }\n"
      "fused { a = f32[] parameter(0)  ROOT b = f32[] negate(a) }\n"
      "w { y = f32[] parameter(0)  ROOT c = f32[] call(y), to_apply=g }\n"
      "f { z = f32[] parameter(0)  q = f32[] fusion(z), kind=kLoop, calls=fused\n"
      "    st = ((f32[]), f32[]) async-start(q), calls=w  ROOT d = f32[] async-done(st) }\n"
      "ENTRY e { p = f32[] parameter(0)  t = f32[] call(p), to_apply=f\n"
      "  ROOT u = f32[] call(t), to_apply=f }\n";
  HloModule module = ReadModule(kText);
  EXPECT_FALSE(CallGraph(module).IsFlat());
  const absl::StatusOr<int64_t> clones = FlattenCallGraph(&module);
  ASSERT_TRUE(clones.ok()) << clones.status();
  EXPECT_EQ(*clones, 4);  // f, fused, w, g
  EXPECT_EQ(module.computations().size(), 9u);
  EXPECT_TRUE(CallGraph(module).IsFlat());
  EXPECT_EQ(*RemoveUnusedComputations(&module), 0);
  ExpectSound(module);

  const int64_t count = module.instruction_count();
  HloModule small = ReadModule(kText);
  EXPECT_EQ(FlattenCallGraph(&small, count - 1).status().code(),
            absl::StatusCode::kResourceExhausted);
  HloModule fits = ReadModule(kText);
  ExpectOk(FlattenCallGraph(&fits, count).status());
}

TEST(FlattenCallGraph, Limits) {
  std::string text = "HloModule m\ncomp.0 { p0 = f32[] parameter(0)  ROOT r0 = f32[] abs(p0) }\n";
  for (int i = 1; i < 60; ++i) {
    const std::string n = std::to_string(i), m = std::to_string(i - 1);
    text += "comp." + n + " { p" + n + " = f32[] parameter(0)  q" + n + " = f32[] call(p" + n +
            "), to_apply=comp." + m + "  ROOT r" + n + " = f32[] call(q" + n + "), to_apply=comp." +
            m + " }\n";
  }
  text += "ENTRY e { x = f32[] parameter(0)  ROOT r = f32[] call(x), to_apply=comp.59 }\n";
  HloModule module = ReadModule(text);
  EXPECT_EQ(FlattenCallGraph(&module, 10000).status().code(), absl::StatusCode::kResourceExhausted);
  ExpectSound(module);
}

}  // namespace hlo_text_v1::inline_call_test
