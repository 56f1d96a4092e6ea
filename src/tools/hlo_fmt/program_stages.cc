// See program_stages.h.
#include "src/tools/hlo_fmt/program_stages.h"

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "hlo/async.h"
#include "hlo/canonical.h"
#include "hlo/normalize.h"
#include "hlo/parser.h"
#include "hlo/printer.h"
#include "hlo/source.h"
#include "hlo/uniquify.h"
#include "hlo/verify.h"
#include "src/base/strings.h"

namespace hlo {
namespace {

// XLA's text settles when it is read once; the rest is for what print options make of it.
constexpr int kMaxRounds = 6;

PrintOptions OptionsFor(PrintOptions options, bool is_selected, const ComputationSet* selected) {
  if (!is_selected) return options;
  options.computation_filter = [selected](const HloComputation& computation) {
    return selected->contains(&computation);
  };
  return options;
}

}  // namespace

TextPrinter::TextPrinter(const Flags& flags, const re2::RE2* only, int parse_jobs)
    : flags_(flags),
      only_(only),
      parse_jobs_(parse_jobs),
      print_options_(MakePrintOptions(flags)) {}

absl::StatusOr<HloModule> TextPrinter::Read(SourceBuffer&& source, DiagnosticLog* log,
                                            Timing* timing) const {
  ParseOptions options;
  options.uniquify = false;  // once it is desugared
  options.upgrade_legacy = flags_.upgrade_legacy;
  options.allow_unknown = flags_.allow_unknown;
  options.jobs = parse_jobs_;
  std::vector<Diagnostic> diagnostics;
  absl::StatusOr<HloModule> module = Timed(
      &timing->parse_s, [&] { return ParseHloModule(std::move(source), options, &diagnostics); });
  if (log != nullptr) log->Add(module.ok() ? module->source() : source.view(), diagnostics);
  if (!module.ok()) return absl::InvalidArgumentError(module.status().message());
  absl::Status status = Prepare(*module, log, timing);
  if (!status.ok()) return status;
  return module;
}

absl::StatusOr<std::string> TextPrinter::Print(SourceBuffer&& source, DiagnosticLog* log,
                                               Timing* timing) const {
  Timing unused;
  if (timing == nullptr) timing = &unused;
  absl::StatusOr<HloModule> module = Read(std::move(source), log, timing);
  if (!module.ok()) return module.status();
  if (flags_.fingerprint) {
    return Timed(&timing->clean_s, [&] { return Fingerprint(*module).ToString(); });
  }
  ChangeForPrinting(*module, timing);
  return Timed(&timing->print_s, [&] {
    const ComputationSet selected = Select(*module, log);
    return PrintHloModule(*module, OptionsFor(print_options_, only_ != nullptr, &selected));
  });
}

absl::StatusOr<HloModule> TextPrinter::ReadToPrint(SourceBuffer&& source, DiagnosticLog* log,
                                                   Timing* timing) const {
  absl::StatusOr<HloModule> module = Read(std::move(source), log, timing);
  if (module.ok()) ChangeForPrinting(*module, timing);
  return module;
}

absl::Status TextPrinter::PrintTo(SourceBuffer&& source, DiagnosticLog* log, Timing* timing,
                                  absl::FunctionRef<void()> begin,
                                  absl::FunctionRef<void(std::string_view)> sink) const {
  absl::StatusOr<HloModule> module = Read(std::move(source), log, timing);
  if (!module.ok()) return module.status();
  ChangeForPrinting(*module, timing);
  const ComputationSet selected = Select(*module, log);
  begin();
  Timed(&timing->print_s, [&] {
    PrintHloModule(*module, OptionsFor(print_options_, only_ != nullptr, &selected), sink);
  });
  return absl::OkStatus();
}

absl::StatusOr<std::string> TextPrinter::PrintUntilItStays(SourceBuffer&& source,
                                                           DiagnosticLog* log,
                                                           Timing* timing) const {
  // The module takes over the source, and may change it.
  const std::string before(source.view());
  absl::StatusOr<std::string> text = Print(std::move(source), log, timing);
  if (!text.ok() || *text == before) return text;
  for (int round = 1; round < kMaxRounds; ++round) {
    absl::StatusOr<std::string> again = Print(SourceBuffer::Copy(*text), nullptr, timing);
    if (!again.ok()) {
      return absl::FailedPreconditionError(
          Absl(StrCat("what it prints as cannot be read back: ", Std(again.status().message()))));
    }
    if (*again == *text) return text;
    text = std::move(again);
  }
  // XLA adds to the metadata of some shardings whenever it reads them.
  return absl::FailedPreconditionError("what it prints as changes whenever it is read");
}

// Everything between parsing and printing.
absl::Status TextPrinter::Prepare(HloModule& module, DiagnosticLog* log, Timing* timing) const {
  std::vector<Diagnostic> diagnostics;
  Timed(&timing->desugar_s, [&] {
    Desugar(module, &diagnostics);
    const bool is_dump = flags_.style == "dump";
    UniquifyOptions uniquify;
    uniquify.keep_stack_frames = is_dump;
    uniquify.keep_instruction_names = is_dump && print_options_.compact_gte;
    Uniquify(module, uniquify);
  });
  if (log != nullptr) log->Add(module.source(), diagnostics);
  if (flags_.verify) {
    diagnostics = Verify(module);
    const bool is_sound = diagnostics.empty();
    if (log != nullptr) log->AddViolations(module.source(), std::move(diagnostics));
    if (!is_sound) return absl::InvalidArgumentError("the module breaks the verifier's rules");
  }
  Timed(&timing->clean_s, [&] {
    if (flags_.inline_stack_frames) InlineStackFrames(module);
    if (!flags_.strip.empty()) Strip(module, flags_.strip_options);
    if (flags_.sort_maps) SortMaps(module);
  });
  return absl::OkStatus();
}

// What is no matter of a fingerprint.
void TextPrinter::ChangeForPrinting(HloModule& module, Timing* timing) const {
  if (flags_.async == "generic" && !flags_.wrap_calls) {
    Timed(&timing->desugar_s, [&] { UnwrapAsyncCalls(module); });
  }
  if (flags_.canonical_names) Timed(&timing->clean_s, [&] { CanonicalizeNames(module); });
}

// What --only matches; nothing without it.
ComputationSet TextPrinter::Select(const HloModule& module, DiagnosticLog* log) const {
  if (only_ == nullptr) return {};
  ComputationSet selected = SelectComputations(module, *only_);
  if (selected.empty() && log != nullptr) {
    log->Complain(StrCat("no computation matches --only=", flags_.only));
  }
  return selected;
}

}  // namespace hlo
