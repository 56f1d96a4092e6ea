// hlo-view --passes: a dump folder in, a report out.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_WRITE_DUMP_REPORT_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_WRITE_DUMP_REPORT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "src/tools/common/exit_code.h"

namespace hlo {

enum class DumpReportFormat : uint8_t { kText, kJson, kHtml };

struct DumpReportOptions {
  std::string folder;
  DumpReportFormat format = DumpReportFormat::kText;
  // Which modules: SelectModules in stage_names.h. Empty: all.
  std::string module;
  // Two stages of one module, as FindStage takes them: their difference instead of the report. Text
  // and JSON only. Both or neither.
  std::string stage_before;
  std::string stage_after;
  // A regular expression (RE2): for each module the first stage with an instruction that it
  // matches, instead of the report. Text and JSON only.
  std::string first;
  // Text: also what changed nothing.
  bool all = false;
  // Threads that read a stage.
  int jobs = 1;
};

// Writes what is asked for with `write`, which says whether that went well, and complaints, each
// without a newline, with `complain`. kFine; kInputRefused if a stage could not be read or, with
// `first`, nothing matches; kUsageError for options that mean nothing; kIoError if the folder
// cannot be read or writing fails.
ExitCode WriteDumpReport(const DumpReportOptions& options,
                         absl::FunctionRef<bool(std::string_view)> write,
                         absl::FunctionRef<void(const std::string&)> complain);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_WRITE_DUMP_REPORT_H_
