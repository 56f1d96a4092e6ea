// The three kinds of text: with a header, without one, and a single instruction.
#include <absl/strings/escaping.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/graph.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::module_test {

using namespace internal;

using test::Outcome;
using test::PrintedEntry;
// The name of the module and its computations, "m ; ENTRY e".
std::string Heads(const std::string& text) {
  return Outcome(text, [](const HloModule& module) {
    std::string heads(module.name());
    for (const HloComputation* computation : ComputationPostOrder(module)) {
      StrAppend(&heads, " ; ", computation->IsEntry() ? "ENTRY " : "", computation->name());
    }
    return heads;
  });
}

void ExpectHeads(const std::vector<Case>& cases) { ExpectCases(cases, Heads); }

void ExpectEntries(const std::vector<Case>& cases) { ExpectCases(cases, PrintedEntry); }

TEST(ModuleParser, Headers) {
  ExpectHeads({
      {"", "1:1: expects name: the text is empty"},
      {" ", "1:2: expects name: the text is empty"},
      {R"(// nothing
)",
       "2:1: expects name: the text has nothing but comments"},
      {R"(HloModule "m")", "1:11: expects name"},
      {R"(HloModule f32
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "1:11: expects name"},
      {R"(HloModule %f32
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "f32 ; ENTRY e"},
      {R"(HloModule m:
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "m ; ENTRY e"},
      {R"(HloModule m=
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "1:11: expects name"},
      {R"(HloModule __x
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "__x ; ENTRY e"},
      {R"(HloModule ROOT
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "1:11: expects name"},
      {R"(HloModule a-b.c
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "a-b.c ; ENTRY e"},
      {R"(%HloModule m
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "1:12: expects '=' in instruction"},
      {R"(HloModule m HloModule n
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "1:13: expects name"},
      {R"(HloModule m, 
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "2:1: expects attribute name ;; 2:1: error parsing attributes"},
      {R"(HloModule m is_scheduled=true
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "1:13: expects name"},
      {R"(HloModule m, is_scheduled =true
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "1:14: expects attribute name: an attribute has no blank before its '=' ;; 1:14: error "
       "parsing attributes"},
      {R"(HloModule m, is_scheduled=true
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "m ; ENTRY e"},
      {R"(HloModule m , is_scheduled= false , replica_count=1
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "m ; ENTRY e"},
      {R"(HloModule m, foo=1
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       R"(1:14: unexpected attribute "foo". Allowed attributes: alias_passthrough_params, allow_spmd_sharding_propagation_to_output, allow_spmd_sharding_propagation_to_parameters, backend_config, buffer_donor, debug_attributes, entry_computation_layout, frontend_attributes, input_output_alias, is_scheduled, num_partitions, origin_recovery_table, replica_count)"},
      {R"(HloModule m, replica_count=2, replica_count=2
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "1:31: attribute replica_count already exists"},
      {R"(HloModule m
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
x)",
       "5:2: expects '{' at the beginning of instruction list."},
      {R"(HloModule m
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
})",
       "5:1: expects name"},
      {R"(hloModule m
ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "1:11: expects '=' in instruction"},
  });
}

TEST(ModuleParser, WithoutHeader) {
  ExpectHeads({
      {R"(ENTRY e {
  ROOT p = f32[2] parameter(0)
}
)",
       "module_e ; ENTRY e"},
      {"ENTRY e { p = f32[2] parameter(0) }", "module_e ; ENTRY e"},
      {"e { p = f32[2] parameter(0) }", "module_e ; ENTRY e"},
      {"__e { p = f32[2] parameter(0) }", "module_a_e ; ENTRY a_e"},
      {"%f32 { p = f32[2] parameter(0) }", "module_f32_ ; ENTRY f32_"},
      {"e.01 { p = f32[2] parameter(0) }", "module_e.1 ; ENTRY e.1"},
      {R"(f { p = f32[2] parameter(0) }
ENTRY g { q = f32[2] parameter(0) })",
       "module_g ; f ; ENTRY g"},
      {R"(f { p = f32[2] parameter(0) }
g { q = f32[2] parameter(0) })",
       "module_g ; f ; ENTRY g"},
      {"true { p = f32[2] parameter(0) }", "1:1: expects name"},
      {"ENTRY e (p: f32[2]) -> f32[2] { p = f32[2] parameter(0) }", "module_e ; ENTRY e"},
      {"b (p: f32[]) -> f32[] { p = f32[] parameter(0) }",
       "1:4: expected primitive type, saw kName"},
      {"f32 { p = f32[] parameter(0) }", "1:1: expects name"},
      {"FileNames {", "1:11: expects 'FunctionNames'"},
      {"is_scheduled=true { p = f32[2] parameter(0) }",
       "1:1: expects name: a name needs a blank before its '='"},
      {"5 { p = f32[2] parameter(0) }", "1:1: expects name"},
  });
}

