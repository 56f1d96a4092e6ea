// The page of a module: its computations as a tree, its text with links from operands to their
// definitions and from these to their users, search, and for scheduled modules a timeline.
//
//   std::string html = hlo::ModulePage(*module, "step.hlo");
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_MODULE_PAGE_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_MODULE_PAGE_H_

#include <string>
#include <string_view>

#include "hlo/module.h"

namespace hlo {

// `file` is what the page calls the input. The module must be desugared, its names unique. Linear
// in what it prints as, but for timelines, which are n log n.
std::string ModulePage(const HloModule& module, std::string_view file);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_MODULE_PAGE_H_
