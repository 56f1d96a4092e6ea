#include "src/diff/matching.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/support/read.h"

namespace hlo_text_v1::matching_test {

using namespace internal;

constexpr char kText[] =
    "HloModule m\n"
    "f { p = f32[] parameter(0) ROOT r = f32[] negate(p) }\n"
    "ENTRY e { x = f32[] parameter(0) ROOT y = f32[] call(x), to_apply=f }";

TEST(Matching, GoesBothWays) {
  const HloModule before = ReadModule(kText), after = ReadModule(kText);
  const HloComputation &a = *before.entry_computation(), &b = *after.entry_computation();
  const HloInstruction &x = *Find(before, "x"), &other_x = *Find(after, "x");
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
  const HloComputation& f = *FindComputation(before, "f");
  EXPECT_EQ(matching.Of(f), nullptr);
  EXPECT_EQ(matching.Of(*f.root_instruction()), nullptr);

  const Matching moved = std::move(matching);
  EXPECT_EQ(moved.Of(x), &other_x);
  const HloModule third = ReadModule(kText);
  EXPECT_EQ(moved.Of(*third.entry_computation()), nullptr);
  EXPECT_EQ(moved.Of(*third.entry_computation()->root_instruction()), nullptr);
}

TEST(Matching, AModuleMayBeBoth) {
  const HloModule module = ReadModule(kText);
  const HloComputation& entry = *module.entry_computation();
  Matching matching(module, module);
  const HloInstruction& x = *Find(module, "x");
  matching.Match(entry, entry, {{&x, &x}});
  EXPECT_EQ(matching.Of(entry), &entry);
  EXPECT_EQ(matching.Of(x), &x);
}

}  // namespace hlo_text_v1::matching_test
