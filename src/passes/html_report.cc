// Only glue: body, style and script are passes_page.html, .css and .js.
#include "src/passes/html_report.h"

#include "passes_assets.h"
#include "src/passes/json_report.h"
#include "src/view/page_writer.h"

namespace hlo {

std::string WriteHtmlReport(const DumpFolder& folder, const std::vector<ModuleReport>& reports) {
  const std::string data = WriteJsonReport(folder, reports);
  const std::string title = "Passes of " + folder.path;
  return WritePage({title, kPassesPageHtml, kPassesPageCss, kPassesPageJs, data});
}

}  // namespace hlo
