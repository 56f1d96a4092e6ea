// Runs --pass_pipeline on a file.
#ifndef HLO_TOOLS_HLO_OPT_OPT_H_
#define HLO_TOOLS_HLO_OPT_OPT_H_

#include "hlo/pass.h"
#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_opt/opt_flags.h"

namespace hlo_text_v1::internal {

ExitCode Optimize(const OptFlags& flags, const PassRegistry& passes);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_OPT_OPT_H_
