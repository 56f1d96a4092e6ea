// Whole modules, single computations and instructions as text, and print options.
// Tests: constant_printer
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "hlo/builder.h"
#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/read.h"
#include "src/base/strings.h"
#include "tests/parse/module/parse_test_util.h"
#include "tests/support/read.h"

namespace hlo_text_v1::module_printer_test {

using namespace internal;

using test::PrintedModule;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kText =
    R"(HloModule m, is_scheduled=true, entry_computation_layout={(f32[2]{0}, s32[])->f32[2]{0}}

%f (x: f32[2]) -> f32[2] {
  %x = f32[2]{0} parameter(0)
  ROOT %y = f32[2]{0} negate(%x)
}, execution_thread="t", backend_config={"a":1}

ENTRY %e (p: f32[2], q: s32[]) -> f32[2] {
  %p = f32[2]{0} parameter(0)
  %q = s32[] parameter(1)
  %r = f32[2]{0} call(%p), to_apply=%f
  %cc = f32[2]{0} custom-call(%r, %q, %r, %q, %r, /*index=5*/%q, %r, %q, %r, %q, /*index=10*/%r), custom_call_target="x"
  %c = f32[2]{0} constant({1, 2})
  ROOT %s = f32[2]{0} add(%cc, %c), control-predecessors={%q}
}

)";

TEST(ModulePrinter, CanonicalTextPrintsAsItIs) { EXPECT_EQ(PrintedModule(kText), kText); }

TEST(ModulePrinter, SpellingIsNormalised) {
  EXPECT_EQ(PrintedModule("HloModule m\nf{x=f32[2] parameter(0)}"),
            "2:3: expects name: a name needs a blank before its '='");
  EXPECT_EQ(PrintedModule("HloModule m // c\nENTRY e{x:=f32[2]parameter(0)ROOT y=negate(x)}"),
            "2:35: expects name: a name needs a blank before its '='")
      << "x:= is a name and an equals sign, y= is an attribute";
  EXPECT_EQ(PrintedModule("HloModule m // c\nENTRY e{%x=f32[2]parameter(0)ROOT %y=negate(x)}"),
            R"(HloModule m, entry_computation_layout={(f32[2]{0})->f32[2]{0}}

ENTRY %e (x: f32[2]) -> f32[2] {
  %x = f32[2]{0} parameter(0)
  ROOT %y = f32[2]{0} negate(%x)
}

)");
}

TEST(ModulePrinter, ComputationsAndInstructionsAlone) {
  const HloModule module = *ParseHloModule(kText);
  const HloComputation* f = module.computations()[0];
  EXPECT_EQ(PrintHloComputation(*f),
            "%f (x: f32[2]) -> f32[2] {\n"
            "  %x = f32[2]{0} parameter(0)\n"
            "  ROOT %y = f32[2]{0} negate(%x)\n"
            "}, execution_thread=\"t\", backend_config={\"a\":1}");
  EXPECT_EQ(PrintHloInstruction(*f->root_instruction()), "%y = f32[2]{0} negate(%x)");
}

TEST(ModulePrinter, Indentation) {
  const HloModule module = *ParseHloModule("HloModule m\nENTRY e {\n  p = f32[] parameter(0)\n}\n");
  PrintOptions options;
  options.indent_amount = 2;
  EXPECT_EQ(PrintHloModule(module, options),
            "    HloModule m, entry_computation_layout={(f32[])->f32[]}\n"
            "\n"
            "    ENTRY %e (p: f32[]) -> f32[] {\n"
            "      ROOT %p = f32[] parameter(0)\n"
            "    }\n"
            "\n");
}

TEST(ModulePrinter, OnlySomeComputations) {
  const HloModule module = *ParseHloModule(kText);
  PrintOptions options;
  options.computation_filter = [](const HloComputation& c) { return c.name() == "f"; };
  const std::string text = PrintHloModule(module, options);
  EXPECT_NE(text.find("%f (x"), std::string::npos);
  EXPECT_EQ(text.find("ENTRY"), std::string::npos);
}

TEST(ModulePrinter, LargeConstants) {
  struct Case {
    const char* constant;
    const char* shown;
    const char* in_full;
  };
  for (const Case& c : std::vector<Case>{
           {"s32[10] constant({1,2,3,4,5,6,7,8,9,10})", "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}",
            "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}"},
           {"s32[11] constant({1,2,3,4,5,6,7,8,9,10,11})", "{...}",
            "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}"},
           {"s32[0,11] constant({})", "{  }", "{  }"},
           {"(s32[]) constant((1))", "{...}", "( 1 )"},
           {"() constant(())", "{...}", "(  )"},
           {"pred[] constant(true)", "true", "true"},
       }) {
    const HloModule module = *ParseHloModule(test::InEntry(StrCat("  c = ", c.constant)));
    const HloInstruction& root = *module.entry_computation()->root_instruction();
    PrintOptions options;
    const auto shown = [&] {
      const std::string line = PrintHloInstruction(root, options);
      return line.substr(line.find(" constant("));
    };
    EXPECT_EQ(shown(), StrCat(" constant(", c.shown, ")"));
    options.print_large_constants = true;
    EXPECT_EQ(shown(), StrCat(" constant(", c.in_full, ")"));
  }
}

