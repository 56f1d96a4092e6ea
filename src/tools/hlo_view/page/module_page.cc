// The scripts of the page are concatenated: each uses definitions of those before it.
#include "src/tools/hlo_view/page/module_page.h"

#include <array>
#include <utility>

#include "src/base/strings.h"
#include "src/tools/hlo_view/page/module_data.h"
#include "src/tools/hlo_view/page/page_writer.h"
#include "view_assets.h"

namespace hlo::internal {

std::string ModulePage(const HloModule& module, std::string_view file,
                       const Measurements& measurements,
                       std::function<bool(const HloComputation&)> filter) {
  const std::string script =
      Joined(std::array{kModuleTextJs, kModuleModelJs, kModuleTimesJs, kModuleListingJs,
                        kModuleTreeJs, kModuleBarsJs, kModuleMemoryJs, kModuleDetailsJs,
                        kModuleTimelineJs, kModuleMainJs},
             "");
  ModuleDataOptions options;
  options.measurements = &measurements;
  options.filter = std::move(filter);
  const std::string data = ModuleData(module, file, options);
  return WritePage({module.name(), kModuleHtml, kModuleCss, script, data});
}

}  // namespace hlo::internal
