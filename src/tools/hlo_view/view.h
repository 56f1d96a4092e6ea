// hlo-view: an HTML page for reading a module, or a report on the changes of passes.
#ifndef HLO_TOOLS_HLO_VIEW_VIEW_H_
#define HLO_TOOLS_HLO_VIEW_VIEW_H_

#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_view/view_flags.h"

namespace hlo_text_v1::internal {

// Reads the input, writes the output and reports errors to standard error.
ExitCode View(const ViewFlags& flags);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_VIEW_H_