// Longer than the block that gathers text.
TEST(ModulePrinter, LongTexts) {
  std::string body, expected;
  for (int i = 0; i < 5000; ++i) {
    StrAppend(&body, "  k", i, " = s32[] constant(", i, ")\n");
    StrAppend(&expected, i == 4999 ? "  ROOT %k" : "  %k", i, " = s32[] constant(", i, ")\n");
  }
  EXPECT_EQ(PrintedModule("HloModule m\nENTRY e {\n" + body + "}\n"),
            "HloModule m, entry_computation_layout={()->s32[]}\n\nENTRY %e () -> s32[] {\n" +
                expected + "}\n\n");
}

// An instruction printed alone has no canonical name, nor its computation.
TEST(ModulePrinter, InstructionWithCanonicalNames) {
  const absl::StatusOr<HloModule> module = ParseHloModule(kText);
  ASSERT_TRUE(module.ok());
  PrintOptions options;
  options.canonicalize_instruction_names = true;
  EXPECT_EQ(PrintHloInstruction(
                *module->entry_computation()->root_instruction()->operand(0)->operand(0), options),
            "f32[2]{0} call(), to_apply=%f");
  EXPECT_EQ(PrintHloInstruction(*module->entry_computation()->root_instruction(),
                                PrintOptions::Canonical()),
            "f32[2]{0} add(f32[2]{0}, f32[2]{0})");
}

TEST(ModulePrinter, PiecesAreTheText) {
  const absl::StatusOr<HloModule> module = ParseHloModule(kText);
  ASSERT_TRUE(module.ok());
  std::string text;
  PrintHloModule(*module, {}, [&](std::string_view piece) { text += piece; });
  EXPECT_EQ(text, kText);
}

// Edits can make this.
TEST(ModulePrinter, CycleOfFoldedElements) {
  absl::StatusOr<HloModule> module = ParseHloModule(R"(HloModule m, is_scheduled=true
ENTRY e {
  p = ((f32[]), f32[]) parameter(0)
  g = (f32[]) get-tuple-element(p), index=0
  h = f32[] get-tuple-element(g), index=0
  ROOT r = f32[] negate(h)
})");
  ASSERT_TRUE(module.ok());
  HloInstruction* h = module->entry_computation()->root_instruction()->operand(0);
  HloInstruction* g = h->operand(0);
  EXPECT_TRUE(ReplaceOperandWithDifferentShape(g, 0, g).ok());
  PrintOptions options;
  options.compact_gte = true;
  EXPECT_NE(PrintHloModule(*module, options).find("negate(%g#0"), std::string::npos);
}

// Sugar that a module has as written prints in every mode.
TEST(ModulePrinter, SugarAsWritten) {
  const HloModule module = *ParseHloModule(
      "HloModule m\nENTRY e {\n  p = f32[4] parameter(0)\n"
      "  s = ((f32[4]), f32[4]) negate-start(p)\n  ROOT d = f32[4] negate-done(s)\n}");
  for (const AsyncPrintMode mode : {AsyncPrintMode::kSugar, AsyncPrintMode::kXla,
                                    AsyncPrintMode::kGeneric, AsyncPrintMode::kKeep}) {
    PrintOptions options;
    options.async_mode = mode;
    const std::string text = PrintHloModule(module, options);
    EXPECT_THAT(text, HasSubstr("negate-start(%p)"));
    EXPECT_THAT(text, HasSubstr("negate-done(%s)"));
  }
}

// Bodies in place: each takes stack.
TEST(ModulePrinter, NestedBodiesHaveADepth) {
  constexpr int kDeepest = 1000;
  std::string text = "HloModule m\nf0 {\n  ROOT p0 = f32[] parameter(0)\n}\n";
  for (int i = 1; i <= kDeepest + 2; ++i) {
    StrAppend(&text, i == kDeepest + 2 ? "ENTRY " : "", "callee", i, " {\n  p", i,
              " = f32[] parameter(0)\n  ROOT r", i, " = f32[] call(p", i,
              "), to_apply=", i == 1 ? "f" : "callee", i - 1, "\n}\n");
  }
  PrintOptions options;
  options.print_subcomputation_mode = SubcomputationMode::kFullBodies;
  options.max_expansion_bytes = int64_t{1} << 40;
  const HloModule module = ReadModule(text);
  const std::string printed =
      PrintHloInstruction(*module.entry_computation()->root_instruction(), options);
  EXPECT_THAT(printed, HasSubstr("(p2: "));
  EXPECT_THAT(printed, HasSubstr("to_apply=%callee1\n"));
  EXPECT_THAT(printed, Not(HasSubstr("(p1: ")));
}

