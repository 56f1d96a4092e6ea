// What the tests of src/mlir share: HLO text to MLIR text and back.
#ifndef HLO_TESTS_MLIR_MLIR_TEST_UTIL_H_
#define HLO_TESTS_MLIR_MLIR_TEST_UTIL_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "hlo/async.h"
#include "hlo/diagnostic.h"
#include "hlo/mlir.h"
#include "hlo/parser.h"
#include "hlo/printer.h"

namespace hlo {

// The module of a text, generic and with final names; an empty one after a failure.
inline HloModule ParseGeneric(std::string_view text, bool allow_unknown = false) {
  ParseOptions options;
  options.uniquify = false;
  options.allow_unknown = allow_unknown;
  absl::StatusOr<HloModule> module = ParseHloModule(text, options);
  EXPECT_TRUE(module.ok()) << module.status() << "\n" << text;
  if (!module.ok()) return HloModule();
  Desugar(*module);
  Uniquify(*module);
  return *std::move(module);
}

inline std::string PrintGeneric(const HloModule& module) {
  PrintOptions options;
  options.async_mode = AsyncPrintMode::kGeneric;
  options.print_large_constants = true;
  return PrintHloModule(module, options);
}

inline std::string ExportOf(const HloModule& module, const MlirOptions& options = {}) {
  const absl::StatusOr<std::string> text = ExportMlirAsync(module, options);
  EXPECT_TRUE(text.ok()) << text.status();
  return text.ok() ? *text : "";
}
inline std::string ExportOf(std::string_view hlo, const MlirOptions& options = {}) {
  return ExportOf(ParseGeneric(hlo), options);
}

// The HLO text of an MLIR text; "line:col: error: message" for each diagnostic of one that is
// refused.
inline std::string ImportOf(std::string_view mlir, const ParseOptions& options = {}) {
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<HloModule> module = ImportMlirAsync(mlir, options, &diagnostics);
  if (module.ok()) return PrintGeneric(*module);
  std::string errors;
  for (const Diagnostic& diagnostic : diagnostics) {
    const LineColumn at = GetLineColumn(mlir, diagnostic.begin);
    errors += std::to_string(at.line) + ":" + std::to_string(at.column) +
              ": error: " + diagnostic.message + "\n";
  }
  return errors;
}

// `text` with the one occurrence of `from` replaced.
inline std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from << " is not in\n" << text;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

// A text with `from` replaced by `to`, and what is said of it.
struct MlirChange {
  std::string from, to, result;
};

inline void CheckImportErrors(const std::string& text, const std::vector<MlirChange>& changes) {
  EXPECT_THAT(ImportOf(text), testing::HasSubstr("HloModule"));
  for (const MlirChange& c : changes) {
    EXPECT_EQ(ImportOf(Replaced(text, c.from, c.to)), c.result + "\n") << c.from << " -> " << c.to;
  }
}

}  // namespace hlo

#endif  // HLO_TESTS_MLIR_MLIR_TEST_UTIL_H_
