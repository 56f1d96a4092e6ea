#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_cat.h"
#include "hlo/printer.h"
#include "hlo/reduce.h"
#include "hlo/verify.h"
#include "tests/support/cases.h"
#include "tests/support/random_async.h"
#include "tests/support/random_graph.h"
#include "tests/support/read.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::extract_test {

using namespace internal;

constexpr std::string_view kText =
    "HloModule m\n"
    "sum { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }\n"
    "ENTRY e {\n"
    "  p = f32[4] parameter(0)\n"
    "  q = f32[4] parameter(1)\n"
    "  a = f32[4] negate(q)\n"
    "  b = f32[4] exponential(a)\n"
    "  c = f32[4] sine(p)\n"
    "  z = f32[] constant(0)\n"
    "  d = f32[] reduce(b, z), dimensions={0}, to_apply=sum\n"
    "  ROOT t = (f32[], f32[4]) tuple(d, c)\n"
    "}\n";

// The entry computation, one line per instruction; or the error.
std::string Extract(const std::vector<std::string_view>& names, int hops = -1) {
  const absl::StatusOr<HloModule> part = ExtractHlo(ReadModule(kText), names, {hops});
  if (!part.ok()) return std::string(part.status().message());
  EXPECT_TRUE(Verify(*part).empty()) << PrintHloModule(*part);
  std::string text;
  for (const HloInstruction* i : part->entry_computation()->instructions()) {
    text += std::string(i->name()) + (i->IsRoot() ? "* " : " ");
  }
  return text;
}

TEST(Extract, WhatAnInstructionDependsOn) {
  EXPECT_EQ(Extract({"b"}), "q a b* ");
  EXPECT_EQ(Extract({"c"}), "p c* ");
  EXPECT_EQ(Extract({"p"}), "p* ");
  EXPECT_EQ(Extract({"c", "a"}), "p q a c tuple* ");
  EXPECT_EQ(Extract({"s"}), "x y s* ");
}

TEST(Extract, Hops) {
  EXPECT_EQ(Extract({"b"}, 0), "p.1 b* ");
  EXPECT_EQ(Extract({"b"}, 1), "p.1 q a b d* ");
  EXPECT_EQ(Extract({"a"}, 1), "q a b* ");
}

// As many as fill one word of a std::vector<bool>; the tuple of both comes after them.
TEST(Extract, TwoOf64Instructions) {
  std::string text = "HloModule m\nENTRY e {\n  n0 = f32[4] parameter(0)\n";
  for (int i = 1; i < 64; ++i) text += absl::StrCat("  n", i, " = f32[4] negate(n", i - 1, ")\n");
  const absl::StatusOr<HloModule> part = ExtractHlo(ReadModule(text + "}\n"), {"n2", "n1"}, {});
  ASSERT_TRUE(part.ok()) << part.status();
  EXPECT_EQ(part->entry_computation()->root_instruction()->name(), "tuple");
  EXPECT_EQ(part->entry_computation()->instruction_count(), 4);
}

TEST(Extract, AComputation) { EXPECT_EQ(Extract({"sum"}), "x y s* "); }

TEST(Extract, Errors) {
  EXPECT_EQ(Extract({}), "no names");
  EXPECT_EQ(Extract({"nobody"}), "no instruction or computation is called nobody");
  EXPECT_EQ(Extract({"b", "s"}), "s is in computation sum, b in e");
  EXPECT_EQ(Extract({"b", "sum"}), "sum is a computation: give it alone");
  EXPECT_EQ(Extract({"sum"}, 2), "sum is a computation: give it alone, without hops");
}

// The body carries the state of a chain that starts and ends outside.
constexpr std::string_view kLoop =
    "HloModule m\n"
    "body {\n"
    "  c = (s32[], ((f32[4]), f32[4])) parameter(0)\n"
    "  i = s32[] get-tuple-element(c), index=0\n"
    "  one = s32[] constant(1)\n"
    "  next = s32[] add(i, one)\n"
    "  state = ((f32[4]), f32[4]) get-tuple-element(c), index=1\n"
    "  going = ((f32[4]), f32[4]) sine-update(state)\n"
    "  ROOT carry = (s32[], ((f32[4]), f32[4])) tuple(next, going)\n"
    "}\n"
    "more {\n"
    "  c = (s32[], ((f32[4]), f32[4])) parameter(0)\n"
    "  i = s32[] get-tuple-element(c), index=0\n"
    "  ROOT less = pred[] compare(i, i), direction=LT\n"
    "}\n"
    "ENTRY e {\n"
    "  x = f32[4] parameter(0)\n"
    "  y = f32[4] negate(x)\n"
    "  start = ((f32[4]), f32[4]) sine-start(y)\n"
    "  zero = s32[] constant(0)\n"
    "  init = (s32[], ((f32[4]), f32[4])) tuple(zero, start)\n"
    "  loop = (s32[], ((f32[4]), f32[4])) while(init), condition=more, body=body\n"
    "  last = ((f32[4]), f32[4]) get-tuple-element(loop), index=1\n"
    "  ROOT done = f32[4] sine-done(last)\n"
    "}\n";

TEST(Extract, ChainsThroughLoopsStayWhole) {
  const HloModule module = ReadModule(kLoop);
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      for (int hops = -1; hops < 3; ++hops) {
        const absl::StatusOr<HloModule> part = ExtractHlo(module, {instruction->name()}, {hops});
        ASSERT_TRUE(part.ok()) << part.status();
        EXPECT_TRUE(Verify(*part).empty()) << instruction->name() << ", " << hops << " hops\n"
                                           << PrintHloModule(*part);
      }
    }
  }
  EXPECT_EQ(ExtractHlo(module, {"body"}).status().message(),
            "a chain of body starts outside, with start of e");
  EXPECT_TRUE(ExtractHlo(module, {"more"}).ok());
}

// Every instruction of random modules.
TEST(Extract, RandomModules) {
  for (size_t seed = 0; seed < 40; seed += kSampleStep) {
    SCOPED_TRACE(seed);
    const HloModule module =
        ReadModule(seed % 2 == 0 ? test::RandomAsyncModule(seed) : test::RandomGraphModule(seed));
    int number = 0;
    for (const HloComputation* computation : module.computations()) {
      for (const HloInstruction* instruction : computation->instructions()) {
        const int hops = number++ % 4 - 1;
        const absl::StatusOr<HloModule> part = ExtractHlo(module, {instruction->name()}, {hops});
        ASSERT_TRUE(part.ok()) << part.status();
        for (const Diagnostic& d : Verify(*part)) {
          ADD_FAILURE() << instruction->name() << ", " << hops << " hops: " << d.message << "\n"
                        << PrintHloModule(*part);
        }
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

}  // namespace hlo_text_v1::extract_test
