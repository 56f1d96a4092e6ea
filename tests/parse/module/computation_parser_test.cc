// Computations: heads, signatures, bodies and what stands behind the brace, as whole texts; then
// which names are seen where, and nested bodies.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/parse/module/parse_test_util.h"

namespace hlo::computation_parser_test {

using test::Outcome;
using test::ParseCase;
using test::PrintedNames;
// The entry computation as it prints.
std::string Printed(const std::string& text) {
  return Outcome("HloModule m\n" + text, [](const HloModule& module) {
    PrintOptions options;
    options.print_computation_mode = ComputationMode::kComputationWithEntryKeyword;
    return PrintHloComputation(*module.entry_computation(), options);
  });
}

void ExpectTexts(const std::vector<ParseCase>& cases) {
  for (const ParseCase& c : cases) EXPECT_EQ(Printed(c.text), c.expected) << c.text;
}

void ExpectNames(const std::vector<ParseCase>& cases) {
  for (const ParseCase& c : cases) EXPECT_EQ(PrintedNames(c.text), c.expected) << c.text;
}

TEST(ComputationParser, Signatures) {
  ExpectTexts({
      {"ENTRY e { p = f32[2] parameter(0) }\n", R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})"},
      {"e { p = f32[2] parameter(0) }\n", R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})"},
      {"%e { p = f32[2] parameter(0) }\n", R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})"},
      {"ENTRY e: { p = f32[2] parameter(0) }\n", R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})"},
      {"ENTRY e (x: f32[2]) -> f32[2] { p = f32[2] parameter(0) }\n",
       R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})"},
      {"ENTRY e (x f32[2], y: s32[]) -> f32[2] { p = f32[2] parameter(0) }\n",
       R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})"},
      {"ENTRY %e () -> f32[2] { p = f32[2] parameter(0) }\n", R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})"},
      {"ENTRY e () -> f32[<=2]{0:S(1)} { p = f32[2] parameter(0) }\n",
       R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})"},
      {"ENTRY e () -> f32[?] { p = f32[2] parameter(0) }\n", R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})"},
  });
}

TEST(ComputationParser, WrongSignatures) {
  ExpectTexts({
      {"ENTRY e () -> (f32[2]) { p = f32[2] parameter(0) }\n",
       "2:15: Shape of computation e, (f32[2]), is not compatible with that of its root "
       "instruction p, f32[2]"},
      {"ENTRY e () -> s32[2] { p = f32[2] parameter(0) }\n",
       "2:15: Shape of computation e, s32[2], is not compatible with that of its root instruction "
       "p, f32[2]"},
      {"ENTRY e () -> f32[3]{0} { p = f32[2] parameter(0) }\n",
       "2:15: Shape of computation e, f32[3], is not compatible with that of its root instruction "
       "p, f32[2]"},
      {"ENTRY e (x: f32[]) f32[] { p = f32[2] parameter(0) }\n", "2:20: expects '->'"},
      {"ENTRY e (x: f32[] { p = f32[2] parameter(0) }\n",
       "2:19: expects ')' at the end of param list"},
      {"ENTRY e (f32[2]) -> f32[2] { p = f32[2] parameter(0) }\n", "2:10: expects name"},
      {"ENTRY e (x: f32[2],) -> f32[2] { p = f32[2] parameter(0) }\n", "2:20: expects name"},
      {"ENTRY e (%x: f32[2]) -> f32[2] { p = f32[2] parameter(0) }\n",
       "2:12: expected primitive type, saw kColon"},
      {"ENTRY e (x : f32[2]) -> f32[2] { p = f32[2] parameter(0) }\n",
       "2:12: expected primitive type, saw kColon"},
      {"ENTRY e (x: ) -> f32[2] { p = f32[2] parameter(0) }\n",
       "2:13: expected primitive type, saw kRparen"},
      {"ENTRY e (x: f32[2]) -> { p = f32[2] parameter(0) }\n",
       "2:24: expected primitive type, saw kLbrace"},
      {"ENTRY e (x: f32[2]) -> f32[2]\n", "3:1: expects '{' at the beginning of instruction list."},
      {"ENTRY e -> f32[2] { p = f32[2] parameter(0) }\n",
       "2:9: expects '{' at the beginning of instruction list."},
  });
}

