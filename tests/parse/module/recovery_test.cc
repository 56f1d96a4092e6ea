// Errors after the first one: continues at the next instruction or computation, without
// consequences of earlier errors.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::recovery_test {

using namespace internal;

using test::AllErrors;
using test::InEntry;

void ExpectErrors(const std::vector<Case>& cases) {
  ExpectCases(cases, [](const std::string& text) { return AllErrors(text); });
}

TEST(Recovery, GoesOnAtTheNextInstruction) {
  ExpectErrors({
      {InEntry("  a = f32[] foo()\n  b = f32[] bar()\n  c = f32[] constant(1)\n  d = f32[] baz()"),
       "3:13: expects opcode but sees: foo, error: Unknown opcode: foo ;; "
       "4:13: expects opcode but sees: bar, error: Unknown opcode: bar ;; "
       "6:13: expects opcode but sees: baz, error: Unknown opcode: baz"},
      {InEntry("  a = f32[]\n  ! ? junk (\n  ROOT b = f32[] bar()"),
       "4:3: expects opcode ;; 5:18: expects opcode but sees: bar, error: Unknown opcode: bar"},
      {InEntry("  true = f32[] foo()\n  %b = f32[] bar()"),
       "3:3: expects name ;; 4:14: expects opcode but sees: bar, error: Unknown opcode: bar"},
      {InEntry("  5\n  %b = f32[] bar()"),
       "3:3: expects name ;; 4:14: expects opcode but sees: bar, error: Unknown opcode: bar"},
      {InEntry("  a = f32[] foo(), metadata={\n  op_name=\"x\"}\n  b = f32[] bar()"),
       "3:13: expects opcode but sees: foo, error: Unknown opcode: foo ;; "
       "5:13: expects opcode but sees: bar, error: Unknown opcode: bar"},
      {InEntry("  a = f32[] constant(1), sharding={x}\n  b = f32[] negate(a, a)"),
       "3:36: unexpected token ;; 3:26: error parsing attribute sharding"},
  });
}

// The second instruction uses a rejected one: its errors may be consequences.
TEST(Recovery, LeavesOutConsequences) {
  ExpectErrors({
      {InEntry("  a = f32[] foo()\n  b = f32[] negate(a)\n  ROOT c = f32[] add(b, a)"),
       "3:13: expects opcode but sees: foo, error: Unknown opcode: foo"},
      {InEntry("  a = foo()\n  b = negate(a)\n  ROOT c = add(b, a)"),
       "3:7: expects opcode but sees: foo, error: Unknown opcode: foo"},
      {InEntry("  p = f32[] parameter(x)\n  q = f32[] parameter(1)"), "3:23: expects integer"},
      {"HloModule m\nENTRY e () -> f32[3] {\n  ROOT r = f32[2] foo()\n}\n",
       "3:19: expects opcode but sees: foo, error: Unknown opcode: foo"},
      {InEntry("  a = f32[] foo()\n  a = f32[] constant(1)"),
       "3:13: expects opcode but sees: foo, error: Unknown opcode: foo ;; "
       "4:3: instruction already exists: a ;; 3:3: instruction previously defined here"},
  });
}

TEST(Recovery, GoesOnAtTheNextComputation) {
  const std::string good = " {\n  p = f32[] parameter(0)\n}\n";
  ExpectErrors({
      {"HloModule m, foo=1\nf (f32[]) -> f32[] {\n  p = f32[] foo()\n}\n",
       "1:14: unexpected attribute \"foo\". Allowed attributes: alias_passthrough_params, "
       "allow_spmd_sharding_propagation_to_output, allow_spmd_sharding_propagation_to_parameters, "
       "backend_config, buffer_donor, debug_attributes, entry_computation_layout, "
       "frontend_attributes, input_output_alias, is_scheduled, num_partitions, "
       "origin_recovery_table, replica_count ;; 2:4: expects name"},
      {"HloModule m\nf (x: f32[] {\n  p = f32[] parameter(0)\n}\nENTRY e {\n  q = f32[] foo()\n}\n",
       "2:13: expects ')' at the end of param list ;; "
       "6:13: expects opcode but sees: foo, error: Unknown opcode: foo"},
      {"HloModule m\nf (p: f32[ {\n  ROOT c = f32[2] constant({\n    1, 2})\n}\nENTRY g {\n"
       "  ROOT b = f32[] bar()\n}\n",
       "2:12: expects integer ;; 7:18: expects opcode but sees: bar, error: Unknown opcode: bar"},
      {"HloModule m\nENTRY e" + good + "ENTRY f" + good, "5:1: expects only one ENTRY"},
  });
}

TEST(Recovery, ANestedBodyIsRefusedWithItsInstruction) {
  EXPECT_EQ(test::PrintedRoot(InEntry("  a = f32[] constant(1)\n"
                                      "  b = f32[] call(a), to_apply={\n"
                                      "    c = f32[] foo()\n"
                                      "    d = f32[] bar()\n"
                                      "  }\n"
                                      "  e = f32[] constant(2)")),
            "5:15: expects opcode but sees: foo, error: Unknown opcode: foo ;; "
            "4:22: error parsing attribute to_apply");
}