TEST(ModuleParser, SingleInstructions) {
  ExpectEntries({
      {"f32[2] add(f32[2], f32[2])", R"(%_0 = f32[2]{0} parameter(0)
%_1 = f32[2]{0} parameter(1)
ROOT %_ = f32[2]{0} add(%_0, %_1))"},
      {"f32[2] add(f32[2] x, f32[2] y)", R"(%x = f32[2]{0} parameter(0)
%y = f32[2]{0} parameter(1)
ROOT %_ = f32[2]{0} add(%x, %y))"},
      {"f32[2] add(f32[2] x, f32[2] x)", R"(%x = f32[2]{0} parameter(0)
ROOT %_ = f32[2]{0} add(%x, %x))"},
      {"f32[2] add(f32[2] x, f32[3] x)",
       "1:22: cannot parse as an instruction name or as a nested instruction: The declared operand "
       "shape f32[3]{0} is not compatible with the shape of the operand instruction f32[2]{0}."},
      {"f32[2] add(f32[2] %x, f32[2])", R"(%x = f32[2]{0} parameter(0)
%_1 = f32[2]{0} parameter(1)
ROOT %_ = f32[2]{0} add(%x, %_1))"},
      {"a = f32[2] add(f32[2] x, f32[2] y)", R"(%x = f32[2]{0} parameter(0)
%y = f32[2]{0} parameter(1)
ROOT %a = f32[2]{0} add(%x, %y))"},
      {"ROOT a = f32[2] add(f32[2] x, f32[2] y)", R"(%x = f32[2]{0} parameter(0)
%y = f32[2]{0} parameter(1)
ROOT %a = f32[2]{0} add(%x, %y))"},
      {"%a = add(f32[2] x, f32[2] y)", R"(%x = f32[2]{0} parameter(0)
%y = f32[2]{0} parameter(1)
ROOT %a = f32[2]{0} add(%x, %y))"},
      {"f32[2] negate(f32[2] x),",
       "1:25: expects attribute name ;; 1:25: error parsing attributes"},
      {"ROOT f32[2] negate(f32[2] x)", "1:6: expects name"},
      {"f32[2] negate(f32[2])", R"(%_0 = f32[2]{0} parameter(0)
ROOT %_ = f32[2]{0} negate(%_0))"},
      {"(f32[2], s32[]) tuple(f32[2], s32[] i)", R"(%_0 = f32[2]{0} parameter(0)
%i = s32[] parameter(1)
ROOT %_ = (f32[2]{0}, s32[]) tuple(%_0, %i))"},
      {R"(b(f32[2]) custom-call(f32[2] p), custom_call_target="x")", R"(%p = f32[2]{0} parameter(0)
ROOT %_ = b(f32[2]{0}) custom-call(%p), custom_call_target="x")"},
      {"f32[2] negate(f32[2] negate(f32[2] p))", R"(%negate = f32[2]{0} parameter(0)
%p = f32[2]{0} parameter(1)
%negate.anon = f32[2]{0} negate(%p)
ROOT %_ = f32[2]{0} negate(%negate.anon))"},
      {"f32[2] add(f32[2] negate(f32[2] p), f32[2] q)", R"(%negate = f32[2]{0} parameter(0)
%p = f32[2]{0} parameter(1)
%negate.anon = f32[2]{0} negate(%p)
%q = f32[2]{0} parameter(2)
ROOT %_ = f32[2]{0} add(%negate.anon, %q))"},
      {"f32[2] negate(f32[2] _0)", R"(%_0 = f32[2]{0} parameter(0)
ROOT %_ = f32[2]{0} negate(%_0))"},
      {"f32[2] add(f32[2], f32[2] _0)", R"(%_0 = f32[2]{0} parameter(0)
ROOT %_ = f32[2]{0} add(%_0, %_0))"},
      {"f32[2] negate(f32[2] _)",
       "1:1: instruction already exists: _ ;; 1:23: instruction previously defined here"},
      {"f32[] constant(1)", "ROOT %_ = f32[] constant(1)"},
      {"f32[2] parameter(0)", "ROOT %_ = f32[2]{0} parameter(0)"},
      {"f32[] foo(f32[] x)", "1:7: expects opcode but sees: foo, error: Unknown opcode: foo"},
      {R"(f32[] call(f32[] x), to_apply={ y = f32[] parameter(0)
ROOT z = f32[] negate(y) })",
       R"(%x = f32[] parameter(0)
ROOT %_ = f32[] call(%x), to_apply=%_.1)"},
      {"f32[] call(f32[] x), to_apply=f",
       "1:31: computation does not exist: f ;; 1:22: error parsing attribute to_apply"},
      {R"(f32[] call(f32[] x), to_apply={ y = f32[] parameter(0)
ROOT z = f32[] negate(f32[] w) })",
       "2:23: cannot parse as an instruction name or as a nested instruction: instruction does not "
       "exist: w"},
      {"f32[] get-tuple-element((f32[], s32[]) t), index=0", R"(%t = (f32[], s32[]) parameter(0)
ROOT %_ = f32[] get-tuple-element(%t), index=0)"},
      {"f32[2] negate(f32[2] x), sharding={replicated}", R"(%x = f32[2]{0} parameter(0)
ROOT %_ = f32[2]{0} negate(%x), sharding={replicated})"},
      {"f32[2] negate(f32[2] x), control-predecessors={x}", R"(%x = f32[2]{0} parameter(0)
ROOT %_ = f32[2]{0} negate(%x), control-predecessors={%x})"},
      {"x", "1:2: expects '=' in instruction"},
      {"x =", "1:4: expects opcode"},
      {"x = ", "1:5: expects opcode"},
      {"f32", "1:4: expects a list starting with kLsquare"},
      {R"(f32[2] while(f32[2] x), condition={ a = f32[2] parameter(0)
 ROOT c = pred[] constant(true) }, body={ a = f32[2] parameter(0)
 ROOT b = f32[2] negate(a) })",
       R"(%x = f32[2]{0} parameter(0)
