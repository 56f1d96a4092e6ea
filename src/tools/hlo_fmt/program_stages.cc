// See program_stages.h.
#include "src/tools/hlo_fmt/program_stages.h"

#include <unistd.h>

#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/format.h"
#include "hlo/normalize.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/proto.h"
#include "hlo/read.h"
#include "hlo/source.h"
#include "hlo/uniquify.h"
#include "hlo/verify.h"
#include "src/base/strings.h"
#include "src/tools/common/select_computations.h"
#include "src/tools/common/terminal.h"

namespace hlo::internal {

FormatSettings::FormatSettings(const Flags& flags, int jobs)
    : flags(flags),
      only(CompileRegex(flags.only)),
      jobs(jobs),
      print_options(MakePrintOptions(flags)),
      is_compared(flags.in_place || flags.check || flags.diff),
      color_errors(WantsColor(STDERR_FILENO)),
      color_diff(WantsColor(STDOUT_FILENO)) {}

absl::StatusOr<HloModule> ProgramStages::Parse(SourceBuffer&& source) const {
  ReadOptions read;
  ParseOptions& options = read.parse;
  options.uniquify = false;  // happens after desugaring
  options.upgrade_legacy = flags_.upgrade_legacy;
  options.allow_unknown = flags_.allow_unknown;
  options.jobs = settings_.jobs;
  // The verifier wants all of a program; canonical names come later.
  if (settings_.only != nullptr && !flags_.verify && !flags_.canonical_names) {
    options.only = [&](std::string_view name) { return IsSelected(name, *settings_.only); };
  }
  std::vector<Diagnostic> diagnostics;
  const bool is_proto = IsHloProto(source.view());
  absl::StatusOr<HloModule> module = Timed(&timing_.parse_s, [&] {
    return is_proto ? ReadHloModule(std::move(source), read, &diagnostics)
                    : ParseHloModule(std::move(source), options, &diagnostics);
  });
  log_.Add(module.ok() ? module->source() : source.view(), diagnostics);
  if (!module.ok()) return absl::InvalidArgumentError(module.status().message());
  return module;
}

void ProgramStages::Desugar(HloModule& module) const {
  if (module.source().empty()) return;  // of a proto, which has no sugar and keeps its names
  const bool is_dump = flags_.style == "dump";
  UniquifyOptions options;
  options.keep_stack_frames = is_dump;
  // Elements t#0 have names that may collide if they print.
  options.keep_instruction_names =
      is_dump && (OptionsFor(module).compact_gte || !PrintOptions::DumpOf(module).compact_gte);
  std::vector<Diagnostic> diagnostics;
  Timed(&timing_.desugar_s, [&] {
    hlo::Desugar(module, &diagnostics);
    Uniquify(module, options);
  });
  log_.Add(module.source(), diagnostics);
}

absl::Status ProgramStages::Verify(const HloModule& module) const {
  if (!flags_.verify) return absl::OkStatus();
  std::vector<Diagnostic> violations = hlo::Verify(module, flags_.verify_options);
  if (violations.empty()) return absl::OkStatus();
  log_.AddViolations(module.source(), std::move(violations));
  return absl::InvalidArgumentError("the module breaks the verifier's rules");
}

void ProgramStages::Normalize(HloModule& module) const {
  const Stopwatch stopwatch(&timing_.clean_s);
  if (flags_.inline_stack_frames) InlineStackFrames(module);
  if (!flags_.strip.empty()) Strip(module, flags_.strip_options);
  if (flags_.sort_maps) SortMaps(module);
  // A fingerprint does not depend on print options; --only may mean canonical names.
  if (flags_.fingerprint && settings_.only == nullptr) return;
  if (flags_.async == "generic" && !flags_.wrap_calls) UnwrapAsyncCalls(module);
  if (flags_.canonical_names) CanonicalizeNames(module);
}

// The options of the command line, and the spelling of the text where they leave it open.
PrintOptions ProgramStages::OptionsFor(const HloModule& module) const {
  PrintOptions options = settings_.print_options;
  if (flags_.style != "dump" || !flags_.xla_version.empty()) return options;
  const PrintOptions of_text = PrintOptions::DumpOf(module);
  options.print_compare_type = of_text.print_compare_type;
  if (flags_.given.count("compact_gte") == 0) options.compact_gte = of_text.compact_gte;
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
  if (settings_.only == nullptr) {
    log_.Add(module.source(), PrintWarnings(module, options));
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
  if (settings_.only == nullptr) return hlo::Fingerprint(module).ToString();
  bool has_any = false;
  const auto selects = [&](const HloComputation& computation) {
    const bool is_selected = IsSelected(computation.name(), *settings_.only);
    has_any |= is_selected;
    return is_selected;
  };
  const Fingerprint128 fingerprint = hlo::Fingerprint(module, selects);
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

}  // namespace hlo::internal
