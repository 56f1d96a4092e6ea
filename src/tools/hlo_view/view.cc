// Only chooses among pages, pictures and reports.
#include "src/tools/hlo_view/view.h"

#include <string>
#include <string_view>

#include "hlo/module.h"
#include "hlo/parser.h"
#include "src/tools/common/program_main.h"
#include "src/tools/common/read_input.h"
#include "src/tools/hlo_view/dump_report/write_dump_report.h"
#include "src/tools/hlo_view/page/module_page.h"
#include "src/tools/hlo_view/timeline/timeline_svg.h"

namespace hlo::internal {
namespace {

ExitCode WriteModulePage(const ViewFlags& flags, DiagnosticLog* log, OutputFile* out) {
  const std::string& path = flags.files[0];
  ParseOptions options;
  options.upgrade_legacy = flags.upgrade_legacy;
  options.allow_unknown = flags.allow_unknown;
  HloModule module;
  const ExitCode code = ReadModule(path, options, log, &module);
  if (code != kFine) return code;
  // The page does not show the path: its readers need only the file name.
  const std::string file = path == "-" ? "" : path.substr(path.rfind('/') + 1);
  const bool is_written = out->Write(
      flags.format == "svg" ? TimelineSvg(*module.entry_computation()) : ModulePage(module, file));
  return is_written ? kFine : kIoError;
}

ExitCode WriteReport(const ViewFlags& flags, DiagnosticLog* log, OutputFile* out) {
  return WriteDumpReport(
      flags, [out](std::string_view text) { return out->Write(text); },
      [log](const std::string& message) { log->ComplainPlainly(message); });
}

}  // namespace

// A report is useful even if a stage could not be read: write it then, too.
ExitCode View(const ViewFlags& flags) {
  const bool is_page = flags.passes.empty();
  return MakeOutput("hlo-view", is_page ? InputName(flags.files[0]) : flags.passes, flags.output,
                    [&](DiagnosticLog* log, OutputFile* out) {
                      return is_page ? WriteModulePage(flags, log, out)
                                     : WriteReport(flags, log, out);
                    });
}

}  // namespace hlo::internal