ROOT %_ = f32[2]{0} while(%x), condition=%_.1, body=%_.2)"},
  });
}

// XLA gives no reason for these, or crashes.
TEST(ModuleParser, SingleInstructionsRefusedInWordsOfItsOwn) {
  ExpectEntries({
      {"a = f32[2] parameter(1)",
       "1:1: parameters of a computation must be numbered 0..0 without gaps; number 0 is missing"},
      {"f32[2] add(f32[2] parameter(0), f32[2] parameter(1))",
       "1:12: cannot parse as an instruction name or as a nested instruction: Duplicate parameter "
       "number 0"},
  });
}

TEST(ModuleParser, NamesAndErrorsOfImplicitParameters) {
  ExpectEntries({
      {"f32[] negate((f32[], s32[]) t#0)",
       "1:14: cannot parse as an instruction name or as a nested instruction: Operand had no shape "
       "in HLO text; cannot create parameter for single-instruction module."},
      {"f32[2] negate(f32[2] %f32)", R"(%f32_ = f32[2]{0} parameter(0)
ROOT %_ = f32[2]{0} negate(%f32_))"},
  });
}

TEST(ModuleParser, SingleInstructionBecomesAScheduledModule) {
  EXPECT_EQ(
      test::PrintedModule("f32[2] add(f32[2], f32[2])"),
      R"(HloModule _, is_scheduled=true, entry_computation_layout={(f32[2]{0}, f32[2]{0})->f32[2]{0}}

ENTRY %_ (_0: f32[2], _1: f32[2]) -> f32[2] {
  %_0 = f32[2]{0} parameter(0)
  %_1 = f32[2]{0} parameter(1)
  ROOT %_ = f32[2]{0} add(%_0, %_1)
}

)");
}

