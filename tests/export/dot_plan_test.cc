#include "src/export/dot_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/edit.h"
#include "tests/export/graph_test_util.h"

namespace hlo_text_v1::dot_plan_test {

using namespace internal;

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kText[] = R"(HloModule m
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT sum = f32[] add(a, b)
}
inner {
  ia = f32[8] parameter(0)
  ROOT in = f32[8] negate(ia)
}
fused {
  fa = f32[8] parameter(0)
  ff = f32[8] fusion(fa), kind=kLoop, calls=inner
  ROOT fl = f32[8] log(ff)
}
body {
  ba = f32[8] parameter(0)
  bn = f32[8] negate(ba)
  ROOT bl = f32[8] log(bn)
}
ENTRY e {
  x = f32[8] parameter(0)
  c = f32[8] call(x), to_apply=body
  f = f32[8] fusion(c), kind=kLoop, calls=fused
  zero = f32[] constant(0)
  r = f32[] reduce(f, zero), dimensions={0}, to_apply=add
  ROOT t = (f32[], f32[8]) tuple(r, x)
}
)";

absl::StatusOr<DotPlan> Plan(const HloModule& module, const DotOptions& options) {
  return PlanDot(module, ModuleNumbering(module), options);
}

TEST(DotPlan, ASingleOperationThatNothingAppliesIsDrawn) {
  const HloModule module = ModuleOf(
      "HloModule m\n"
      "dead { a = f32[] parameter(0)  ROOT n = f32[] negate(a) }\n"
      "used { b = f32[] parameter(0)  ROOT o = f32[] sine(b) }\n"
      "ENTRY e { x = f32[] parameter(0)  ROOT c = f32[] call(x), to_apply=used }");
  const absl::StatusOr<DotPlan> plan = Plan(module, {});
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ(plan->clusters.size(), 2u);
  EXPECT_EQ(plan->clusters[0].computation->name(), "e");
  EXPECT_EQ(plan->clusters[1].computation->name(), "dead");
}

TEST(DotPlan, WhatSaysNothingIsNotDrawn) {
  const HloModule module = ModuleOf(kText);
  const absl::StatusOr<DotPlan> plan = Plan(module, {});
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ(plan->clusters.size(), 2u);
  EXPECT_EQ(plan->clusters[0].computation->name(), "e");
  EXPECT_EQ(plan->clusters[1].computation->name(), "body");
  EXPECT_EQ(plan->clusters[0].shown.size(), 6u);
  EXPECT_EQ(plan->by_computation.count(plan->clusters[1].computation), 1u);
}

TEST(DotPlan, OneComputation) {
  const HloModule module = ModuleOf(kText);
  for (const char* name : {"add", "%add"}) {
    DotOptions options;
    options.computation = name;
    const absl::StatusOr<DotPlan> plan = Plan(module, options);
    ASSERT_TRUE(plan.ok());
    ASSERT_EQ(plan->clusters.size(), 1u);
    EXPECT_EQ(plan->clusters[0].computation->name(), "add");
  }
}

TEST(DotPlan, FusionsUnfold) {
  const HloModule module = ModuleOf(kText);
  DotOptions options;
  options.computation = "e";
  options.unfold_fusions = true;
  const absl::StatusOr<DotPlan> plan = Plan(module, options);
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ(plan->clusters.size(), 3u);
  EXPECT_EQ(plan->clusters[1].fusion, Find(module, "f"));
  EXPECT_EQ(plan->clusters[1].outer, 0u);
  EXPECT_EQ(plan->clusters[2].fusion, Find(module, "ff"));
  EXPECT_EQ(plan->clusters[2].outer, 1u);
  EXPECT_EQ(plan->clusters[0].unfolded.at(Find(module, "f")), 1u);
}

TEST(DotPlan, NestedFusionsUnfoldToADepth) {
  std::string text = "HloModule m\nfn_0 { p = f32[] parameter(0)\n ROOT r = f32[] negate(p) }\n";
  for (int i = 1; i <= 100; ++i) {
    text += (i == 100 ? "ENTRY e" : "fn_" + std::to_string(i)) +
            " { p = f32[] parameter(0)\n ROOT r = f32[] fusion(p), kind=kLoop, calls=fn_" +
            std::to_string(i - 1) + " }\n";
  }
  const HloModule module = ModuleOf(text);
  DotOptions options;
  options.unfold_fusions = true;
  const absl::StatusOr<DotPlan> plan = Plan(module, options);
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ(plan->clusters.size(), 33u);
  EXPECT_EQ(plan->clusters.back().depth, 32u);
}

