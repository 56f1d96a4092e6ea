// Computations: heads, signatures, bodies and the text after the brace. Scopes of names, bodies in
// place and calls of later computations are goldens in testdata/computations.
//
// Tests: computation, bindings, parse_state
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::computation_test {

using namespace internal;

using test::Outcome;

// The print of most texts.
constexpr char kPlain[] = R"(ENTRY %e (p: f32[2]) -> f32[2] {
  ROOT %p = f32[2]{0} parameter(0)
})";

// The entry computation as it prints.
std::string Printed(const std::string& text) {
  return Outcome("HloModule m\n" + text, [](const HloModule& module) {
    PrintOptions options;
    options.print_computation_mode = ComputationMode::kComputationWithEntryKeyword;
    return PrintHloComputation(*module.entry_computation(), options);
  });
}

void ExpectTexts(const std::vector<Case>& cases) { ExpectCases(cases, Printed); }

TEST(ComputationParser, Signatures) {
  ExpectTexts({
      {"ENTRY e { p = f32[2] parameter(0) }\n", kPlain},
      {"e { p = f32[2] parameter(0) }\n", kPlain},
      {"%e { p = f32[2] parameter(0) }\n", kPlain},
      {"ENTRY e: { p = f32[2] parameter(0) }\n", kPlain},
      {"ENTRY e (x: f32[2]) -> f32[2] { p = f32[2] parameter(0) }\n", kPlain},
      {"ENTRY e (x f32[2], y: s32[]) -> f32[2] { p = f32[2] parameter(0) }\n", kPlain},
      {"ENTRY %e () -> f32[2] { p = f32[2] parameter(0) }\n", kPlain},
      {"ENTRY e () -> f32[<=2]{0:S(1)} { p = f32[2] parameter(0) }\n", kPlain},
      {"ENTRY e () -> f32[?] { p = f32[2] parameter(0) }\n", kPlain},
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
      {"ENTRY e (x: f32[2],) -> f32[2] { p = f32[2] parameter(0) }\n", "2:20: expects name"},
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
      {"ENTRY { p = f32[2] parameter(0) }\n", "2:7: expects name"},
      {"ENTRY true { p = f32[2] parameter(0) }\n", "2:7: expects name"},
  });
}

TEST(ComputationParser, EntryAndDuplicates) {
  ExpectTexts({
      {"ENTRY f32 { p = f32[2] parameter(0) }\n", "2:7: expects name"},
      {"ENTRY e= { p = f32[2] parameter(0) }\n", "2:7: expects name"},
      {"ENTRY \"e\" { p = f32[2] parameter(0) }\n", "2:7: expects name"},
      {R"(ENTRY e { p = f32[2] parameter(0) }
}
)",
       "3:1: expects name"},
      {R"(ENTRY e { p = f32[2] parameter(0) }
HloModule n
)",
       "3:1: expects name: the text has several modules; hlo-fmt --split_input_file reads each on "
       "its own"},
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
       kPlain},
  });
}

TEST(ComputationParser, AttributesBehindTheBrace) {
  ExpectTexts({
      {"ENTRY e { p = f32[2] parameter(0) }, execution_thread=\"t\"\n",
       StrCat(kPlain, R"(, execution_thread="t")")},
      {"ENTRY e { p = f32[2] parameter(0) }, execution_thread=\"main\"\n", kPlain},
      {"ENTRY e { p = f32[2] parameter(0) }, execution_thread=\"a\\\"b\"\n",
       StrCat(kPlain, R"(, execution_thread="a\"b")")},
      {"ENTRY e { p = f32[2] parameter(0) }, backend_config={\"a\":1}\n",
       StrCat(kPlain, R"(, backend_config={"a":1})")},
      {"ENTRY e { p = f32[2] parameter(0) }, backend_config=\"x\", execution_thread=\"t\"\n",
       StrCat(kPlain, R"(, execution_thread="t", backend_config="x")")},
      {"ENTRY e { p = f32[2] parameter(0) }, backend_config=\"\"\n", kPlain},
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
       StrCat(kPlain, R"(, execution_thread="t")")},
      {"ENTRY e { p = f32[2] parameter(0) }, f { p = f32[2] parameter(0) }\n",
       "2:38: expects attribute name ;; 2:38: error parsing attributes"},
  });
}

// Each missing computation is reported at its first mention.
TEST(ComputationParser, MissingComputations) {
  EXPECT_EQ(test::AllErrors(test::InEntry("  p = f32[2] parameter(0)\n"
                                          "  q = f32[2] call(p), to_apply=f\n"
                                          "  s = f32[2] call(q), to_apply=g\n"
                                          "  ROOT r = f32[2] call(s), to_apply=f")),
            "4:32: computation does not exist: f ;; 4:23: error parsing attribute to_apply ;; "
            "5:32: computation does not exist: g ;; 5:23: error parsing attribute to_apply");
}

}  // namespace hlo_text_v1::computation_test