TEST(ModuleParser, NothingMayFollowASingleInstruction) {
  const std::string message =
      ": Syntax error: Expected eof after parsing single instruction. Did you mean to write an HLO "
      "module and forget the \"HloModule\" header?";
  ExpectEntries({
      {"f32[2] negate(f32[2] x) x", "1:25" + message},
      {"f32[2] negate(f32[2] x)\n\nf32[2] negate(f32[2] y)", "3:1" + message},
  });
}

// ---- ParseHloInstructions.

// The entry computation without its name and signature, or the first error.
std::string Instructions(std::string_view text) {
  const absl::StatusOr<HloModule> module = ParseHloInstructions(text);
  if (!module.ok()) return std::string(module.status().message());
  const std::string printed = PrintHloComputation(*module->entry_computation());
  return printed.substr(printed.find('\n') + 1);
}

TEST(ParseHloInstructions, LinesMakeTheEntryComputation) {
  EXPECT_EQ(Instructions("a = f32[] parameter(0)\nb = f32[] negate(a)\nc = f32[] add(a, b)"),
            "  %a = f32[] parameter(0)\n"
            "  %b = f32[] negate(%a)\n"
            "  ROOT %c = f32[] add(%a, %b)\n}");
  EXPECT_EQ(Instructions("a = f32[] constant(1) ROOT b = f32[] negate(a) c = f32[] abs(a)"),
            "  %a = f32[] constant(1)\n"
            "  ROOT %b = f32[] negate(%a)\n"
            "  %c = f32[] abs(%a)\n}");
  EXPECT_EQ(Instructions("ROOT c = f32[] call(f32[] x), to_apply={ p = f32[] parameter(0) }"),
            "  %x = f32[] parameter(0)\n"
            "  ROOT %c = f32[] call(%x), to_apply=%_.1\n}");
}

TEST(ParseHloInstructions, OneWithoutANameIsThatOfParseHloModule) {
  const std::string text = "f32[2] add(f32[2] x, f32[2])";
  EXPECT_EQ(PrintHloModule(*ParseHloInstructions(text)), PrintHloModule(*ParseHloModule(text)));
}

TEST(ParseHloInstructions, UndefinedOperandsWithShapesAreParameters) {
  EXPECT_EQ(Instructions("a = f32[] add(f32[] x, f32[] y)\nb = f32[] multiply(f32[] x, f32[] a)"),
            "  %x = f32[] parameter(0)\n"
            "  %y = f32[] parameter(1)\n"
            "  %a = f32[] add(%x, %y)\n"
            "  ROOT %b = f32[] multiply(%x, %a)\n}");
  // They take the free numbers.
  EXPECT_EQ(Instructions("p = f32[] parameter(1) q = f32[] parameter(0) a = f32[] abs(f32[] x)"),
            "  %p = f32[] parameter(1)\n"
            "  %q = f32[] parameter(0)\n"
            "  %x = f32[] parameter(2)\n"
            "  ROOT %a = f32[] abs(%x)\n}");
  EXPECT_EQ(Instructions("a = f32[] abs(f32[] x) p = f32[] parameter(0)"),
            "1:45: error: Duplicate parameter number 0");
  EXPECT_EQ(Instructions("p = f32[] parameter(1) a = f32[] abs(f32[] x)"),
            "  %p = f32[] parameter(1)\n"
            "  %x = f32[] parameter(0)\n"
            "  ROOT %a = f32[] abs(%x)\n}");
}

