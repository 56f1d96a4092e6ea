// hlo-view --passes: makes a report of a dump folder.
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
  // As in SelectModules, stage_names.h. Empty: all.
  std::string module;
  // Two stages of one module, named as for FindStage: reports their difference instead. Text and
  // JSON only. Both or neither.
  std::string stage_before;
  std::string stage_after;
  // A regular expression (RE2): reports, for each module, the first stage with a matching
  // instruction instead. Text and JSON only.
  std::string first;
  // Text: also shows what changed nothing.
  bool all = false;
  // Threads that parse one stage.
  int jobs = 1;
};

// Writes the output with `write`, which returns whether that worked, and messages, each without a
// newline, with `complain`. kFine; kInputRefused if a stage could not be read or, with `first`,
// nothing matches; kUsageError for meaningless options; kIoError if the folder cannot be read or
// writing fails.
ExitCode WriteDumpReport(const DumpReportOptions& options,
                         absl::FunctionRef<bool(std::string_view)> write,
                         absl::FunctionRef<void(const std::string&)> complain);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_WRITE_DUMP_REPORT_H_
