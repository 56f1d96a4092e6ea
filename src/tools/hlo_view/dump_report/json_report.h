// The report on passes as JSON, for scripts and for the HTML page: ReportData of page/types.d.ts.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_JSON_REPORT_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_JSON_REPORT_H_

#include <string>
#include <vector>

#include "src/base/json_writer.h"
#include "src/tools/hlo_view/dump_report/pass_report.h"

namespace hlo_text_v1::internal {

// For people and scripts; safe inside a page.
inline constexpr JsonStyle kReportJson{JsonStyle::kIndented, /*html_safe=*/true};

// All reports as one object {"folder", "modules", "others"}, described in docs/passes.md. Ends with
// a newline. Always UTF-8, even if names are not; safe inside a <script>. `against` is the path of
// the earlier folder if the reports come from CompareModules, else empty.
std::string WriteJsonReport(const DumpFolder& folder, const std::vector<ModuleReport>& reports,
                            const std::string& against = "");

// The report as a page, whose data are that JSON.
std::string WriteHtmlReport(const DumpFolder& folder, const std::vector<ModuleReport>& reports,
                            const std::string& against = "");

// Only two stages, {"before", "after", "change"}.
std::string WriteJsonComparison(const DumpModule& module, const DumpStage& before,
                                const DumpStage& after, const StageChange& change);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_JSON_REPORT_H_
