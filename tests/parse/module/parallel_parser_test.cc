// What several threads read, what is left to one thread, and that the result is the same.
#include "src/parse/module/parallel_parser.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "hlo/source.h"
#include "tests/parse/module/parallel_test_util.h"
#include "tests/support/read.h"

namespace hlo::test::parallel_parser_test {

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

TEST(ParallelParser, WhatIsLeftToOneThread) {
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

// One computation, cut between `first` and `second`.
std::string CutBody(std::string first, std::string second, std::string_view after = {}) {
  constexpr size_t kBehindTheMiddle = 8;
  const size_t half = std::max(first.size(), second.size()) + after.size() + 64;
  first.resize(half + kBehindTheMiddle, ' ');
  second.resize(half - kBehindTheMiddle - after.size(), ' ');
  return StrCat("HloModule m\n\n", after.empty() ? "ENTRY " : "", "%e {\n", first, "\n", second,
                "\n}", after);
}

std::string WithSignature(std::string text, std::string_view signature) {
  return Replaced(std::move(text), "%e {", StrCat("%e ", signature, " {"));
}

constexpr std::string_view kBranch = "{\n ROOT %x = f32[4] parameter(0)\n }";
std::string Conditional(std::string_view operands, std::string_view branches) {
  return StrCat("  ROOT %r = f32[4] conditional(", operands, "), ", branches);
}

TEST(ParallelParser, BodiesThatAreCut) {
  const std::string p = "  %p = f32[4] parameter(0)\n  %s = s32[] constant(1)";
  const std::string b = "  %p = f32[4] parameter(0)\n  %b = pred[] constant(true)";
  const std::string both = StrCat("true_computation=", kBranch, ", false_computation=", kBranch);
  const std::string root = "  ROOT %r = f32[4] negate(%p)";
  const Case cases[] = {
      {"a known operand", CutBody(p, root), true},
      {"its shape", CutBody(p, "  ROOT %r = f32[4] negate(f32[4] %p)"), true},
      {"its shape, wrong", CutBody(p, "  ROOT %r = f32[4] negate(f32[5] %p)"), false},
      {"its shape, with another layout",
       CutBody("  %p = f32[2,2] parameter(0)", "  ROOT %r = f32[2,2] negate(f32[2,2]{0,1} %p)"),
       false},
      {"its shape, not always",
       CutBody(p, "  %q = f32[4] sine(%p)\n  ROOT %r = f32[4] negate(f32[4] %p)"), false},
      {"its shape, but for once",
       CutBody(p, "  %q = f32[4] sine(f32[4] %p)\n  ROOT %r = f32[4] negate(%p)"), true},
      {"an unknown operand", CutBody(p, "  ROOT %r = f32[4] negate(%q)"), false},
      {"an operand that is defined behind",
       CutBody(p, "  %r = f32[4] negate(%q)\n  ROOT %q = f32[4] sine(%p)"), false},
      {"a name that is defined twice", CutBody(p, "  ROOT %p = f32[4] negate(%s)"), false},
      {"... and used", CutBody(p, "  %r = f32[4] negate(%p)\n  ROOT %p = f32[4] negate(%r)"),
       false},
      {"a root in the first part",
       CutBody("  ROOT %p = f32[4] parameter(0)", "  %r = f32[4] negate(%p)"), true},
      {"two roots", CutBody("  ROOT %p = f32[4] parameter(0)", root), false},
      {"no root", CutBody(p, "  %r = f32[4] negate(%p)"), true},
      {"parameters in both", CutBody(p, "  %q = f32[4] parameter(1)\n" + root), true},
      {"parameters in another order",
       CutBody("  %p = f32[4] parameter(1)", "  %q = f32[4] parameter(0)\n" + root), true},
      {"one parameter twice", CutBody(p, "  %q = f32[4] parameter(0)\n" + root), false},
      {"a parameter that is missing", CutBody(p, "  %q = f32[4] parameter(2)\n" + root), false},
      {"an opcode that looks at its operand", CutBody(p, "  ROOT %r = f32[2,2] reshape(%p)"), true},
      {"... and is wrong", CutBody(p, "  ROOT %r = f32[5] reshape(%p)"), false},
      {"... at two", CutBody(p, "  %r = f32[2,2] reshape(%p)\n  ROOT %q = f32[4] reshape(%r)"),
       true},
      {"an attribute that depends on the operand",
       CutBody(p, "  ROOT %r = pred[] compare(%s, %s), direction=LT, type=SIGNED"), true},
      {"an attribute that does not",
       CutBody(p, "  ROOT %r = pred[] compare(%s, %s), type=UNSIGNED, direction=LT"), true},
      {"attributes, and an operand's shape",
       CutBody(p,
               "  ROOT %r = f32[4] custom-call(%p), custom_call_target=\"t\", "
               "operand_layout_constraints={f32[4]{0}}, metadata={op_name=\"a\"}"),
       true},
      {"a conditional without such a computation",
       CutBody(p, Conditional("%s, %p", "branch_computations={%p}")), false},
      {"... with an index",
       CutBody(p, Conditional("%s, %p", StrCat("branch_computations={", kBranch, "}"))), true},
      {"... with a condition", CutBody(b, Conditional("%b, %p, %p", both)), true},
      {"... with an index, and named branches", CutBody(p, Conditional("%s, %p, %p", both)), false},
      {"... with a condition, and a list",
       CutBody(b, Conditional("%b, %p", StrCat("branch_computations={", kBranch, "}"))), false},
      {"... with too many branches",
       CutBody(p,
               Conditional("%s, %p", StrCat("branch_computations={", kBranch, ", ", kBranch, "}"))),
       false},
      {"... with one branch",
       CutBody(b, Conditional("%b, %p, %p", StrCat("true_computation=", kBranch))), false},
      {"... with a selector of another type",
       CutBody(p, Conditional("%p, %p", StrCat("branch_computations={", kBranch, "}"))), false},
      {"a missing shape", CutBody(p, "  ROOT %r = negate(%p)"), false},
      {"the shape of an operand that waits",
       CutBody(p, "  %r = f32[2,2] reshape(%p)\n  ROOT %q = negate(%r)"), false},
      {"an element of a tuple",
       CutBody("  %p = f32[4] parameter(0)\n  %t = (f32[4]) tuple(%p)",
               "  ROOT %r = f32[4] negate(%t#0)"),
       false},
      {"an operand in place", CutBody(p, "  ROOT %r = f32[4] negate(f32[4] sine(%p))"), false},
      {"control dependencies",
       CutBody(p,
               "  %q = f32[4] sine(%p), control-predecessors={%s}\n"
               "  ROOT %r = f32[4] negate(%p), control-predecessors={%s, %q}"),
       true},
      {"a done",
       CutBody("  %p = f32[4] parameter(0)\n  %t = ((f32[4]), f32[4]) negate-start(%p)",
               "  ROOT %r = f32[4] negate-done(%t)"),
       true},
      {"a done of another opcode",
       CutBody("  %p = f32[4] parameter(0)\n  %t = ((f32[4]), f32[4]) negate-start(%p)",
               "  ROOT %r = f32[4] sine-done(%t)"),
       false},
      {"a start, and more of them",
       CutBody(p + "\n  %t = ((f32[4]), f32[4]) negate-start(%p)\n  %u = f32[4] negate-done(%t)",
               "  %v = ((f32[4]), f32[4]) negate-start(%u)\n  ROOT %r = f32[4] negate-done(%v)"),
       true},
      {"a done with the channel of its start",
       CutBody("  %k = token[] after-all()\n  %v = (f32[4], u32[], token[]) recv(%k), channel_id=7",
               "  ROOT %r = (f32[4], token[]) recv-done(%v), channel_id=7"),
       true},
      {"... of a start that waits",
       CutBody("  %k = token[] after-all()",
               "  %v = (f32[4], u32[], token[]) recv(%k), channel_id=7\n"
               "  ROOT %r = (f32[4], token[]) recv-done(%v), channel_id=7"),
       true},
      {"a shape that the operand makes another",
       CutBody("  %k = token[] after-all()\n  %p = f32[4] parameter(0)",
               "  ROOT %r = f32[5] add-dependency(%p, %k)"),
       false},
      {"a shape that is left out and the operand's",
       CutBody("  %k = token[] after-all()\n  %p = f32[4] parameter(0)",
               "  ROOT %r = add-dependency(%p, %k)"),
       false},
      {"bodies in instructions",
       CutBody(p + "\n  %c = f32[4] call(%p), to_apply={\n ROOT %x = f32[4] parameter(0)\n  }",
               "  ROOT %d = f32[4] call(%c), to_apply={\n ROOT %x = f32[4] parameter(0)\n  }"),
       true},
      {"attributes behind the body, and a caller",
       CutBody(p, root,
               ", execution_thread=\"t\"\n\nENTRY %f {\n  %p = f32[4] parameter(0)\n"
               "  ROOT %c = f32[4] call(%p), to_apply=%e\n}\n"),
       true},
      {"a call of itself",
       CutBody(p, "  ROOT %r = f32[4] call(%p), to_apply=%e", "\n\nENTRY " + kF), false},
      {"a computation of the same name behind it",
       CutBody(p, root, "\n\n%e {\n  ROOT %p = f32[4] parameter(0)\n}\n"), false},
      {"the same names behind it",
       CutBody(p, root, "\n\n%f {\n  ROOT %p = f32[4] parameter(0)\n}\n"), true},
      {"a declared result", WithSignature(CutBody(p, root), "(p: f32[4]) -> f32[4]"), true},
      {"... that the root does not have", WithSignature(CutBody(p, root), "(p: f32[4]) -> f32[9]"),
       false},
      {"an error", CutBody(p, "  ROOT %r = f32[4] negate(%p, %p)"), false},
      {"a line that is none", CutBody(p + "\n /*", "  %x = no instruction\n*/\n" + root), false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    EXPECT_EQ(IsReadInParallel(c.text, 2), c.is_parallel) << c.text;
    for (const int jobs : {2, 3, 9}) ExpectSameInParallel(c.text, jobs);
  }
}

TEST(ParallelParser, UnknownWordsAreLeftToOneThread) {
  ParseOptions options;
  options.allow_unknown = true;
  const std::string text = TwoParts(kF, Entry("  ROOT %u = f32[] negate(%p), new={%f}\n"));
  EXPECT_FALSE(IsReadInParallel(text, 2, options));
  ExpectSameInParallel(text, 2, options);
  EXPECT_TRUE(IsReadInParallel(TwoParts(kF, kEntry), 2, options));
}

// Each part has its share of the limits; a text that needs more is left to one thread.
TEST(ParallelParser, LimitsAreThoseOfTheWholeText) {
  const std::string tuple =
      "%f {\n  %x = f32[] parameter(0)\n  %t = (f32[]) tuple(%x)\n"
      "  ROOT %y = f32[] custom-call(%t#0), custom_call_target=\"c\"\n}\n";
  const std::string text = TwoParts(tuple, kEntry);
  bool is_refused = false;
  bool is_left = false;
  for (size_t bytes = 1; bytes < 100; ++bytes) {
    ParseOptions options;
    options.max_expansion_bytes = bytes;
    ExpectSameInParallel(text, 2, options);
    const bool is_parallel = IsReadInParallel(text, 2, options);
    const bool is_whole = AllOf(text, options) == AllOf(text, {});
    is_refused |= !is_whole;
    is_left |= is_whole && !is_parallel;
  }
  EXPECT_TRUE(is_refused && is_left);
}

TEST(ParallelParser, WithoutUniquify) {
  ParseOptions options;
  options.uniquify = false;
  ExpectSameInParallel(TwoParts(kF, "ENTRY %e {\n  ROOT %x = f32[] parameter(0)\n}\n"), 2, options);
}

// Deep nesting works if one thread has the stack for it.
TEST(ParallelParser, ThreadsHaveLittleStack) {
  const int depth = 1000;
  std::string tuple = "f32[]";
  for (int i = 0; i < depth; ++i) tuple = StrCat("(", tuple, ")");
  const std::string lines = StrCat("  ROOT %u = ", tuple, " parameter(1)\n");
  const std::string text = TwoParts(StrCat(kF, "// ", tuple, "\n"), Entry(lines));
  EXPECT_FALSE(IsReadInParallel(text, 2));
  ExpectSameInParallel(text, 2);
}

TEST(ParallelParser, OnlyWhereItPays) {
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
TEST(ParallelParser, OneModule) {
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

}  // namespace hlo::test::parallel_parser_test