// Many errors are found only after looking at the token after the instruction, in the next line.
TEST(Recovery, TheLineBehindTheRefusedOneIsRead) {
  ExpectErrors({
      {InEntry("  a = f32[] constant(1)\n  b = f32[] add(a)\n  c = f32[] constant(2)\n"
               "  ROOT d = f32[] add(a, c)"),
       "4:16: expects 2 operands, but has 1 operands"},
      {InEntry("  a = f32[2] constant({1,2})\n  b = f32[7] reshape(a)\n  c = f32[] constant(2)\n"
               "  ROOT d = f32[] negate(c)"),
       "5:3: expects the same number of elements in result shape f32[7] and operand shape f32[2]"},
      {InEntry("  a = foo()\n  b = f32[] add(a)\n  c = f32[] constant(1)\n  d = f32[] add(c)"),
       "3:7: expects opcode but sees: foo, error: Unknown opcode: foo ;; "
       "6:16: expects 2 operands, but has 1 operands"},
      {InEntry("  a = f32[] constant(1)\n  b = f32[] add(a)"),
       "4:16: expects 2 operands, but has 1 operands"},
      {"HloModule m\nf {\n  p = f32[] parameter(0)\n}\nf {\n  p = f32[] parameter(0)\n}\n"
       "%g (x) -> f32[] {\n  p = f32[] parameter(0)\n}\n",
       "5:1: computation already exists: f ;; 2:1: computation previously defined here ;; "
       "8:6: expected primitive type, saw kRparen"},
      {"HloModule m\nf {\n  p = f32[] parameter(0)\n}, foo=1\ng {\n  p = f32[] foo()\n}\n",
       "4:4: unexpected attribute \"foo\". Allowed attributes: backend_config, execution_thread ;; "
       "6:13: expects opcode but sees: foo, error: Unknown opcode: foo"},
  });
}

TEST(Recovery, TheTextMayEndAnywhere) {
  ExpectErrors({
      {"HloModule m\nENTRY e {\n  a = f32[] foo()",
       "3:13: expects opcode but sees: foo, error: "
       "Unknown opcode: foo"},
      {"HloModule m\nENTRY e {\n  a = f32[] foo()\n  b =",
       "3:13: expects opcode but sees: foo, error: Unknown opcode: foo ;; 4:6: expects opcode"},
      {"HloModule m\nENTRY e {\n  a = f32[] foo()\n}",
       "3:13: expects opcode but sees: foo, error: Unknown opcode: foo"},
  });
}

TEST(Recovery, ARefusedComputationIsNotMissing) {
  const std::string entry = "ENTRY e {\n  ROOT r = f32[] call(), to_apply=f\n}\n";
  ExpectErrors({
      {"HloModule m\nf {\n  p = f32[] constant(1)\n}, foo=1\n" + entry,
       "4:4: unexpected attribute \"foo\". Allowed attributes: backend_config, execution_thread"},
      {"HloModule m\nf (x: f32[] {\n  p = f32[] constant(1)\n}\n" + entry,
       "2:13: expects ')' at the end of param list"},
      {"HloModule m\n" + entry + "f {\n  p = f32[] constant(1)\n}, foo=1\n",
       "7:4: unexpected attribute \"foo\". Allowed attributes: backend_config, execution_thread"},
      {"HloModule m\ng {\n  p = f32[] constant(1)\n}, foo=1\n" + entry,
       "4:4: unexpected attribute \"foo\". Allowed attributes: backend_config, execution_thread ;; "
       "6:35: computation does not exist: f ;; 6:26: error parsing attribute to_apply"},
  });
}

// Our message for an error without one in XLA.
TEST(Recovery, NoRefusalIsSilent) {
  for (const char* text :
       {"HloModule m, origin_recovery_table={ {\"x\"}:{\"y\"}, \"broken\" }\nENTRY e { p = f32[] "
        "parameter(0) }",
        "f32[-1] parameter(0)"}) {
    EXPECT_NE(AllErrors(text), "") << text;
  }
}

TEST(Recovery, ErrorsAreCutAtTheLimitButNotTheFirstRefusal) {
  ParseOptions options;
  options.max_errors = 2;
  EXPECT_EQ(
      AllErrors(InEntry("  a = f32[] negate(b)\n  c = f32[] foo()"), options),
      "3:20: cannot parse as an instruction name or as a nested instruction: instruction does "
      "not exist: b ;; 4:13: expects opcode but sees: foo, error: Unknown opcode: foo ;; "
      "4:13: too many errors; the rest of the text is not read");
  EXPECT_EQ(AllErrors(InEntry("  a = f32[2]{0:T(#)} foo()\n  b = f32[] bar()"), options),
            "3:18: expects integer ;; 3:19: expects kOctothorp to be followed by kLparen ;; "
            "3:19: expected primitive type, saw kRparen ;; "
            "3:22: expects opcode but sees: foo, error: Unknown opcode: foo ;; "
            "3:22: too many errors; the rest of the text is not read");
  EXPECT_EQ(AllErrors(InEntry("  a = f32[] foo()\n  b = f32[] foo()\n  c = f32[] foo()"), options),
            "3:13: expects opcode but sees: foo, error: Unknown opcode: foo ;; "
            "4:13: expects opcode but sees: foo, error: Unknown opcode: foo ;; "
            "4:13: too many errors; the rest of the text is not read");
}

TEST(Recovery, DiagnosticsCoverTheTokenThatStandsThere) {
  std::vector<Diagnostic> diagnostics;
  const std::string text = InEntry("  a = f32[] foo()");
  EXPECT_FALSE(ParseHloModule(text, {}, &diagnostics).ok());
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].severity, Severity::kError);
  EXPECT_EQ(diagnostics[0].code, DiagnosticCode::kUnknownOpcode);
  EXPECT_EQ(text.substr(diagnostics[0].begin, diagnostics[0].end - diagnostics[0].begin), "foo");
}

}  // namespace hlo_text_v1::recovery_test
