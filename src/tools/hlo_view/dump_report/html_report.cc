// Only glue: passes_page.html, .css and .js are body, style and script.
#include "src/tools/hlo_view/dump_report/html_report.h"

#include "passes_assets.h"
#include "src/tools/hlo_view/dump_report/json_report.h"
#include "src/tools/hlo_view/page/page_writer.h"

namespace hlo::internal {

std::string WriteHtmlReport(const DumpFolder& folder, const std::vector<ModuleReport>& reports,
                            const std::string& against) {
  const std::string data = WriteJsonReport(folder, reports, against);
  const std::string title =
      against.empty() ? "Passes of " + folder.path : "Passes of " + against + " and " + folder.path;
  return WritePage({title, kPassesPageHtml, kPassesPageCss, kPassesPageJs, data});
}

}  // namespace hlo::internal
