// Reads module texts and describes each result in one string, for tables of {text, expectation}.
//
// A rejected text gives "3:8: expects opcode", several errors joined by " ;; "; an accepted one
// gives the print of what the function's name says. Lines and columns start at 1.
#ifndef HLO_TESTS_PARSE_MODULE_PARSE_TEST_UTIL_H_
#define HLO_TESTS_PARSE_MODULE_PARSE_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "hlo/computation.h"
#include "hlo/graph.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/print_values.h"
#include "hlo/printer.h"
#include "src/base/strings.h"
#include "tests/support/cases.h"

namespace hlo_text_v1::test {

using namespace internal;

// A module whose root, in line 11, has the right side `root`; its operands may be p, q and a.
inline std::string WithRoot(std::string_view root) {
  return StrCat(
      "HloModule m\n"
      "add {\n"
      "  x = f32[] parameter(0)\n"
      "  y = f32[] parameter(1)\n"
      "  ROOT z = f32[] add(x, y)\n"
      "}\n"
      "ENTRY e {\n"
      "  p = f32[2] parameter(0)\n"
      "  q = s32[] parameter(1)\n"
      "  a = f32[] parameter(2)\n"
      "  ROOT r = ",
      root, "\n}\n");
}

// A module whose entry computation has the lines `body`, starting in line 3.
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

// All diagnostics of `text`, with notes; "" if it is accepted.
inline std::string AllErrors(std::string_view text, const ParseOptions& options = {}) {
  std::vector<Diagnostic> diagnostics;
  const bool ok = ParseHloModule(text, options, &diagnostics).ok();
  EXPECT_EQ(ok, diagnostics.empty()) << text;
  return DiagnosticsToString(diagnostics, text);
}

// `show` of the module in `text`; for a rejected text, the errors of the first rejection, which are
// those of XLA.
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

inline std::string RootShape(const HloModule& module) {
  return PrintShape(module.entry_computation()->root_instruction()->shape());
}

// The shape as it prints with its layout.
inline std::string PrintedShape(std::string_view shape) {
  return Outcome(StrCat("ENTRY e { ROOT p = ", shape, " parameter(0) }"), RootShape);
}

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_PARSE_MODULE_PARSE_TEST_UTIL_H_