TEST(ParseHloInstructions, Refusals) {
  EXPECT_EQ(Instructions(""), "1:1: error: expects name: the text is empty");
  EXPECT_EQ(Instructions("a = f32[] negate(b)"),
            "1:18: error: cannot parse as an instruction name or as a nested instruction: "
            "Operand had no shape in HLO text; cannot create parameter for single-instruction "
            "module.");
  EXPECT_EQ(Instructions("ROOT a = f32[] constant(1) ROOT b = f32[] constant(1)"),
            "1:28: error: one computation should have only one ROOT");
  EXPECT_EQ(Instructions("a = f32[] constant(1) }"), "1:23: error: expects name");
  EXPECT_EQ(Instructions("a = f32[] call(), to_apply=f"),
            "1:28: error: computation does not exist: f");
  EXPECT_EQ(Instructions("f { a = f32[] constant(1) }"), "1:3: error: expects '=' in instruction");
}

TEST(ParseHloInstructions, GoOnAfterAnError) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(ParseHloInstructions("a = f32[] foo()\nb = f32[] bar()\nc = f32[] constant(1)", {},
                                    &diagnostics)
                   .ok());
  EXPECT_EQ(diagnostics.size(), 2u);
}

TEST(ModuleParser, StatusIsTheFirstErrorWithItsPlace) {
  const absl::StatusOr<HloModule> module = ParseHloModule("HloModule m\n\n  5");
  EXPECT_EQ(module.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(module.status().message(), "3:3: error: expects name");
}

TEST(ModuleParser, DiagnosticsAreClearedOnSuccess) {
  std::vector<Diagnostic> diagnostics(3);
  EXPECT_TRUE(ParseHloModule("f32[] constant(1)", {}, &diagnostics).ok());
  EXPECT_TRUE(diagnostics.empty());
}

// As in XLA, a right side is a level, and so is its list of operands, known or not.
TEST(ModuleParser, NestedOperandsTakeTwoLevels) {
  const auto reads = [](int depth, std::string_view root) {
    ParseOptions options;
    options.limits.max_nesting_depth = depth;
    const std::string text = "ENTRY e {\n  p = f32[] parameter(0)\n  ROOT r = f32[] ";
    return ParseHloModule(text + std::string(root) + "\n}", options).ok();
  };
  for (const auto& [root, levels] : {std::pair{"negate(p)", 2},
                                     {"negate(f32[] negate(p))", 4},
                                     {"negate(f32[] negate(f32[] negate(%p)))", 6}}) {
    EXPECT_FALSE(reads(levels - 1, root)) << root;
    EXPECT_TRUE(reads(levels, root)) << root;
  }
}

// A module in a header may nest half as deep as that, one in its header a quarter.
TEST(ModuleParser, ModulesInHeadersShareTheDepth) {
  const auto reads = [](int depth, int levels) {
    std::string text;
    for (int i = 0; i <= levels; ++i) {
      const std::string table =
          i == 0 ? ""
                 : ", origin_recovery_table={ {\"a\"}:{\"b\"}, \"" + absl::CEscape(text) + "\" }";
      text = "HloModule m" + table + "\nENTRY e { ROOT p = f32[] parameter(0) }";
    }
    ParseOptions options;
    options.limits.max_nesting_depth = depth;
    return ParseHloModule(text, options).ok();
  };
  for (int depth = 2, levels = 0; depth <= 32; depth *= 2, ++levels) {
    EXPECT_TRUE(reads(depth, levels)) << depth;
    EXPECT_FALSE(reads(depth, levels + 1)) << depth;
  }
}

TEST(ModuleParser, UniquifyMayBeLeftOut) {
  const std::string text =
      "a {\n  x = f32[] constant(1)\n}\nENTRY e {\n  x = f32[] constant(1)\n}\n";
  ParseOptions options;
  options.uniquify = false;
  EXPECT_EQ(ParseHloModule(text, options)->entry_computation()->root_instruction()->name(), "x");
  EXPECT_EQ(ParseHloModule(text)->entry_computation()->root_instruction()->name(), "x.1");
}

}  // namespace hlo_text_v1::module_test
