#include "src/export/dot_label.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "tests/export/graph_test_util.h"

namespace hlo_text_v1::dot_label_test {

using namespace internal;

using testing::SizeIs;

constexpr char kText[] = R"(HloModule m
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
two {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  n = f32[] negate(a)
  ROOT c = f32[] add(n, b)
}
fused {
  a = f32[8] parameter(0)
  n = f32[8] negate(a)
  o = f32[8] negate(n)
  e = f32[8] exponential(o)
  si = f32[8] sine(e)
  ta = f32[8] tanh(si)
  ROOT l = f32[8] log(ta)
}
ENTRY e {
  x = f32[8] parameter(0)
  zero = f32[] constant(0)
  many = f32[9] constant({1,2,3,4,5,6,7,8,9})
  few = s32[2] constant({1, 2})
  r1 = f32[] reduce(x, zero), dimensions={0}, to_apply=add, metadata={op_name="sum"}
  r2 = f32[] reduce(x, zero), dimensions={0}, to_apply=two
  f = f32[8] fusion(x), kind=kLoop, calls=fused
  s = ((f32[8]), f32[8], u32[]) custom-call-start(x), custom_call_target="t"
  d = f32[8] custom-call-done(s)
  ROOT t = (f32[], f32[], f32[8]) tuple(r1, r2, f)
}
)";

TEST(DotLabel, Lines) {
  FusedContents contents;
  HloModule module = ModuleOf(kText);
  const struct {
    const char* name;
    const char* label;
  } cases[] = {
      {"x", "parameter 0\nx\nf32[8]"},
      {"zero", "constant\nzero\nf32[]\n0"},
      {"many", "constant\nmany\nf32[9]\n{...}"},
      {"few", "constant\nfew\ns32[2]\n{1, 2}"},
      {"r1", "reduce\nr1\nf32[]\ndimensions={0}\nto_apply=add (add)"},
      {"r2", "reduce\nr2\nf32[]\ndimensions={0}"},
      {"f", "fusion\nf\nf32[8]\nkLoop: 2 negate, exponential, log, sine, ..."},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(DotLabel(*Find(module, c.name), nullptr, false, &contents), c.label);
  }
  EXPECT_EQ(DotLabel(*Find(module, "t"), nullptr, true, &contents),
            "ROOT tuple\nt\n(f32[], f32[], f32[8])");
}

TEST(DotLabel, UnknownOpcodesInAFusionHaveTheirNames) {
  const HloModule module = ModuleOf(
      "HloModule m\n"
      "w { p = f32[] parameter(0)  q = f32[] warp(p)  r = f32[] glow(q)  ROOT s = f32[] warp(r) }\n"
      "ENTRY e { x = f32[] parameter(0)  ROOT f = f32[] fusion(x), kind=kLoop, calls=w }",
      AllowUnknown().parse);
  FusedContents contents;
  EXPECT_EQ(DotLabel(*Find(module, "f"), nullptr, false, &contents),
            "fusion\nf\nf32[]\nkLoop: 2 warp, glow");
}

TEST(DotLabel, LinksAreCalledAfterWhatTheyDo) {
  FusedContents contents;
  const HloModule module = ReadModule(kText);
  const std::vector<AsyncOperation> all = FindAsyncOperations(*module.entry_computation());
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(DotLabel(all[0].start(), &all[0], false, &contents),
            "custom-call-start\ns\n((f32[8]), f32[8], u32[])\ncustom_call_target=\"t\"");
  EXPECT_EQ(DotLabel(*all[0].done(), &all[0], false, &contents), "custom-call-done\nd\nf32[8]");
  EXPECT_EQ(DotLabel(*all[0].done(), nullptr, false, &contents), "async-done\nd\nf32[8]");
}

