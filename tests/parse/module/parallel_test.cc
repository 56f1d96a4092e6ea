// The texts that several threads read, those left to one thread, and that the result is the same.
#include "src/parse/module/parallel.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "hlo/source.h"
#include "tests/parse/module/parallel_test_util.h"
#include "tests/support/read.h"

namespace hlo_text_v1::test::parallel_test {

// `first` and `second`, the shorter one padded with blanks in or after its last body, so that a
// text for two threads is cut between them.
std::string TwoParts(std::string first, std::string second, std::string_view middle = {}) {
  if (first.size() < second.size()) {
    first.insert(first.rfind("\n}"), second.size() - first.size(), ' ');
  } else {
    second.append(first.size() - second.size(), ' ');
  }
  return StrCat("HloModule m\n\n", first, middle, second);
}

const std::string kF = "%f (x: f32[]) -> f32[] {\n  ROOT %x = f32[] parameter(0)\n}\n";
const std::string kEntry =
    "ENTRY %e (p: f32[]) -> f32[] {\n  %p = f32[] parameter(0)\n"
    "  ROOT %c = f32[] call(%p), to_apply=%f\n}\n";

struct Case {
  std::string what;
  std::string text;
  bool is_parallel;
};

std::string Entry(std::string_view lines) {
  return StrCat("ENTRY %e {\n  %p = f32[] parameter(0)\n", lines, "}\n");
}

TEST(Parallel, WhatIsLeftToOneThread) {
  const std::string scan =
      "%f { %a = f32[2] parameter(0)\n %b = f32[2] parameter(1)\n"
      " ROOT %t = (f32[2], f32[2]) tuple(%a, %b)\n}\n";
  const Case cases[] = {
      {"a call", TwoParts(kF, kEntry), true},
      {"without a header", TwoParts(kF, kEntry).substr(11), false},
      {"a comment between", TwoParts(kF, kEntry, "/* %g {\n} */ // }\n"), true},
      {"a cut in a comment", TwoParts(kF, kEntry, StrCat("/*\n}\n", kF, "}\n", kF, "*/\n")), false},
      {"attributes behind the cut", TwoParts(StrCat(kF, ", execution_thread=\"t\"\n"), kEntry),
       false},
      {"attributes before the cut",
       TwoParts(StrCat(kF.substr(0, kF.size() - 1), ", execution_thread=\"t\" // f\n"), kEntry),
       true},
      {"a fusion", TwoParts(kF, Entry("  ROOT %u = f32[] fusion(%p), kind=kLoop, calls=%f\n")),
       true},
      {"lists of computations",
       TwoParts(kF, Entry("  %i = s32[] constant(0)\n  ROOT %u = f32[] conditional(%i, %p, %p), "
                          "branch_computations={%f, %f}\n")),
       true},
      {"asynchronous",
       TwoParts(kF, Entry("  %s = ((f32[]), f32[], u32[]) call-start(%p), to_apply=%f\n"
                          "  ROOT %d = f32[] call-done(%s)\n")),
       true},
      {"asynchronous in both",
       TwoParts("%f {\n %x = f32[] parameter(0)\n %g = ((f32[]), f32[]) negate-start(%x)\n"
                "ROOT %h = f32[] negate-done(%g)\n}\n",
                Entry("  %s = ((f32[]), f32[]) negate-start(%p)\n"
                      "  ROOT %negate = f32[] negate-done(%s)\n")),
       true},
      {"shapes in attributes",
       TwoParts(kF, Entry("  ROOT %u = f32[] custom-call(%p), custom_call_target=\"t\", "
                          "operand_layout_constraints={f32[]}\n")),
       true},
      {"an outfeed",
       TwoParts(kF, Entry("  %k = token[] after-all()\n"
                          "  ROOT %u = token[] outfeed(%p, %k), outfeed_shape=f32[]\n")),
       true},
      {"literals",
       TwoParts(kF, Entry("  ROOT %u = (f32[], (s32[2], f32[])) constant((1, ({1, 2}, "
                          "3)))\n")),
       true},
      {"a computation in an instruction",
       TwoParts(kF, Entry("  ROOT %u = f32[] call(%p), to_apply={\n ROOT %x = f32[] "
                          "parameter(0)\n  }\n")),
       true},
      {"names of instructions twice",
       TwoParts(kF, "ENTRY %e {\n  ROOT %x = f32[] parameter(0)\n}\n"), true},
      {"names that will be taken",
       TwoParts("%f {\n  ROOT %x = f32[] parameter(0)\n}\n",
                "ENTRY %e {\n  %x = f32[] parameter(0)\n  ROOT %x.1 = f32[] negate(%x)\n}\n"),
       true},
      {"elements of tuples",
       TwoParts(kF, Entry("  %t = (f32[], f32[]) tuple(%p, %p)\n  ROOT %u = f32[] negate(%t#1)\n")),
       true},
      {"a scan",
       TwoParts(scan, Entry("  %q = f32[2] parameter(1)\n"
                            "  ROOT %u = (f32[2], f32[2]) scan(%q, %q), dimensions={0}, "
                            "num_carries=1, to_apply=%f\n")),
       true},
      {"a scan with too many operands",
       TwoParts(scan, Entry("  %q = f32[2] parameter(1)\n"
                            "  ROOT %u = (f32[2], f32[2]) scan(%q, %q, %q), dimensions={0}, "
                            "num_carries=1, to_apply=%f\n")),
       false},
      {"a shape that is inferred", TwoParts(kF, Entry("  ROOT %u = call(%p), to_apply=%f\n")),
       false},
      {"an operand without a name",
       TwoParts(kF, Entry("  ROOT %u = f32[] negate(f32[] sine(%p))\n")), false},
      {"one in the first part",
       TwoParts("%f {\n  %x = f32[] parameter(0)\n  ROOT %y = f32[] negate(f32[] sine(%x))\n}\n",
                kEntry),
       false},
      {"defined behind", TwoParts(kEntry, kF), false},
      {"defined behind, in one part", TwoParts(StrCat(kF, kF), StrCat(kEntry, kF)), false},
      {"defined behind, but not cut",
       TwoParts("%g {\n  ROOT %y = f32[] parameter(0)\n}\n", StrCat("\n", kEntry, "\n", kF)), true},
      {"a cycle behind the cut",
       TwoParts(kF,
                "%g {\n  %y = f32[] parameter(0)\n  ROOT %z = f32[] call(%y), to_apply=%h\n}\n"
                "%h {\n  %v = f32[] parameter(0)\n  ROOT %w = f32[] call(%v), to_apply=%g\n}\n"),
       false},
      {"defined nowhere", TwoParts("%g {\n  ROOT %y = f32[] parameter(0)\n}\n", kEntry), false},
      {"defined twice", TwoParts(kF, StrCat(kF, kEntry)), false},
      {"two entries", TwoParts(StrCat("ENTRY ", kF), kEntry), false},
      {"the entry first",
       TwoParts(StrCat("ENTRY ", kF), "%g {\n  ROOT %y = f32[] parameter(0)\n}\n"), true},
      {"no entry", TwoParts(kF, "%g {\n  ROOT %y = f32[] parameter(0)\n}\n"), true},
      {"an error in the first part", TwoParts("%f {\n  ROOT %x = f32[] parameter()\n}\n", kEntry),
       false},
      {"an error in the second part", TwoParts(kF, Entry("  ROOT %u = f32[] negate(%x)\n")), false},
      {"an error at the end", TwoParts(kF, StrCat(kEntry, "}\n")), false},
      {"a zero byte", TwoParts(kF, StrCat(kEntry, std::string_view("\0\0", 2))), false},
      {"a comment at the end", TwoParts(kF, StrCat(kEntry, "\n// the end")), true},
      {"the header's aliases",
       TwoParts(kF, kEntry).replace(11, 0, ", input_output_alias={ {}: (0, {}) }"), true},
      {"... of which one is wrong",
       TwoParts(kF, kEntry).replace(11, 0, ", input_output_alias={ {7}: (0, {}) }"), false},
      {"a name that is missing", TwoParts(kF, Entry("}\n{\n ROOT %z = f32[] parameter(0)\n")),
       false},
      {"no names",
       TwoParts("{\n  ROOT %x = f32[] parameter(0)\n}\n",
                StrCat("ENTRY {\n  ROOT %y = f32[] parameter(0)\n}\n", std::string(200, ' ')))
           .replace(9, 2, ", is_scheduled=true"),
       true},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    EXPECT_EQ(IsReadInParallel(c.text, 2), c.is_parallel) << c.text;
    for (const int jobs : {2, 3, 9}) ExpectSameInParallel(c.text, jobs);
  }
}

TEST(Parallel, UnknownWordsAreLeftToOneThread) {
  ParseOptions options;
  options.allow_unknown = true;
  const std::string text = TwoParts(kF, Entry("  ROOT %u = f32[] negate(%p), new={%f}\n"));
  EXPECT_FALSE(IsReadInParallel(text, 2, options));
  ExpectSameInParallel(text, 2, options);
  EXPECT_TRUE(IsReadInParallel(TwoParts(kF, kEntry), 2, options));
}

// Each part has its share of the limits; a text that needs more is left to one thread.
TEST(Parallel, LimitsAreThoseOfTheWholeText) {
  const std::string tuple =
      "%f {\n  %x = f32[] parameter(0)\n  %t = (f32[]) tuple(%x)\n"
      "  ROOT %y = f32[] custom-call(%t#0), custom_call_target=\"c\"\n}\n";
  const std::string text = TwoParts(tuple, kEntry);
  bool is_refused = false;
  bool is_left = false;
  for (size_t bytes = 1; bytes < 100; ++bytes) {
    ParseOptions options;
    options.limits.max_expansion_bytes = bytes;
    ExpectSameInParallel(text, 2, options);
    const bool is_parallel = IsReadInParallel(text, 2, options);
    const bool is_whole = AllOf(text, options) == AllOf(text, {});
    is_refused |= !is_whole;
    is_left |= is_whole && !is_parallel;
  }
  EXPECT_TRUE(is_refused && is_left);
}

TEST(Parallel, WithoutUniquify) {
  ParseOptions options;
  options.uniquify = false;
  ExpectSameInParallel(TwoParts(kF, "ENTRY %e {\n  ROOT %x = f32[] parameter(0)\n}\n"), 2, options);
}

// Deep nesting works if one thread has the stack for it.
TEST(Parallel, ThreadsHaveLittleStack) {
  const int depth = 1000;
  std::string tuple = "f32[]";
  for (int i = 0; i < depth; ++i) tuple = StrCat("(", tuple, ")");
  const std::string lines = StrCat("  ROOT %u = ", tuple, " parameter(1)\n");
  const std::string text = TwoParts(StrCat(kF, "// ", tuple, "\n"), Entry(lines));
  EXPECT_FALSE(IsReadInParallel(text, 2));
  ExpectSameInParallel(text, 2);
}

TEST(Parallel, OnlyWhereItPays) {
  const std::string text = TwoParts(kF, kEntry);
  HloModule module;
  const auto is_parallel = [&](int jobs, size_t min_bytes) {
    internal::IrAccess::StateOf(module).source = SourceBuffer::Copy(text);
    ParseOptions options;
    options.jobs = jobs;
    options.min_bytes_per_job = min_bytes;
    return ReadInParallel(&module, options);
  };
  EXPECT_FALSE(is_parallel(1, 1));
  EXPECT_FALSE(is_parallel(0, 1));
  EXPECT_FALSE(is_parallel(-1, 1));
  EXPECT_FALSE(is_parallel(2, text.size() / 2 + 1));
  EXPECT_EQ(module.source(), text);
  EXPECT_TRUE(module.computations().empty());
  EXPECT_TRUE(is_parallel(2, text.size() / 2));
  HloModule other;
  std::swap(module, other);
  EXPECT_FALSE(is_parallel(1000, 0));  // parts of a byte
}

// A module read in parts can be edited, moved and cleaned.
TEST(Parallel, OneModule) {
  absl::StatusOr<HloModule> module = ParseHloModule(TwoParts(kF, kEntry), InParallel(2));
  ASSERT_TRUE(module.ok());
  HloModule moved = *std::move(module);
  const HloComputation* f = moved.computations()[0];
  const HloComputation* entry = moved.entry_computation();
  EXPECT_EQ(f->name(), "f");
  EXPECT_EQ(f->parent(), &moved);
  EXPECT_EQ(entry->parent(), &moved);
  entry->root_instruction()->ForEachCalledComputation(
      [&](const HloComputation* callee) { EXPECT_EQ(callee, f); });
  EXPECT_EQ(&entry->root_instruction()->shape(), &f->root_instruction()->shape());
  EXPECT_EQ(&f->root_instruction()->shape(), moved.shapes().Scalar(PrimitiveType::kF32));
}

}  // namespace hlo_text_v1::test::parallel_test