TEST(ComputationParser, HeadsAndBodies) {
  ExpectTexts({
      {"ENTRY e p = f32[] parameter(0)\n",
       "2:9: expects '{' at the beginning of instruction list."},
      {"ENTRY e\n", "3:1: expects '{' at the beginning of instruction list."},
      {"ENTRY { p = f32[2] parameter(0) }\n", "2:7: expects name"},
      {"ENTRY true { p = f32[2] parameter(0) }\n", "2:7: expects name"},
  });
}

TEST(ComputationParser, EntryAndDuplicates) {
  ExpectTexts({
      {"ENTRY f32 { p = f32[2] parameter(0) }\n", "2:7: expects name"},
      {"ENTRY e= { p = f32[2] parameter(0) }\n", "2:7: expects name"},
      {"ENTRY \"e\" { p = f32[2] parameter(0) }\n", "2:7: expects name"},
      {"ENTRY e { }\n", "2:11: expects name"},
      {"ENTRY e {", "2:10: expects name"},
      {R"(ENTRY e {
  p = f32[2] parameter(0)
)",
       "4:1: expects name"},
      {R"(ENTRY e { p = f32[2] parameter(0) }
x
)",
       "4:1: expects '{' at the beginning of instruction list."},
      {R"(ENTRY e { p = f32[2] parameter(0) }
}
)",
       "3:1: expects name"},
      {R"(ENTRY e { p = f32[2] parameter(0) }
HloModule n
)",
       "3:1: expects name"},
      {"ENTRY e { p = f32[2] parameter(0) };\n", "2:36: expects name"},
      {"ENTRY ENTRY e { p = f32[2] parameter(0) }\n", "2:7: expects name"},
      {R"(ENTRY e { p = f32[2] parameter(0) }
ENTRY f { p = f32[2] parameter(0) }
)",
       "3:1: expects only one ENTRY"},
      {R"(e { p = f32[2] parameter(0) }
e { p = f32[2] parameter(0) }
)",
       "3:1: computation already exists: e ;; 2:1: computation previously defined here"},
      {R"(e { p = f32[2] parameter(0) }
ENTRY %e { p = f32[2] parameter(0) }
)",
       "3:7: computation already exists: e ;; 2:1: computation previously defined here"},
      {R"(ENTRY e { p = f32[2] parameter(0) }
ENTRY e { p = f32[2] parameter(0) }
)",
       "3:1: expects only one ENTRY"},
      {R"(e { p = f32[2] parameter(0) }
f { p = f32[2] parameter(0) }
)",
       R"(ENTRY %f (p.1: f32[2]) -> f32[2] {
  ROOT %p.1 = f32[2]{0} parameter(0)
})"},
      {R"(ENTRY e { p = f32[2] parameter(0) }
f { p = f32[2] parameter(0) }
)",
       R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})"},
  });
}

TEST(ComputationParser, AttributesBehindTheBrace) {
  ExpectTexts({
      {"ENTRY e { p = f32[2] parameter(0) }, execution_thread=\"t\"\n",
       R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
}, execution_thread="t")"},
      {"ENTRY e { p = f32[2] parameter(0) }, execution_thread=\"main\"\n",
       R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})"},
      {"ENTRY e { p = f32[2] parameter(0) }, execution_thread=\"a\\\"b\"\n",
       R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
}, execution_thread="a"b")"},
      {"ENTRY e { p = f32[2] parameter(0) }, backend_config={\"a\":1}\n",
       R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
}, backend_config={"a":1})"},
      {"ENTRY e { p = f32[2] parameter(0) }, backend_config=\"x\", execution_thread=\"t\"\n",
       R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
}, execution_thread="t", backend_config="x")"},
      {"ENTRY e { p = f32[2] parameter(0) }, backend_config=\"\"\n",
       R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})"},
      {"ENTRY e { p = f32[2] parameter(0) }, foo=\"x\"\n",
       R"(2:38: unexpected attribute "foo". Allowed attributes: backend_config, execution_thread)"},
      {"ENTRY e { p = f32[2] parameter(0) }, execution_thread=foo\n",
       "2:55: expects string ;; 2:38: error parsing attribute execution_thread"},
      {"ENTRY e { p = f32[2] parameter(0) }, execution_thread=\"a\", execution_thread=\"a\"\n",
       "2:60: attribute execution_thread already exists"},
      {"ENTRY e { p = f32[2] parameter(0) } execution_thread=\"x\"\n", "2:37: expects name"},
      {"ENTRY e { p = f32[2] parameter(0) },\n",
       "3:1: expects attribute name ;; 3:1: error parsing attributes"},
      {"ENTRY e { p = f32[2] parameter(0) }, backend_config=3\n",
       "2:38: error parsing attribute backend_config"},
      {"ENTRY e { p = f32[2] parameter(0) }, backend_config={a\n",
       "2:53: expects JSON dict ;; 2:38: error parsing attribute backend_config"},
      {R"(ENTRY e { p = f32[2] parameter(0) }, execution_thread="t"
f { p = f32[2] parameter(0) }
)",
       R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
}, execution_thread="t")"},
      {"ENTRY e { p = f32[2] parameter(0) }, f { p = f32[2] parameter(0) }\n",
       "2:38: expects attribute name ;; 2:38: error parsing attributes"},
  });
}

