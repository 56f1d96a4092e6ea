// Chooses between pages and reports.
#include "src/tools/hlo_view/view.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/status/status.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/read.h"
#include "src/base/strings.h"
#include "src/tools/common/flag_regex.h"
#include "src/tools/common/open_in_browser.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/read_input.h"
#include "src/tools/common/select_computations.h"
#include "src/tools/common/terminal.h"
#include "src/tools/hlo_view/annotate.h"
#include "src/tools/hlo_view/dump_report/write_dump_report.h"
#include "src/tools/hlo_view/page/diff_page.h"
#include "src/tools/hlo_view/page/module_page.h"
#include "src/tools/hlo_view/page/read_measurements.h"

namespace hlo_text_v1::internal {
namespace {

constexpr std::string_view kProgram = "hlo-view";

ParseOptions OptionsOf(const ViewFlags& flags) {
  ParseOptions options;
  options.upgrade_legacy = flags.upgrade_legacy;
  options.allow_unknown = flags.allow_unknown;
  return options;
}

ExitCode Read(const ViewFlags& flags, const std::string& path, DiagnosticLog* log,
              HloModule* module) {
  return ReadModule(path, OptionsOf(flags), log, module);
}

// A page does not show the path, since its readers only need the file name.
std::string FileName(const std::string& path) {
  return path == "-" ? "" : path.substr(path.rfind('/') + 1);
}

// Reads the module with its buffers and times, if known; only the computations that `only` names
// are needed.
ExitCode ReadMeasured(const ViewFlags& flags, const re2::RE2* only, DiagnosticLog* log,
                      HloModule* module, Measurements* measurements) {
  const std::string& path = flags.files[0];
  if (!flags.profile.empty()) {
    const ExitCode code = ReadProfile(flags.profile, log, measurements);
    if (code != kFine) return code;
  }
  ReadOptions options;
  options.parse = OptionsOf(flags);
  if (only != nullptr) {
    options.parse.only = [only](std::string_view name) { return IsSelected(name, *only); };
  }
  const auto read = [&](SourceBuffer* text, std::vector<Diagnostic>* diagnostics) {
    ReadBuffers(path, text->view(), log, measurements);
    ReadThunks(path, log, measurements);
    return ReadHloModule(std::move(*text), options, diagnostics);
  };
  return ReadModuleWith(read, path, log, module);
}

ExitCode WriteAnnotated(const ViewFlags& flags, const HloModule& module, const Machine* machine,
                        const Measurements& measurements, DiagnosticLog* log, OutputFile* out) {
  const absl::StatusOr<Source> source = ReadSource(flags.annotate);
  if (!source.ok()) {
    log->ComplainPlainly(Std(source.status().message()));
    return kIoError;
  }
  AnnotateOptions options;
  options.machine = machine;
  if (measurements.profile.has_value()) options.profile = &measurements.profile->profile;
  std::string files;
  const std::string text =
      AnnotateSource(module, flags.annotate, source->text.view(), options, &files);
  if (!text.empty()) return out->Write(text) ? kFine : kIoError;
  log->Complain(
      StrCat("no instruction comes from ", flags.annotate,
             files.empty() ? ": the module names no files" : StrCat(" but from ", files)));
  return kInputRefused;
}

ExitCode WriteModulePage(const ViewFlags& flags, DiagnosticLog* log, OutputFile* out) {
  const std::string& path = flags.files[0];
  HloModule module;
  const std::unique_ptr<const re2::RE2> only = CompileRegex(flags.only);
  Measurements measurements;
  const ExitCode code = ReadMeasured(flags, only.get(), log, &module, &measurements);
  if (code != kFine) return code;
  Machine machine;
  if (!flags.machine.empty()) {
    std::string error;
    const ExitCode machine_code = ReadMachineFile(flags.machine, &machine, &error);
    if (machine_code != kFine) {
      log->ComplainPlainly(error);
      return machine_code;
    }
  }
  const Machine* given = flags.machine.empty() ? nullptr : &machine;
  if (!flags.annotate.empty()) return WriteAnnotated(flags, module, given, measurements, log, out);
  ModuleDataOptions options;
  options.measurements = &measurements;
  options.machine = given;
  if (only != nullptr) {
    const ComputationSet selected = SelectComputations(module, *only);
    if (selected.empty()) {
      log->Complain(StrCat("no computation matches --only=", flags.only));
      return kInputRefused;
    }
    options.filter = [selected](const HloComputation& c) { return selected.contains(&c); };
  }
  const std::string page = ModulePage(module, FileName(path), options);
  return out->Write(page) ? kFine : kIoError;
}

ExitCode WriteDiffPage(const ViewFlags& flags, DiagnosticLog* log, OutputFile* out) {
  const std::string& path = flags.files[0];
  HloModule before, after;
  DiagnosticLog before_log(InputName(flags.diff_against), WantsColor(STDERR_FILENO), kProgram);
  ExitCode code = Read(flags, flags.diff_against, &before_log, &before);
  PrintErrors(before_log.TakeText());
  if (code == kFine) code = Read(flags, path, log, &after);
  if (code != kFine) return code;
  std::string before_name = FileName(flags.diff_against), after_name = FileName(path);
  if (before_name == after_name) {  // only their folders differ
    before_name = flags.diff_against;
    after_name = path;
  }
  return out->Write(DiffPage({before, before_name}, {after, after_name})) ? kFine : kIoError;
}

// Also writes the report if a stage could not be read: it is still useful.
ExitCode WriteReport(const ViewFlags& flags, DiagnosticLog* log, OutputFile* out) {
  TextReportOptions text;
  if (flags.output.empty() && IsTerminal(STDOUT_FILENO)) {
    text.color = WantsColor(STDOUT_FILENO);
    text.width = TerminalColumns(STDOUT_FILENO);
  }
  return WriteDumpReport(
      flags, text, [out](std::string_view text) { return out->Write(text); },
      [log](const std::string& message) { log->ComplainPlainly(message); });
}

// Writes to `output`. Sets *has_page to whether there is something to open.
ExitCode Write(const ViewFlags& flags, const std::string& output, bool* has_page) {
  const bool is_page = flags.passes.empty();
  return MakeOutput(kProgram, is_page ? InputName(flags.files[0]) : flags.passes, output,
                    [&](DiagnosticLog* log, OutputFile* out) {
                      const ExitCode code = !is_page ? WriteReport(flags, log, out)
                                            : flags.diff_against.empty()
                                                ? WriteModulePage(flags, log, out)
                                                : WriteDiffPage(flags, log, out);
                      *has_page = out->is_begun();
                      return code;
                    });
}

// Makes an empty file that only its owner can read. Returns its path; empty, with a message, on
// failure.
std::string MakeTemporaryFile(std::string_view suffix) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  std::string path = StrCat((folder / "hlo-view-XXXXXX").string(), suffix);
  const int file = error ? -1 : mkstemps(path.data(), static_cast<int>(suffix.size()));
  if (file < 0) {
    Complain(kProgram, "cannot make a temporary file: use -o");
    return "";
  }
  close(file);
  return path;
}

ExitCode Open(const ViewFlags& flags) {
  const std::string path =
      flags.output.empty() ? MakeTemporaryFile(StrCat(".", flags.format)) : flags.output;
  if (path.empty()) return kIoError;
  absl::Cleanup remover = [&] {  // also if memory runs out
    if (flags.output.empty()) unlink(path.c_str());
  };
  bool has_page = false;
  const ExitCode code = Write(flags, path, &has_page);
  if (code == kIoError || !has_page) return code;
  const absl::Status status = OpenInBrowser(path);
  if (!status.ok()) Complain(kProgram, Std(status.message()));
  std::move(remover).Cancel();
  return status.ok() ? code : kIoError;
}

}  // namespace

ExitCode View(const ViewFlags& flags) {
  if (flags.open) return Open(flags);
  if (flags.format == "html" && flags.annotate.empty() &&
      IsForNoTerminal(kProgram, flags.output, "a page", "--open shows it, -o FILE keeps it")) {
    return kUsageError;
  }
  bool has_page = false;
  return Write(flags, flags.output, &has_page);
}

}  // namespace hlo_text_v1::internal
