// hlo-view --passes: makes a report of a dump folder.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_WRITE_DUMP_REPORT_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_WRITE_DUMP_REPORT_H_

#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_view/dump_report/text_report.h"
#include "src/tools/hlo_view/view_flags.h"

namespace hlo_text_v1::internal {

// Reports, in the form of --format, what each pass changed; with --diff_against, how the stages
// differ from those of another folder; with --stages, how two stages differ (named as for
// FindStage, stage_names.h; HTML is the page of diff_page.h); with --first, the first stage of each
// module with a match (only text and JSON). `flags` have a folder and keep ParseViewFlags' rules;
// `text` has the colours and the width of text.
//
// Of a folder without modules it takes the first subfolder that has some. Text on more than five
// modules is a table and the report on the biggest.
//
// Writes the output with `write`, which returns whether that worked, and messages, each without a
// newline, with `complain`. kFine; kInputRefused if a stage could not be read or, with --first,
// nothing matches; kUsageError for meaningless options; kIoError if the folder cannot be read or
// writing fails.
ExitCode WriteDumpReport(const ViewFlags& flags, TextReportOptions text,
                         absl::FunctionRef<bool(std::string_view)> write,
                         absl::FunctionRef<void(const std::string&)> complain);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_WRITE_DUMP_REPORT_H_