// Bodies in place: printing a module whose computations call the next one twice would take 2^40.
TEST(ModulePrinter, NestedBodiesHaveALimit) {
  std::string text = "HloModule m\n\nc0 {\n  ROOT x = f32[] parameter(0)\n}\n\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string callee = "c" + std::to_string(i - 1);
    text += (i == 40 ? "ENTRY c" : "c") + std::to_string(i) + " {\n  p = f32[] parameter(0)\n" +
            "  a = f32[] call(p), to_apply=" + callee +
            "\n  ROOT b = f32[] call(a), to_apply=" + callee + "\n}\n\n";
  }
  const absl::StatusOr<HloModule> module = ParseHloModule(text);
  ASSERT_TRUE(module.ok());
  PrintOptions options = PrintOptions::Canonical();
  options.max_expansion_bytes = 100000;
  const std::string printed = PrintHloModule(*module, options);
  EXPECT_LT(printed.size(), 200000u);
  EXPECT_NE(printed.find("to_apply=c38"), std::string::npos) << "names beyond the limit";
}

// Text that options repeat or write out is short if the budget is small, and the same program.
TEST(ModulePrinter, ExpansionHasALimit) {
  std::string tuple;
  for (int i = 0; i < 100; ++i) tuple += (i > 0 ? ", f32[8]{0}" : "f32[8]{0}");
  std::string text = "HloModule m\n\nFileNames\n1 \"" + std::string(1000, 'f') +
                     "\"\n\nFunctionNames\n1 \"f\"\n\nFileLocations\n"
                     "1 {file_name_id=1 function_name_id=1 line=1 end_line=1 column=1 "
                     "end_column=1}\n\nStackFrames\n"
                     "1 {file_location_id=1 parent_frame_id=1}\n\n"
                     "add {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n"
                     "  ROOT z = f32[] add(x, y)\n}\n\nENTRY e {\n  p = (" +
                     tuple + ") parameter(0)\n";
  for (int i = 0; i < 100; ++i) {
    const std::string n = std::to_string(i);
    text += "  g" + n + " = f32[8] get-tuple-element(p), index=" + n + "\n  r" + n +
            " = f32[8] all-reduce(g" + n + "), replica_groups=[2,500]<=[1000], to_apply=add, " +
            "metadata={stack_frame_id=1}\n  zero" + n + " = f32[1000] constant(0)\n";
  }
  text += "  ROOT last = f32[8] copy(g0)\n}\n";
  const absl::StatusOr<HloModule> module = ParseHloModule(text);
  ASSERT_TRUE(module.ok()) << module.status();
  const std::string expected = PrintHloModule(*module);
  const auto print = [&](PrintOptions options, int64_t bytes) {
    options.max_expansion_bytes = bytes;
    const std::string printed = PrintHloModule(*module, options);
    const absl::StatusOr<HloModule> again = ParseHloModule(printed);
    EXPECT_TRUE(again.ok()) << again.status();
    if (printed.find("{...}") == std::string::npos) {
      EXPECT_EQ(Fingerprint(*again), Fingerprint(*module));
    }
    return printed.size();
  };
  for (bool PrintOptions::* option :
       {&PrintOptions::print_operand_shape, &PrintOptions::print_large_constants,
        &PrintOptions::print_full_replica_group_list, &PrintOptions::print_inline_stack_frames}) {
    PrintOptions options;
    options.*option = true;
    EXPECT_GT(print(options, 0), expected.size() + 80000);
    EXPECT_LT(print(options, 10000), expected.size() + 20000);
  }
}

// A 0 stands for all elements of an array, but no text stands for a tuple.
TEST(ModulePrinter, TuplesBeyondTheLimitAreElided) {
  const absl::StatusOr<HloModule> module = ParseHloModule(
      "HloModule m\n\nENTRY e {\n  ROOT t = (f32[1000], pred[]) constant((0, true))\n}\n");
  ASSERT_TRUE(module.ok()) << module.status();
  PrintOptions options;
  options.print_large_constants = true;
  EXPECT_NE(PrintHloModule(*module, options).find("0, 0"), std::string::npos);
  options.max_expansion_bytes = 100;
  EXPECT_NE(PrintHloModule(*module, options).find("constant({...})"), std::string::npos);
}

