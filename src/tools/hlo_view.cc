// hlo-view: a page of HTML to read a module in, or a report of what passes have changed.
//
// Only the entry and the choice between the two.
#include <unistd.h>

#include <cstdio>
#include <string>

#include "hlo/module.h"
#include "hlo/parser.h"
#include "src/tools/diagnostic_log.h"
#include "src/tools/output_file.h"
#include "src/tools/program_main.h"
#include "src/tools/read_module.h"
#include "src/tools/terminal.h"
#include "src/tools/view_flags.h"
#include "src/view/module_page.h"
#include "src/view/timeline_svg.h"

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

ExitCode ReportPasses(const ViewFlags&, DiagnosticLog* log, OutputFile*) {
  log->ComplainPlainly("--passes is not built in");
  return kIoError;
}

ExitCode View(const ViewFlags& flags) {
  const std::string name = flags.passes.empty() ? InputName(flags.files[0]) : flags.passes;
  DiagnosticLog log(name, WantsColor(STDERR_FILENO), "hlo-view");
  OutputFile out(flags.output);
  ExitCode code =
      flags.passes.empty() ? WriteModulePage(flags, &log, &out) : ReportPasses(flags, &log, &out);
  const std::string errors = log.TakeText();
  std::fwrite(errors.data(), 1, errors.size(), stderr);
  if (code == kFine && !out.Commit()) {
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