// Single operations have no boxes, so each of them is a line, whatever applies it.
TEST(DotLabel, EachAppliedOperationIsALine) {
  const HloModule module = ModuleOf(R"(HloModule m
one { x = f32[] parameter(0)  ROOT n = f32[] negate(x) }
two { y = f32[] parameter(0)  s = f32[] sine(y)  ROOT t = f32[] tanh(s) }
add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = f32[] add(a, b) }
ENTRY e {
  i = s32[] parameter(0)
  p = f32[] parameter(1)
  branch = f32[] conditional(i, p, p, p), branch_computations={one, two, one}
  start = f32[] all-reduce-start(branch), replica_groups={}, to_apply=add
  done = f32[] all-reduce-done(start)
  ROOT call = f32[] custom-call(done), custom_call_target="t", called_computations={add}
})");
  FusedContents contents;
  const std::vector<AsyncOperation> all = FindAsyncOperations(*module.entry_computation());
  ASSERT_THAT(all, SizeIs(1));
  EXPECT_EQ(DotLabel(*Find(module, "branch"), nullptr, false, &contents),
            "conditional\nbranch\nf32[]\nbranch_computations 0=one (negate)\n"
            "branch_computations 2=one (negate)");
  EXPECT_EQ(DotLabel(all[0].start(), &all[0], false, &contents),
            "all-reduce-start\nstart\nf32[]\nreplica_groups={}\nto_apply=add (add)");
  EXPECT_EQ(DotLabel(*Find(module, "call"), nullptr, false, &contents),
            "custom-call\ncall\nf32[]\ncustom_call_target=\"t\"\ncalled_computations 0=add (add)");
}

TEST(DotLabel, LongLinesAreCut) {
  FusedContents contents;
  const std::string name(5000, 'n');
  const HloModule module =
      ModuleOf("HloModule m\nENTRY e { ROOT " + name + " = f32[] parameter(0) }");
  const HloInstruction& root = *module.entry_computation()->root_instruction();
  EXPECT_EQ(DotLabel(root, nullptr, false, &contents),
            "parameter 0\n" + std::string(57, 'n') + "...\nf32[]");
  EXPECT_THAT(DotTooltips(module).Of(root), SizeIs(500));
}

TEST(DotLabel, TooltipHasTheNameOfTheOperation) {
  const HloModule module = ModuleOf(kText);
  EXPECT_EQ(DotTooltips(module).Of(*Find(module, "r1")),
            "%r1 = f32[] reduce(%x, %zero), dimensions={0}, to_apply=%add\nsum");
}

TEST(DotLabel, OneOperation) {
  const HloModule module = ModuleOf(kText);
  for (const HloComputation* computation : module.computations()) {
    EXPECT_EQ(IsOneOperation(*computation), computation->name() == "add") << computation->name();
  }
}

TEST(DotLabel, EachGroupHasAColorOfItsOwnButWhite) {
  std::set<std::string_view> colors;
  for (int i = 0; i <= static_cast<int>(OpcodeGroup::kOther); ++i) {
    const auto group = static_cast<OpcodeGroup>(i);
    const bool is_white = group == OpcodeGroup::kTuple || group == OpcodeGroup::kOther;
    EXPECT_EQ(FillColor(group) == "#ffffff", is_white) << i;
    EXPECT_EQ(colors.insert(FillColor(group)).second, group != OpcodeGroup::kOther) << i;
  }
}

std::string DotText(std::string_view text) {
  const std::string quoted = DotQuoted(text);
  return quoted.substr(1, quoted.size() - 2);
}

TEST(DotLabel, Quoted) {
  EXPECT_EQ(DotText("add.1 f32[2]{0}"), "add.1 f32[2]{0}");
  EXPECT_EQ(DotText("\"a\\N\""), "\\\"a\\\\N\\\"");
  EXPECT_EQ(DotText("a\nb\t\x7f"), "a\\nb  ");
  EXPECT_EQ(DotText("&lt; a & b"), "&amp;lt; a &amp; b");
  EXPECT_EQ(DotText("\xC3\xBC\xFF"), "\xC3\xBC\xEF\xBF\xBD");
  EXPECT_EQ(DotText(std::string_view("\0", 1)), " ");
}

TEST(DotLabel, Shortened) {
  EXPECT_EQ(Shortened("12345678", 8), "12345678");
  EXPECT_EQ(Shortened("123456789", 8), "12345...");
  EXPECT_EQ(Shortened("1234\xC3\xBC\xC3\xBC\xC3\xBC", 8), "1234...");
  EXPECT_EQ(Shortened("\x80\x80\x80\x80\x80\x80", 5), "...");
  EXPECT_EQ(Shortened("1234", 2), "...");
}

}  // namespace hlo_text_v1::dot_label_test
