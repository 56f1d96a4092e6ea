// Shared by the tests of src/mlir: HLO text to MLIR text and back.
#ifndef HLO_TESTS_MLIR_MLIR_TEST_UTIL_H_
#define HLO_TESTS_MLIR_MLIR_TEST_UTIL_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "hlo/diagnostic.h"
#include "hlo/mlir.h"
#include "hlo/parser.h"
#include "tests/support/read.h"

namespace hlo_text_v1 {

using namespace internal;

inline std::string PrintGeneric(const HloModule& module) {
  return PrintWithConstants(module, AsyncPrintMode::kGeneric);
}

inline std::string ExportOf(const HloModule& module, const MlirOptions& options = {}) {
  const absl::StatusOr<std::string> text = ExportMlirAsync(module, options);
  EXPECT_TRUE(text.ok()) << text.status();
  return text.ok() ? *text : "";
}
inline std::string ExportOf(std::string_view hlo, const MlirOptions& options = {}) {
  return ExportOf(ReadModule(hlo), options);
}

// The HLO text for an MLIR text; if it is rejected, "line:col: error: message" for each diagnostic.
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

// The result for `text` with `from` replaced by `to`.
struct MlirChange {
  std::string from, to, result;
};

inline void CheckImportErrors(const std::string& text, const std::vector<MlirChange>& changes) {
  EXPECT_THAT(ImportOf(text), testing::HasSubstr("HloModule"));
  for (const MlirChange& c : changes) {
    EXPECT_EQ(ImportOf(Replaced(text, c.from, c.to)), c.result + "\n") << c.from << " -> " << c.to;
  }
}

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_MLIR_MLIR_TEST_UTIL_H_
