// The public functions that parse a module: they set up limits and threads around the productions
// and report errors.
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "hlo/parser.h"
#include "hlo/source.h"
#include "hlo/uniquify.h"
#include "src/parse/legacy_typography.h"
#include "src/parse/module/foreign_text.h"
#include "src/parse/module/module_parser.h"
#include "src/parse/module/only.h"
#include "src/parse/module/parallel.h"

namespace hlo {

using namespace internal;

namespace {

enum class TextForm : uint8_t {
  kModule,        // any of the three of module_parser.h
  kInstructions,  // one nameless instruction, or named ones in lines
};

absl::StatusOr<HloModule> ReadAs(TextForm form, SourceBuffer&& source, const ParseOptions& options,
                                 std::vector<Diagnostic>* diagnostics) {
  absl::Status size = CheckInputSize(source.size(), options, diagnostics);
  if (!size.ok()) return size;
  HloModule module;
  IrAccess::StateOf(module).source = std::move(source);
  std::vector<ComputationText> selected;
  const bool is_partial = form == TextForm::kModule && FindSelected(module, options, &selected);
  if (form == TextForm::kModule && !is_partial && ReadInParallel(&module, options)) {
    if (diagnostics != nullptr) diagnostics->clear();
    if (options.uniquify) Uniquify(module);
    return module;
  }
  // Instructions take about as much memory as their text.
  if (!is_partial) IrAccess::StateOf(module).arena.Reserve(module.source().size());
  std::vector<Diagnostic> warnings;
  if (options.upgrade_legacy) UpgradeTypography(&IrAccess::StateOf(module).source, &warnings);
  ParseState state(&module, module.source(), options);
  const bool read = is_partial                  ? ReadSelected(state, selected)
                    : form == TextForm::kModule ? ReadText(state)
                                                : ReadInstructions(state, /*is_list=*/true);
  const bool ok = state.report.Finish(state, read);
  if (options.upgrade_legacy || options.allow_unknown) {
    state.report.AddWarnings(state, std::move(warnings));
  }
  if (!ok) {
    HintAtForeignText(module.source(), &state.report.diagnostics().front());
    if (!options.upgrade_legacy) NoteTypography(module.source(), &state.report.diagnostics());
    absl::Status status = ErrorStatus(module.source(), state.report.diagnostics().front());
    if (diagnostics != nullptr) *diagnostics = std::move(state.report.diagnostics());
    source = std::move(IrAccess::StateOf(module).source);
    return status;
  }
  if (diagnostics != nullptr) *diagnostics = std::move(state.report.diagnostics());
  if (options.uniquify) Uniquify(module);
  return module;
}

}  // namespace

absl::StatusOr<HloModule> ParseHloModule(SourceBuffer&& source, const ParseOptions& options,
                                         std::vector<Diagnostic>* diagnostics) {
  return ReadAs(TextForm::kModule, std::move(source), options, diagnostics);
}

absl::StatusOr<HloModule> ParseHloModule(std::string_view text, const ParseOptions& options,
                                         std::vector<Diagnostic>* diagnostics) {
  absl::Status size = CheckInputSize(text.size(), options, diagnostics);
  if (!size.ok()) return size;  // before copying it
  return ParseHloModule(SourceBuffer::Copy(text), options, diagnostics);
}

absl::StatusOr<HloModule> ParseHloInstructions(std::string_view text, const ParseOptions& options,
                                               std::vector<Diagnostic>* diagnostics) {
  absl::Status size = CheckInputSize(text.size(), options, diagnostics);
  if (!size.ok()) return size;
  return ReadAs(TextForm::kInstructions, SourceBuffer::Copy(text), options, diagnostics);
}

}  // namespace hlo
