// The page of a module: its computations as a tree, its text with links between operands,
// definitions and users, search, and for scheduled modules a timeline.
//
//   std::string html = ModulePage(*module, "step.hlo");
//
// Its data are those of module_data.h.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_MODULE_PAGE_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_MODULE_PAGE_H_

#include <functional>
#include <string>
#include <string_view>

#include "hlo/module.h"
#include "src/tools/hlo_view/page/measurements.h"

namespace hlo::internal {

// `file` is the page's name for the input. The module must be desugared and have unique names.
// Cost: that of ModuleData, which also explains `filter`.
std::string ModulePage(const HloModule& module, std::string_view file,
                       const Measurements& measurements = {},
                       std::function<bool(const HloComputation&)> filter = nullptr);

}  // namespace hlo::internal

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_MODULE_PAGE_H_