// Nor for an array with one nonzero element.
TEST(ModulePrinter, ArraysBeyondTheLimitAreElided) {
  const auto print = [](const std::string& value) {
    const HloModule module =
        *ParseHloModule("ENTRY e {\n  ROOT t = f32[1000] constant(" + value + ")\n}\n");
    PrintOptions options;
    options.print_large_constants = true;
    options.max_expansion_bytes = 100;
    const std::string text = PrintHloModule(module, options);
    const size_t begin = text.find("constant(");
    return text.substr(begin, text.find(')', begin) + 1 - begin);
  };
  EXPECT_EQ(print("0"), "constant(0)");
  EXPECT_EQ(print("1"), "constant({...})");
}

TEST(ModulePrinter, EssentialConstantsHaveALimit) {
  PrintOptions options;
  options.print_only_essential_constants = true;
  const auto print = [&](int count) {
    std::string values = "7";
    for (int i = 1; i < count; ++i) values += i % 2 == 0 ? ",7" : ",5";
    const std::string shape = "s8[" + std::to_string(count) + "]";
    return PrintHloModule(*ReadHloModule("HloModule m\nENTRY e { ROOT c = " + shape +
                                         " constant({" + values + "}) }"),
                          options);
  };
  EXPECT_NE(print(500000).find("constant({7, 5, 7, "), std::string::npos);
  EXPECT_NE(print(500001).find("constant({...})"), std::string::npos);
}

// XLA prints {...}.
TEST(ModulePrinter, EssentialOnesHaveNoMinusZero) {
  const auto print = [](std::string_view shape, std::string_view value) {
    const std::string text =
        StrCat("HloModule m\nENTRY e { ROOT c = ", shape, " constant(", value, ") }");
    return PrintHloModule(*ReadHloModule(text), PrintOptions::Fingerprint());
  };
  EXPECT_THAT(print("c64[]", "(1, 0)"), HasSubstr("constant(1)"));
  EXPECT_THAT(print("c64[]", "(1, -0.0)"), HasSubstr("constant({...})"));
  EXPECT_THAT(print("c128[2]", "{(1, 0), (1, 0)}"), HasSubstr("constant(1)"));
  EXPECT_THAT(print("c128[2]", "{(1, 0), (1, -0.0)}"), HasSubstr("constant({...})"));
}

TEST(ModulePrinter, AComputationBeforeItsBuildHasNoRoot) {
  HloModule module = CreateHloModule("m");
  HloBuilder builder(&module, "e");
  HloInstruction* x = builder.AddParameter(module.shapes().Array(PrimitiveType::kF32, {2}), "x");
  builder.AddUnary(HloOpcode::kNegate, x);
  EXPECT_EQ(PrintHloComputation(*builder.computation()),
            "%e (x: f32[2]) -> ? {\n  %x = f32[2]{0} parameter(0)\n"
            "  %negate = f32[2]{0} negate(%x)\n}");
}

// An index beyond the tuple is read, but %p#2 is not.
TEST(ModulePrinter, ElementsThatATupleLacksStayInstructions) {
  const HloModule module = *ReadHloModule(
      "HloModule m\nENTRY e {\n  p = (s32[], f32[4]) parameter(0)\n"
      "  v = f32[4] get-tuple-element(p), index=2\n  w = f32[4] get-tuple-element(p), index=1\n"
      "  u = f32[4] get-tuple-element(p), index=-1\n  a = f32[4] add(v, w)\n"
      "  ROOT r = f32[4] add(a, u)\n}");
  PrintOptions options;
  options.compact_gte = true;
  const std::string text = PrintHloModule(module, options);
  EXPECT_THAT(text, HasSubstr("get-tuple-element(%p), index=2"));
  EXPECT_THAT(text, HasSubstr("add(%v, %p#1)"));
  EXPECT_THAT(text, HasSubstr("get-tuple-element(%p), index=-1"));
  EXPECT_THAT(text, HasSubstr("add(%a, %u)"));
  EXPECT_TRUE(ReadHloModule(text).ok());
}

// An all-reduce of all devices by their numbers, without the channel that reading it asks for.
TEST(RoundTripWarnings, ValuesWithoutText) {
  HloModule module = *ReadHloModule(
      "HloModule m\nadd { x = f32[] parameter(0)\n  y = f32[] parameter(1)\n  ROOT z = f32[] "
      "add(x, y) }\n"
      "ENTRY e {\n  p = f32[4] parameter(0)\n  ROOT r = f32[4] all-reduce(p), channel_id=1, "
      "use_global_device_ids=true, to_apply=add\n}\n");
  EXPECT_TRUE(RoundTripWarnings(module, {}).empty());
  ASSERT_TRUE(
      RemoveAttribute(module.entry_computation()->root_instruction(), AttributeKind::kChannelId)
          .ok());
  const std::vector<Diagnostic> warnings = RoundTripWarnings(module, {});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].code, DiagnosticCode::kUnwritable);
}

}  // namespace hlo_text_v1::module_printer_test
