// The matches of directives, and the directive at which a check fails. FileCheck agrees on all of
// these rows; tests/checks/filecheck_judge.py compares on thousands of others.
// Tests: backtrack, check_file, number, pattern, regex
#include "src/check/run_checks.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/base/strings.h"
#include "src/check/check_file.h"
#include "tests/support/cases.h"

namespace hlo_text_v1::run_checks_test {

using namespace internal;

CheckOptions Options() {
  CheckOptions options;
  options.definitions = {"D=%d", "#N=12"};
  options.allow_unused_prefixes = true;
  return options;
}

// "fine", or "LINE: MESSAGE" of each failure; of the check file itself in parentheses.
std::string Outcome(const std::string& text, const CheckOptions& options) {
  const size_t cut = text.find("----\n");
  CheckFile file;
  CheckFileError error;
  if (!ReadCheckFile(std::string_view(text).substr(0, cut), options, &file, &error)) {
    return StrCat("(", error.message, ")");
  }
  const std::string input =
      CollapseBlanks(std::string_view(text).substr(cut + 5), options.strict_whitespace);
  const CheckResult result = RunChecks(file, options, input);
  if (result.failures.empty()) return "fine";
  return Joined(result.failures, "; ", [](const CheckFailure& failure) {
    return StrCat(failure.directive->line, ": ", failure.message);
  });
}

constexpr char kMissing1[] = "1: no match in the input";
constexpr char kMissing2[] = "2: no match in the input";
constexpr char kExcluded2[] = "2: the input has a match";

TEST(RunChecks, Directives) {
  const Case cases[] = {
      {"CHECK: a\nCHECK: b\n----\na\nx\nb\n", "fine"},
      {"CHECK: a\nCHECK: b\n----\nb\na\n", kMissing2},
      {"CHECK: a\nCHECK-NEXT: b\n----\na\nb\n", "fine"},
      {"CHECK: a\nCHECK-NEXT: b\n----\na\nx\nb\n", "2: the match is not on the next line"},
      {"CHECK: a\nCHECK-NEXT: b\n----\na b\nb\n",
       "2: the match is on the line of the match before it"},
      {"CHECK: a\nCHECK-SAME: b\n----\na b\n", "fine"},
      {"CHECK: a\nCHECK-SAME: b\n----\na\nb\n",
       "2: the match is not on the line of the match before it"},
      {"CHECK: a\nCHECK-EMPTY:\nCHECK-NEXT: b\n----\na\n\nb\n", "fine"},
      {"CHECK: a\nCHECK-NOT: x\nCHECK: b\n----\nx\na\nb\nx\n", "fine"},
      {"CHECK: a\nCHECK-NOT: x\nCHECK: b\n----\na\nx\nb\n", kExcluded2},
      {"CHECK: a\nCHECK-NOT: x\n----\na\nx\n", kExcluded2},
      {"CHECK-DAG: b\nCHECK-DAG: a\nCHECK: c\n----\na\nb\nc\n", "fine"},
      {"CHECK-DAG: a\nCHECK-DAG: a\n----\na\nb\n", kMissing2},
      {"CHECK-DAG: a\nCHECK-NOT: x\nCHECK-DAG: b\n----\na\nx\nb\n", kExcluded2},
      {"CHECK-COUNT-2: a\nCHECK-NOT: a\n----\na\na\n", "fine"},
      {"CHECK-COUNT-3: a\n----\na\na\n", kMissing1},
      // A label first cuts the input: the second failure is found, too.
      {"CHECK-LABEL: f:\nCHECK: x\nCHECK-LABEL: g:\nCHECK: y\n----\nf:\ny\ng:\nx\n",
       "2: no match in the input; 4: no match in the input"},
      {"CHECK-LABEL: f:\n----\ng:\n", kMissing1},
      {"CHECK{LITERAL}: [[a]] {{b}}\n----\n[[a]] {{b}}\n", "fine"},
      {"CHECK: a  b\n----\na\tb\n", "fine"},
      {"COM: CHECK: x\nRUN: CHECK: x\nXCHECK: x\nCHECK-FOO: x\n CHECK: a\n----\na\n", "fine"},
  };
  ExpectCases(cases, [](const std::string& text) { return Outcome(text, Options()); });
}

TEST(RunChecks, Patterns) {
  const Case cases[] = {
      {"CHECK: [[X:%.*]] = [[Y:.*]](\nCHECK: [[Y]] [[X]]\n----\n%a = add(\nadd %a\n", "fine"},
      {"CHECK: add([[X:%[a-z]+]], [[X]])\n----\nadd(%a, %b)\nadd(%c, %c)\n", "fine"},
      {"CHECK: add([[X:%[a-z]+]], [[X]])\n----\nadd(%a, %b)\n", kMissing1},
      {"CHECK: [[X:a|b]]{{.*}}[[X]]{{$}}\n----\nab\nba\nbab\n", "fine"},
      {"CHECK: {{(a|b)+}}[[X:c*]]d[[X]]{{$}}\n----\nababccdccc\nabdc\nacdc\n", "fine"},
      {"CHECK: [[D]] [[$X:.]]\n----\n%d y\n", "fine"},
      {"CHECK: [[Q]]\n----\nq\n", "1: undefined variable Q"},
      {"CHECK: [[[X:a]]]\n----\n[a]\n", "fine"},
      {"CHECK: a{{[[:space:]]}}b\n----\na\nb\n", "fine"},
      {"CHECK: a{{.}}b\nCHECK: c\n----\na\nb\nc", kMissing1},
      {"CHECK: {{^}}b{{$}}\n----\nab\nb\n", "fine"},
      {"CHECK: {{\\d[]x-]{2,}(ab)?(q|r)}}\n----\nd]-abr\n", "fine"},
      {"CHECK: {{[[.x.][=y=]]+\\.}}\n----\nyx.\n", "fine"},
      {"CHECK: [[#M:]] [[#%x,H:]]\nCHECK: [[#M+1]] [[#%X,max(H,3)*]]\n----\n",
       "(expects + or -, not *)"},
      {"CHECK: [[#M:]] [[#%x,H:]]\nCHECK: [[#M+N]] [[#%#.4X,div(H,2)]]\n----\n7 ff\n19 0x007F\n",
       "fine"},
      {"CHECK: [[#@LINE]] [[@LINE+2]]\nCHECK: [[#%d,N-20]] [[#(N)]]\n----\n1 3\n-8 12\n", "fine"},
      {"CHECK: [[#N-20]]\n----\n1\n", "1: the value is out of range"},
      {"CHECK: [[#K+1]]\n----\n1\n", "1: undefined variable K"},
      {"CHECK: [[#mul(N,18446744073709551615)]]\n----\n1\n", "1: the value is out of range"},
      {"CHECK: {{(a*)*b\\1\\1\\1}}c\n----\n" + std::string(60, 'a') + "b" + std::string(60, 'a') +
           "d\n",
       kMissing1},
  };
  ExpectCases(cases, [](const std::string& text) { return Outcome(text, Options()); });
}

TEST(RunChecks, WrongDirectives) {
  const Case cases[] = {
      {"x\n----\n", "(no directive has the prefix CHECK)"},
      {"CHECK_NEXT: a\n----\n", "(expects - instead of _ in the name of a directive)"},
      {"CHECK-NOT-NEXT: a\n----\n", "(-NOT-NEXT is not a directive)"},
      {"CHECK-COUNT-0: a\n----\n", "(expects a positive number after -COUNT-)"},
      {"CHECK:\n----\n", "(expects a pattern after the colon)"},
      {"CHECK: a\nCHECK-EMPTY: a\n----\n", "(expects nothing after the colon)"},
      {"CHECK-NEXT: a\n----\n", "(no CHECK before CHECK-NEXT)"},
      {"CHECK-LABEL: [[X:a]]\n----\n", "(a label cannot have variables)"},
      {"CHECK: {{a\n----\n", "({{ without }})"},
      {"CHECK: [[X:a\n----\n", "([[ without ]])"},
      {"CHECK: [[1:a]]\n----\n", "(expects the name of a variable before the colon)"},
      {"CHECK: [[X Y]]\n----\n", "(expects the name of a variable)"},
      {"CHECK: [[N:a]]\n----\n", "(N is a numeric variable already)"},
      {"CHECK: [[#D:]]\n----\n", "(D is a string variable already)"},
      {"CHECK: [[#M:]][[#M]]\n----\n", "(M is defined in the same directive)"},
      {"CHECK: [[#%q,M:]]\n----\n", "(a format is %, #, .PRECISION and one of u, d, x, X)"},
      {"CHECK: [[#%#d,M:]]\n----\n", "(# in a format is for x and X)"},
      {"CHECK: [[#%x,N:]]\n----\n", "(N has the format %u where it was defined before)"},
      {"CHECK: [[#add(1)]]\n----\n", "(add takes 2 arguments, not 1)"},
      {"CHECK: [[#foo(1,2)]]\n----\n", "(foo is not a function)"},
      {"CHECK: [[#(1]]\n----\n", "(an unmatched ()"},
      {"CHECK: [[#1+]]\n----\n", "(expects an operand at the end)"},
      {"CHECK: [[#M:==]]\n----\n", "(== without a value)"},
      {"CHECK: [[#%x,H:]]\nCHECK: [[#N+H]]\n----\n",
       "(operands have the formats %u and %x; the expression needs one of its own)"},
      {"CHECK: {{a**}}\n----\n", "(invalid regular expression: a repetition of a repetition)"},
      {"CHECK: {{[a}}\n----\n", "(invalid regular expression: an unmatched [)"},
      {"CHECK: {{(a}}\n----\n", "(invalid regular expression: an unmatched ()"},
      {"CHECK: {{a|}}\n----\n", "(invalid regular expression: an empty alternative or expression)"},
      {"CHECK: {{\\1}}\n----\n", "(invalid regular expression: \\1 before the end of that group)"},
      {"CHECK: {{a{3,2} }}\n----\n", "(invalid regular expression: {m,n} with m > n)"},
      {"CHECK: {{[b-a]}}\n----\n", "(invalid regular expression: a range that runs backwards)"},
      {"CHECK: {{[[:foo:]]}}\n----\n", "(invalid regular expression: an unknown [:class:])"},
      {"CHECK: {{" + std::string(300, '(') + "}}\n----\n",
       "(invalid regular expression: too many nested parentheses)"},
      {"CHECK: [[#" + std::string(300, '(') + "]]\n----\n", "(too many nested parentheses)"},
  };
  ExpectCases(cases, [](const std::string& text) { return Outcome(text, Options()); });
}

TEST(RunChecks, Flags) {
  CheckOptions options = Options();
  options.prefixes = {"A", "A-B"};
  options.implicit_nots = {"x"};
  EXPECT_EQ(Outcome("A: a\nA-B-NEXT: b\n----\na\nb\n", options), "fine");
  EXPECT_EQ(Outcome("A: a\nA: b\n----\na\nx\nb\n", options), "0: the input has a match");
  options.ignore_case = true;
  EXPECT_EQ(Outcome("A: a{{[b-c]+}}\n----\nABcB\n", options), "fine");
  options.match_full_lines = true;
  EXPECT_EQ(Outcome("A: b\n----\nab\n  B \n", options), "fine");
  options.strict_whitespace = true;
  EXPECT_EQ(Outcome("A:b\n----\n  b\n", options), kMissing1);
  options = Options();
  options.enable_var_scope = true;
  EXPECT_EQ(Outcome("CHECK: [[X:.]][[$Y:.]]\nCHECK-LABEL: f\nCHECK: [[$Y]]\nCHECK-LABEL: g\nCHECK: "
                    "[[X]]\n----\nab\nf\nb\ng\na\n",
                    options),
            "5: undefined variable X");
  options.allow_deprecated_dag_overlap = true;
  EXPECT_EQ(Outcome("CHECK-DAG: a\nCHECK-DAG: a\n----\na\n", options), "fine");
  options.allow_unused_prefixes = false;
  options.prefixes = {"CHECK", "B"};
  EXPECT_EQ(Outcome("CHECK: a\n----\na\n", options), "(no directive has the prefix B)");
  options.definitions = {"1=a"};
  EXPECT_EQ(Outcome("CHECK: a\n----\na\n", options),
            "(-D expects the name of a variable before =, not 1=a)");
}

TEST(RunChecks, PlacesSurviveCollapsing) {
  const std::string_view text = "a  \t b\r\n\tc";
  EXPECT_EQ(CollapseBlanks(text, false), "a b\n c");
  EXPECT_EQ(text[UncollapsedOffset(text, 2, false)], 'b');
  EXPECT_EQ(text[UncollapsedOffset(text, 5, false)], 'c');
  EXPECT_EQ(UncollapsedOffset(text, 6, false), text.size());
  EXPECT_EQ(CollapseBlanks(text, true), "a  \t b\n\tc");
}

}  // namespace hlo_text_v1::run_checks_test
