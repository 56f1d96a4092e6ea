// See program_stages.h.
#include "src/tools/hlo_fmt/program_stages.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/format.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/read.h"
#include "hlo/source.h"
#include "src/base/strings.h"
#include "src/tools/common/select_computations.h"
#include "src/tools/common/terminal.h"

namespace hlo_text_v1::internal {
namespace {

// Whether an error is about a word that is not near any other, and so from a newer XLA.
bool HasUnknownWord(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& each) {
    return each.suggestions.empty() && (each.code == DiagnosticCode::kUnknownOpcode ||
                                        each.code == DiagnosticCode::kExpectedPrimitiveType ||
                                        each.code == DiagnosticCode::kUnexpectedAttribute);
  });
}

}  // namespace

FormatSettings::FormatSettings(const Flags& flags, int jobs)
    : flags(flags),
      only(CompileRegex(flags.only)),
      jobs(jobs),
      print_options(MakePrintOptions(flags)),
      is_compared(flags.in_place || flags.check || flags.diff),
      color_errors(WantsColor(STDERR_FILENO)),
      color_diff(WantsColor(STDOUT_FILENO)) {}

bool ProgramStages::PrintsAsXla() const {
  const AsyncPrintMode mode = settings_.print_options.async_mode;
  const bool is_text =
      !flags_.fingerprint && !flags_.summary && !flags_.cost && flags_.diff_against.empty();
  return is_text && flags_.style != "dump" &&
         (mode == AsyncPrintMode::kSugar || mode == AsyncPrintMode::kXla);
}

absl::StatusOr<HloModule> ProgramStages::Read(SourceBuffer&& source) const {
  ReadOptions options;
  options.parse.upgrade_legacy = flags_.upgrade_legacy;
  options.parse.allow_unknown = flags_.allow_unknown;
  options.parse.jobs = settings_.jobs;
  options.verify = flags_.verify;
  options.verify_options = flags_.verify_options;
  // The verifier needs the whole program, and canonical names come later.
  if (settings_.only != nullptr && !flags_.verify && !flags_.canonical_names) {
    options.parse.only = [&](std::string_view name) { return IsSelected(name, *settings_.only); };
  }
  const bool is_dump = flags_.style == "dump";
  options.parse.as_xla = flags_.as_xla || PrintsAsXla();
  options.uniquify.keep_stack_frames = is_dump || flags_.keep_stack_frames;
  // Elements t#0 have names that may collide when printed.
  options.uniquify.keep_instruction_names =
      is_dump && (flags_.given.count("compact_gte") == 0 || settings_.print_options.compact_gte);

  std::vector<Diagnostic> diagnostics;
  size_t before_verify = std::numeric_limits<size_t>::max();
  std::optional<Stopwatch> stopwatch(&timing_.parse_s);
  options.on_stage = [&](ReadStage stage) {
    before_verify = diagnostics.size();
    stopwatch.reset();
    if (stage == ReadStage::kParse) stopwatch.emplace(&timing_.desugar_s);
  };
  absl::StatusOr<HloModule> module = ReadHloModule(std::move(source), options, &diagnostics);
  stopwatch.reset();
  // A refused text stays in `source`. NOLINTNEXTLINE(bugprone-use-after-move)
  const std::string_view text = module.ok() ? module->source() : source.view();
  const size_t count = std::min(before_verify, diagnostics.size());
  std::vector<Diagnostic> violations(diagnostics.begin() + static_cast<ptrdiff_t>(count),
                                     diagnostics.end());
  diagnostics.erase(diagnostics.begin() + static_cast<ptrdiff_t>(count), diagnostics.end());
  log_.Add(text, diagnostics);
  log_.AddViolations(text, std::move(violations));
  if (!module.ok() && !flags_.allow_unknown && HasUnknownWord(diagnostics)) {
    log_.Complain("--allow_unknown keeps the words of a newer XLA");
  }
  if (!module.ok()) return absl::InvalidArgumentError(module.status().message());
  return module;
}