TEST(DotPlan, AroundAnInstruction) {
  const HloModule module = ModuleOf(kText);
  DotOptions options;
  options.around = "f";
  options.hops = 1;
  const absl::StatusOr<DotPlan> plan = Plan(module, options);
  ASSERT_TRUE(plan.ok());
  ASSERT_EQ(plan->clusters.size(), 1u);
  EXPECT_THAT(NamesOf(plan->clusters[0].shown), ElementsAre("c", "f", "r"));
  EXPECT_TRUE(plan->clusters[0].Shows(*Find(module, "r")));
  EXPECT_FALSE(plan->clusters[0].Shows(*Find(module, "x")));
  EXPECT_TRUE(plan->clusters[0].has_far[Find(module, "r")->index()]);
}

TEST(DotPlan, Errors) {
  const HloModule module = ModuleOf(kText);
  const struct {
    const char* computation;
    const char* around;
    int hops;
    bool unfold;
    int64_t max_nodes;
    absl::StatusCode code;
    const char* message;
  } cases[] = {
      {"x", "", 2, false, 99, absl::StatusCode::kNotFound, "there is no computation 'x'"},
      {"", "y", 2, false, 99, absl::StatusCode::kNotFound, "there is no instruction 'y'"},
      {"body", "x", 2, false, 99, absl::StatusCode::kNotFound, "there is no instruction 'x'"},
      {"", "", 2, false, 8, absl::StatusCode::kOutOfRange,
       "a graph of 9 instructions, the limit is 8; draw what is around one instruction, "
       "or one computation: e has 6, body has 3"},
      {"e", "", 2, false, 5, absl::StatusCode::kOutOfRange,
       "a graph of 6 instructions, the limit is 5; draw what is around one instruction"},
      {"e", "", 2, true, 8, absl::StatusCode::kOutOfRange,
       "a graph of 9 instructions, the limit is 8; draw what is around one instruction, or fusions "
       "as one node"},
      {"", "f", 2, false, 4, absl::StatusCode::kOutOfRange,
       "6 instructions are within 2 edges of 'f', the limit is 4; within 1 there are 3"},
  };
  for (const auto& c : cases) {
    DotOptions options;
    options.computation = c.computation;
    options.around = c.around;
    options.hops = c.hops;
    options.unfold_fusions = c.unfold;
    options.max_nodes = c.max_nodes;
    const absl::StatusOr<DotPlan> plan = Plan(module, options);
    EXPECT_EQ(plan.status().code(), c.code) << c.message;
    EXPECT_THAT(std::string(plan.status().message()), HasSubstr(c.message));
    if (!plan.ok() && c.code == absl::StatusCode::kOutOfRange) {
      options.max_nodes += 10;
      EXPECT_TRUE(Plan(module, options).ok()) << c.message;
    }
  }
}

// Each of 40 fusions holds the next one twice: 2^40 nodes.
TEST(DotPlan, UnfoldingEnds) {
  std::string text = "HloModule m\nfuse0 {\n  ROOT p0 = f32[] parameter(0)\n}\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string n = std::to_string(i), before = std::to_string(i - 1);
    text += "fuse" + n + " {\n  p" + n + " = f32[] parameter(0)\n  a" + n + " = f32[] fusion(p" +
            n + "), kind=kLoop, calls=fuse" + before + "\n  ROOT b" + n + " = f32[] fusion(a" + n +
            "), kind=kLoop, calls=fuse" + before + "\n}\n";
  }
  text +=
      "ENTRY e {\n  p = f32[] parameter(0)\n  ROOT r = f32[] fusion(p), kind=kLoop, "
      "calls=fuse40\n}";
  const HloModule module = ModuleOf(text);
  DotOptions options;
  options.unfold_fusions = true;
  EXPECT_EQ(Plan(module, options).status().code(), absl::StatusCode::kOutOfRange);
}

}  // namespace hlo_text_v1::dot_plan_test
