// The scripts are concatenated: each uses definitions of those before it.
#include "src/tools/hlo_view/page/module_page.h"

#include "src/tools/hlo_view/page/module_data.h"
#include "src/tools/hlo_view/page/page_writer.h"
#include "view_assets.h"

namespace hlo {

std::string ModulePage(const HloModule& module, std::string_view file) {
  std::string script;
  for (const std::string_view part :
       {kModuleModelJs, kModuleListingJs, kModuleTreeJs, kModuleBarsJs, kModuleDetailsJs,
        kModuleTimelineJs, kModuleMainJs}) {
    script += part;
  }
  const std::string data = ModuleData(module, file);
  Page page;
  page.title = module.name();
  page.body = kModuleHtml;
  page.style = kModuleCss;
  page.script = script;
  page.data = data;
  return WritePage(page);
}

}  // namespace hlo