void ProgramStages::Normalize(HloModule& module) const {
  const Stopwatch stopwatch(&timing_.clean_s);
  if (flags_.inline_stack_frames) InlineStackFrames(&module);
  if (!flags_.strip.empty()) Strip(&module, flags_.strip_options);
  if (flags_.sort_maps) SortMaps(&module);
  // A fingerprint does not depend on print options, but --only may refer to canonical names.
  if (flags_.fingerprint && settings_.only == nullptr) return;
  if (flags_.async == "generic" && !flags_.wrap_calls) UnwrapAsyncCalls(&module);
  if (flags_.canonical_names) CanonicalizeNames(&module);
  if (flags_.canonicalize) Canonicalize(&module);
}

// The options of the command line, completed by the spelling of the text.
PrintOptions ProgramStages::OptionsFor(const HloModule& module) const {
  PrintOptions options = settings_.print_options;
  const bool is_dump = flags_.style == "dump";
  const bool keeps_spelling = is_dump && flags_.xla_version.empty();
  if (!keeps_spelling && flags_.xla_version != "auto") return options;
  options.spellings = SpellingsOf(module);
  if (!is_dump) return options;
  const PrintOptions of_text = PrintOptions::DumpOf(module);
  for (const PrintOptionInfo& option : PrintOptionTable()) {
    const bool is_given = flags_.given.count(std::string(option.name)) > 0;
    if (option.bool_field != nullptr && !is_given) {
      options.*option.bool_field = of_text.*option.bool_field;
    }
  }
  return options;
}

void ProgramStages::ComplainOfOnly() const {
  log_.Complain(StrCat("no computation matches --only=", flags_.only));
}

// Calls `print` with the print options for `module`.
template <typename Function>
auto ProgramStages::PrintSelected(const HloModule& module, Function print) const {
  const Stopwatch stopwatch(&timing_.print_s);
  PrintOptions options = OptionsFor(module);
  if (flags_.explain_async) log_.Add(module.source(), ExplainAsync(module, options.async_reader));
  if (settings_.only == nullptr) {
    log_.Add(module.source(), RoundTripWarnings(module, options));
    return print(options);
  }
  const ComputationSet selected = SelectComputations(module, *settings_.only);
  if (selected.empty()) ComplainOfOnly();
  options.computation_filter = [&](const HloComputation& computation) {
    return selected.contains(&computation);
  };
  return print(options);
}

std::string ProgramStages::Print(const HloModule& module) const {
  return PrintSelected(
      module, [&](const PrintOptions& options) { return PrintHloModule(module, options); });
}

void ProgramStages::Print(const HloModule& module,
                          absl::FunctionRef<void(std::string_view)> sink) const {
  PrintSelected(module, [&](const PrintOptions& options) {
    PrintHloModule(module, options, sink, settings_.jobs);
  });
}

absl::StatusOr<std::string> ProgramStages::Fingerprint(const HloModule& module) const {
  const Stopwatch stopwatch(&timing_.clean_s);
  if (!flags_.fingerprint_form.empty()) return ShapeBlindFingerprint(module).ToString();
  if (settings_.only == nullptr) return hlo_text::Fingerprint(module).ToString();
  bool has_any = false;
  const auto selects = [&](const HloComputation& computation) {
    const bool is_selected = IsSelected(computation.name(), *settings_.only);
    has_any |= is_selected;
    return is_selected;
  };
  const Fingerprint128 fingerprint = hlo_text::Fingerprint(module, selects);
  if (!has_any) {
    ComplainOfOnly();
    return absl::InvalidArgumentError("nothing to hash");
  }
  return fingerprint.ToString();
}

absl::StatusOr<std::string> ProgramStages::Reformat(std::string_view text) const {
  FormatOptions options;
  options.lines = {flags_.first_line, flags_.last_line};
  options.strip_log_prefix = flags_.strip_log_prefix;
  options.check = !flags_.fast;
  options.upgrade_legacy = flags_.upgrade_legacy;
  options.allow_unknown = flags_.allow_unknown;
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<std::string> formatted =
      Timed(&timing_.print_s, [&] { return FormatHloText(text, options, &diagnostics); });
  log_.Add(text, diagnostics);
  return formatted;
}

}  // namespace hlo_text_v1::internal
