// Reduces one file, as the flags say.
#ifndef HLO_TOOLS_HLO_REDUCE_REDUCE_FILE_H_
#define HLO_TOOLS_HLO_REDUCE_REDUCE_FILE_H_

#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_reduce/reduce_flags.h"

namespace hlo_text_v1::internal {

// Reads the input, runs the tests, writes the result and reports to standard error.
ExitCode ReduceFile(const ReduceFlags& flags);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_REDUCE_REDUCE_FILE_H_
