// Any bytes: the importer gives a module, which exports again, or diagnostics with positions in the
// text. A module that survives printing and reading as HLO also survives export and import.
// Choices: whether the text is HLO; how to export it.
#include <cstdint>
#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/mlir.h"
#include "hlo/module.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;

namespace {

std::string GenericText(const HloModule& module) {
  PrintOptions options;
  options.async_mode = AsyncPrintMode::kGeneric;
  options.print_large_constants = true;
  return PrintHloModule(module, options);
}

absl::StatusOr<HloModule> Import(std::string_view text) {
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<HloModule> module = ImportMlirAsync(text, LimitedOptions(), &diagnostics);
  CheckDiagnostics(diagnostics, text);
  bool has_error = false;
  for (const Diagnostic& d : diagnostics) has_error |= d.severity == Severity::kError;
  Promise(module.ok() != has_error, "a module or an error, not both", text);
  return module;
}

void CheckExport(const HloModule& module, const MlirOptions& options) {
  const absl::StatusOr<std::string> mlir = ExportMlirAsync(module, options);
  Promise(mlir.ok(), "a module that was read is exported", module.source());
  const std::string text = GenericText(module);
  const absl::StatusOr<HloModule> printed = Read(text, LimitedOptions());
  const absl::StatusOr<HloModule> imported = Import(*mlir);
  if (!printed.ok() || GenericText(*printed) != text) return;
  Promise(imported.ok(), "what is exported is imported", text, *mlir);
  Promise(GenericText(*imported) == text, "what is imported is the same", text, *mlir);
}

}  // namespace

void FuzzOne(Input& input) {
  const uint8_t choice = input.NextChoice();
  MlirOptions options;
  options.registered_only = (choice & 2) != 0;
  options.name_attributes = (choice & 4) != 0;
  if ((choice & 1) != 0) {
    const absl::StatusOr<HloModule> module = Read(input.text(), LimitedOptions());
    if (module.ok()) CheckExport(*module, options);
    return;
  }
  absl::StatusOr<HloModule> module = Import(input.text());
  if (!module.ok()) return;
  Desugar(&*module);
  Uniquify(&*module);
  CheckExport(*module, options);
}

}  // namespace hlo_text_v1::fuzzing
