// hlo-view: a page of HTML to read a module in, or a report of what passes have changed.
//
// Only the entry and the choice between the two.
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "hlo/module.h"
#include "hlo/parser.h"
#include "src/tools/common/available_cores.h"
#include "src/tools/common/diagnostic_log.h"
#include "src/tools/common/output_file.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/read_module.h"
#include "src/tools/common/terminal.h"
#include "src/tools/hlo_view/dump_report/write_dump_report.h"
#include "src/tools/hlo_view/page/module_page.h"
#include "src/tools/hlo_view/timeline/timeline_svg.h"
#include "src/tools/hlo_view/view_flags.h"

namespace hlo {
namespace {

ExitCode WriteModulePage(const ViewFlags& flags, DiagnosticLog* log, OutputFile* out) {
  ParseOptions options;
  options.upgrade_legacy = flags.upgrade_legacy;
  options.allow_unknown = flags.allow_unknown;
  HloModule module;
  const ExitCode code = ReadModule(flags.files[0], options, log, &module);
  if (code != kFine) return code;
  if (flags.format == "svg") {
    return out->Write(TimelineSvg(*module.entry_computation())) ? kFine : kIoError;
  }
  // The path of a file says more than its reader wants to know.
  const std::string& path = flags.files[0];
  const std::string file = path == "-" ? "" : path.substr(path.rfind('/') + 1);
  return out->Write(ModulePage(module, file)) ? kFine : kIoError;
}

// `has_report`: something was written.
ExitCode WriteReport(const ViewFlags& flags, DiagnosticLog* log, OutputFile* out,
                     bool* has_report) {
  DumpReportOptions options;
  options.folder = flags.passes;
  options.format = flags.format == "html"   ? DumpReportFormat::kHtml
                   : flags.format == "json" ? DumpReportFormat::kJson
                                            : DumpReportFormat::kText;
  options.module = flags.module;
  options.stage_before = flags.stage_before;
  options.stage_after = flags.stage_after;
  options.first = flags.first;
  options.all = flags.all;
  options.jobs = AvailableCores();
  return WriteDumpReport(
      options,
      [&](std::string_view text) {
        *has_report = true;
        return out->Write(text);
      },
      [log](const std::string& message) { log->ComplainPlainly(message); });
}

ExitCode View(const ViewFlags& flags) {
  const std::string name = flags.passes.empty() ? InputName(flags.files[0]) : flags.passes;
  DiagnosticLog log(name, WantsColor(STDERR_FILENO), "hlo-view");
  OutputFile out(flags.output);
  bool has_report = false;
  ExitCode code = flags.passes.empty() ? WriteModulePage(flags, &log, &out)
                                       : WriteReport(flags, &log, &out, &has_report);
  const std::string errors = log.TakeText();
  std::fwrite(errors.data(), 1, errors.size(), stderr);
  // A report on passes is of use also where it says that a stage could not be read.
  const bool commits = code == kFine || (code == kInputRefused && has_report);
  if (out.failed() || (commits && !out.Commit())) {
    Complain("hlo-view", out.error());
    code = kIoError;
  }
  return code;
}

}  // namespace
}  // namespace hlo

int main(int argc, char** argv) {
  hlo::PrepareProcess();
  hlo::ViewFlags flags;
  std::string error;
  if (!hlo::ParseViewFlags(argc, argv, &flags, &error)) return hlo::RefuseFlags("hlo-view", error);
  if (flags.help || flags.version) return hlo::PrintAbout(hlo::HloViewProgram(), flags);
  return hlo::View(flags);
}