TEST(ComputationParser, ScopesAndNestedBodies) {
  ExpectNames({
      {R"(HloModule m
f {
  x = f32[2] parameter(0)
  ROOT y = f32[2] negate(x)
}
ENTRY e {
  a = f32[2] parameter(0)
  ROOT r = f32[2] negate(x)
}
)",
       "8:26: cannot parse as an instruction name or as a nested instruction: ;; 8:26: instruction "
       "does not exist: x ;; 8:26: expects opcode but sees: x, error: Unknown opcode: x ;; 8:26: "
       "expects ')' at the end of operands"},
      {R"(HloModule m
f {
  x = f32[2] parameter(0)
  ROOT y = f32[2] negate(x)
}
ENTRY e {
  x = f32[2] parameter(0)
  ROOT y = f32[2] abs(x)
}
)",
       "f: x y ; e: x.1 y.1"},
      {R"(HloModule m
f {
  x = f32[2] parameter(0)
  ROOT y = f32[2] negate(x)
}
ENTRY e {
  f = f32[2] parameter(0)
  ROOT e = f32[2] call(f), to_apply=f
}
)",
       "f: x y ; e: f e"},
      {R"(HloModule m
f {
  x = f32[2] parameter(0)
  ROOT y = f32[2] negate(x)
}
ENTRY e {
  a = f32[2] parameter(0)
  ROOT r = f32[2] call(a), to_apply=f
}
)",
       "f: x y ; e: a r"},
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  ROOT r = f32[2] call(a), to_apply={
    a = f32[2] parameter(0)
    ROOT r = f32[2] negate(a)
  }
}
)",
       "_: a r ; e: a.1 r.1"},
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  ROOT r = f32[2] call(a), to_apply={ ROOT z = f32[2] negate(a) }
}
)",
       "4:62: cannot parse as an instruction name or as a nested instruction: ;; 4:62: instruction "
       "does not exist: a ;; 4:62: expects opcode but sees: a, error: Unknown opcode: a ;; 4:62: "
       "expects ')' at the end of operands ;; 4:28: error parsing attribute to_apply"},
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  q = f32[2] call(a), to_apply={ i = f32[2] parameter(0) }
  ROOT r = f32[2] negate(i)
}
)",
       "5:26: cannot parse as an instruction name or as a nested instruction: ;; 5:26: instruction "
       "does not exist: i ;; 5:26: expects opcode but sees: i, error: Unknown opcode: i ;; 5:26: "
       "expects ')' at the end of operands"},
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  q = f32[2] call(a), to_apply={ a = f32[2] parameter(0) }
  ROOT r = f32[2] negate(a)
}
)",
       "_: a ; e: a.1 q r"},
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  q = f32[2] call(a), to_apply={ a = f32[2] parameter(0) }
  ROOT a = f32[2] negate(q)
}
)",
       "5:8: instruction already exists: a ;; 3:3: instruction previously defined here"},
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  ROOT r = f32[2] call(a), to_apply=_
}
)",
       "4:37: computation does not exist: _ ;; 4:28: error parsing attribute to_apply"},
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  q = f32[2] call(a), to_apply={ b = f32[2] parameter(0) }
  ROOT r = f32[2] call(q), to_apply=_
}
)",
       "5:37: computation does not exist: _ ;; 5:28: error parsing attribute to_apply"},
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  ROOT r = f32[2] call(a), to_apply=({ b = f32[2] parameter(0) })
}
)",
       "4:37: expects name ;; 4:37: expects computation name ;; 4:28: error parsing attribute "
       "to_apply"},
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  ROOT r = f32[2] call(a), to_apply={ }
}
)",
       "4:39: expects name ;; 4:28: error parsing attribute to_apply"},
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  ROOT r = f32[2] call(a), to_apply={ b = f32[2] parameter(0) }, execution_thread="x"
}
)",
       "_: b ; e: a r"},  // XLA prints it, and cannot read it
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  ROOT r = f32[2] call(a), to_apply=e
}
)",
       "4:37: computation does not exist: e ;; 4:28: error parsing attribute to_apply"},
      {R"(HloModule m
f {
  x = f32[2] parameter(0)
  ROOT y = f32[2] negate(x)
}
ENTRY e {
  a = f32[2] parameter(0)
  q = f32[2] call(a), to_apply={ b = f32[2] parameter(0)
 ROOT c = f32[2] call(b), to_apply={ b = f32[2] parameter(0)
 ROOT d = f32[2] call(b), to_apply=f } }
  ROOT r = f32[2] call(q), to_apply=%f
}
)",
       "f: x y ; _: b d ; _.1: b.1 c ; e: a q r"},
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  q = f32[2] call(a), to_apply={ ROOT b = f32[2] parameter(0)
 ROOT c = f32[2] negate(b) }
}
)",
       "5:2: one computation should have only one ROOT ;; 4:23: error parsing attribute to_apply"},
  });
}

