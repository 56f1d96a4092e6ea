// Runs tests, or holds one input against one check file, as the flags say.
#ifndef HLO_TOOLS_HLO_CHECK_CHECK_FILES_H_
#define HLO_TOOLS_HLO_CHECK_CHECK_FILES_H_

#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_check/check_flags.h"

namespace hlo_text_v1::internal {

ExitCode CheckFiles(const CheckFlags& flags);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_CHECK_CHECK_FILES_H_
