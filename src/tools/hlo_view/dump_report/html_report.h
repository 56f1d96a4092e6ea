// The report on passes as an HTML page: one file, nothing from elsewhere.
//
// A module is a list of its stages with bars of what each added, removed and changed; those that
// changed nothing are folded. A stage unfolds to its opcodes, what became of asynchronous
// operations, and its diff. What the page knows is WriteJsonReport's text.
#ifndef HLO_TOOLS_HLO_VIEW_DUMP_REPORT_HTML_REPORT_H_
#define HLO_TOOLS_HLO_VIEW_DUMP_REPORT_HTML_REPORT_H_

#include <string>
#include <vector>

#include "src/tools/hlo_view/dump_report/pass_report.h"

namespace hlo {

// Names and texts of the dump reach the page as data only: src/tools/hlo_view/page/page_writer.h.
std::string WriteHtmlReport(const DumpFolder& folder, const std::vector<ModuleReport>& reports);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_DUMP_REPORT_HTML_REPORT_H_