// XLA says nothing to these, or crashes.
TEST(ComputationParser, RefusesMissingParameters) {
  ExpectNames({
      {R"(HloModule m
ENTRY e {
  a = f32[2] parameter(0)
  ROOT r = f32[2] call(a), to_apply={ b = f32[2] parameter(1) }
}
)",
       "4:39: parameters of a computation must be numbered 0..0 without gaps; number 0 is missing "
       ";; 4:28: error parsing attribute to_apply"},
  });
}

// Other than in XLA, a computation may be used before it stands in the text.
TEST(ComputationParser, ForwardReferences) {
  const std::string f = "f {\n  x = f32[2] parameter(0)\n  ROOT y = f32[2] negate(x)\n}\n";
  const std::string calls_f = "  p = f32[2] parameter(0)\n  ROOT r = f32[2] call(p), to_apply=f\n";
  const auto e = [](const std::string& body) { return "ENTRY e {\n" + body + "}\n"; };
  ExpectNames({
      {"HloModule m\n" + e(calls_f) + f, "f: x y ; e: p r"},
      {e(calls_f) + f, "f: x y ; e: p r"},
      {"HloModule m\n" + e("  p = f32[2] parameter(0)\n  ROOT r = call(p), to_apply=f\n") + f,
       "5:1: failed to infer shape for opcode: call, error: the called computation is not defined "
       "yet."},
      {"HloModule m\n" + e(calls_f) + "g {\n" + calls_f + "}\n" + f,
       "f: x y ; e: p r ; g: p.1 r.1"},
      {"HloModule m\n" + e(calls_f) + "f {\n" + calls_f + "}\n",
       "6:1: computation f calls itself through f"},
      {"HloModule m\nf {\n  p = f32[2] parameter(0)\n  ROOT r = f32[2] call(p), to_apply=g\n}\n"
       "g {\n" +
           calls_f + "}\n",
       "2:1: computation f calls itself through g"},
      {"HloModule m\n" + e(calls_f) + f + f,
       "10:1: computation already exists: f ;; 6:1: computation previously defined here"},
  });
}

// Each computation that is missing is reported where it is first mentioned.
TEST(ComputationParser, MissingComputations) {
  EXPECT_EQ(test::AllErrors(test::InEntry("  p = f32[2] parameter(0)\n"
                                          "  q = f32[2] call(p), to_apply=f\n"
                                          "  s = f32[2] call(q), to_apply=g\n"
                                          "  ROOT r = f32[2] call(s), to_apply=f")),
            "4:32: computation does not exist: f ;; 4:23: error parsing attribute to_apply ;; "
            "5:32: computation does not exist: g ;; 5:23: error parsing attribute to_apply");
}

}  // namespace hlo::computation_parser_test
