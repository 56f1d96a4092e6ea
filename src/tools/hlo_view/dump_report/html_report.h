// The report on passes as an HTML page: one self-contained file.
//
// A module is a list of stages with bars for added, removed and changed instructions; stages that
// changed nothing are folded. A stage unfolds to its opcodes, the changes of asynchronous
// operations, and its diff. The page's data is the text of WriteJsonReport.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_HTML_REPORT_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_HTML_REPORT_H_

#include <string>
#include <vector>

#include "src/tools/hlo_view/dump_report/pass_report.h"

namespace hlo::internal {

// Names and texts reach the page as data only: src/tools/hlo_view/page/page_writer.h.
// `against` as for WriteJsonReport; diffs then have a column for each folder.
std::string WriteHtmlReport(const DumpFolder& folder, const std::vector<ModuleReport>& reports,
                            const std::string& against = "");

}  // namespace hlo::internal

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_HTML_REPORT_H_
