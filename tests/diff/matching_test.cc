#include "src/diff/matching.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/diff/diff_test_util.h"

namespace hlo::matching_test {

using test::InstructionOf;

constexpr char kText[] =
    "HloModule m\n"
    "f { p = f32[] parameter(0) ROOT r = f32[] negate(p) }\n"
    "ENTRY e { x = f32[] parameter(0) ROOT y = f32[] call(x), to_apply=f }";

TEST(Matching, GoesBothWays) {
  const HloModule before = test::ParseClean(kText), after = test::ParseClean(kText);
  const HloComputation &a = *before.entry_computation(), &b = *after.entry_computation();
  const HloInstruction &x = InstructionOf(a, "x"), &other_x = InstructionOf(b, "x");
  Matching matching(before, after);
  EXPECT_EQ(matching.AfterOf(a), nullptr);
  EXPECT_EQ(matching.Of(x), nullptr);
  EXPECT_TRUE(matching.AftersOf(a).empty());

  matching.Match(a, b, {{&x, &other_x}});
  EXPECT_EQ(matching.AfterOf(a), &b);
  EXPECT_EQ(matching.BeforeOf(b), &a);
  EXPECT_EQ(matching.AfterOf(b), nullptr) << "is of the later module";
  EXPECT_EQ(matching.Of(a), &b);
  EXPECT_EQ(matching.Of(b), &a);
  EXPECT_EQ(matching.Of(x), &other_x);
  EXPECT_EQ(matching.Of(other_x), &x);
  EXPECT_EQ(matching.Of(*a.root_instruction()), nullptr);
  EXPECT_EQ(matching.AftersOf(a)[x.index()], &other_x);
  EXPECT_EQ(matching.BeforesOf(b)[other_x.index()], &x);
  const HloComputation& f = test::ComputationOf(before, "f");
  EXPECT_EQ(matching.Of(f), nullptr);
  EXPECT_EQ(matching.Of(*f.root_instruction()), nullptr);

  const Matching moved = std::move(matching);
  EXPECT_EQ(moved.Of(x), &other_x);
  const HloModule third = test::ParseClean(kText);
  EXPECT_EQ(moved.Of(*third.entry_computation()), nullptr);
  EXPECT_EQ(moved.Of(*third.entry_computation()->root_instruction()), nullptr);
}

TEST(Matching, AModuleMayBeBoth) {
  const HloModule module = test::ParseClean(kText);
  const HloComputation& entry = *module.entry_computation();
  Matching matching(module, module);
  const HloInstruction& x = InstructionOf(module, "x");
  matching.Match(entry, entry, {{&x, &x}});
  EXPECT_EQ(matching.Of(entry), &entry);
  EXPECT_EQ(matching.Of(x), &x);
}

}  // namespace hlo::matching_test
