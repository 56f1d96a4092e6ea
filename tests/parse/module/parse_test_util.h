// Reads module texts and says in one string what became of each, for tables of {text, expectation}.
//
// A text that is refused becomes "3:8: expects opcode", several errors joined by " ;; "; one that
// is accepted becomes what the function's name says of it, printed. Lines and columns count from 1.
#ifndef HLO_TESTS_PARSE_MODULE_PARSE_TEST_UTIL_H_
#define HLO_TESTS_PARSE_MODULE_PARSE_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/computation.h"
#include "hlo/module.h"
#include "hlo/order.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "src/base/strings.h"

namespace hlo::test {

struct ParseCase {
  std::string text;
  std::string expected;
};
inline void PrintTo(const ParseCase& c, std::ostream* os) { *os << c.text; }

// A module whose entry computation has the lines `body`, the first of which is line 3.
inline std::string InEntry(std::string_view body) {
  return StrCat("HloModule m\nENTRY e {\n", body, "\n}\n");
}

inline std::string DiagnosticsToString(const std::vector<Diagnostic>& diagnostics,
                                       std::string_view text) {
  std::string joined;
  for (const Diagnostic& d : diagnostics) {
    const LineColumn at = GetLineColumn(text, d.begin);
    StrAppend(&joined, joined.empty() ? "" : " ;; ", at.line, ":", at.column, ": ", d.message);
  }
  return joined;
}

// All diagnostics of `text`, notes included; "" if it is accepted.
inline std::string AllErrors(std::string_view text, const ParseOptions& options = {}) {
  std::vector<Diagnostic> diagnostics;
  const bool ok = ParseHloModule(text, options, &diagnostics).ok();
  EXPECT_EQ(ok, diagnostics.empty()) << text;
  return DiagnosticsToString(diagnostics, text);
}

// What `show` makes of the module in `text`; for a refused text the errors of the first refusal,
// which are those that XLA has.
template <typename Show>
std::string Outcome(std::string_view text, Show show) {
  ParseOptions options;
  options.max_errors = 1;
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<HloModule> module = ParseHloModule(text, options, &diagnostics);
  if (module.ok()) return show(*module);
  if (!diagnostics.empty() && diagnostics.back().code == DiagnosticCode::kTooManyErrors) {
    diagnostics.pop_back();
  }
  return DiagnosticsToString(diagnostics, text);
}

// The whole text of the module.
inline std::string PrintedModule(std::string_view text) {
  return Outcome(text, [](const HloModule& module) { return PrintHloModule(module); });
}

// The root of the entry computation, "%r = f32[] negate(%p)".
inline std::string PrintedRoot(std::string_view text) {
  return Outcome(text, [](const HloModule& module) {
    return PrintHloInstruction(*module.entry_computation()->root_instruction());
  });
}

// The instructions of the entry computation in print order, each in a line; the root is marked.
inline std::string PrintedEntry(std::string_view text) {
  return Outcome(text, [](const HloModule& module) {
    std::string lines;
    for (const HloInstruction* instruction : PrintOrder(*module.entry_computation())) {
      StrAppend(&lines, lines.empty() ? "" : "\n", instruction->IsRoot() ? "ROOT " : "",
                PrintHloInstruction(*instruction));
    }
    return lines;
  });
}

// The names of the printed computations with those of their instructions in print order,
// "f: p r ; e: p".
inline std::string PrintedNames(std::string_view text) {
  return Outcome(text, [](const HloModule& module) {
    std::string names;
    for (const HloComputation* computation : ComputationPostOrder(module)) {
      StrAppend(&names, names.empty() ? "" : " ; ", computation->name(), ":");
      for (const HloInstruction* instruction : PrintOrder(*computation)) {
        StrAppend(&names, " ", instruction->name());
      }
    }
    return names;
  });
}

}  // namespace hlo::test

#endif  // HLO_TESTS_PARSE_MODULE_PARSE_TEST_UTIL_H_
