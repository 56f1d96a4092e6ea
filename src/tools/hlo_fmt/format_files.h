// Lists, formats and reports all inputs of a command line.
#ifndef HLO_TOOLS_HLO_FMT_FORMAT_FILES_H_
#define HLO_TOOLS_HLO_FMT_FORMAT_FILES_H_

#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_fmt/flags.h"

namespace hlo {

// Does what `flags` say, on standard output and standard error. Reads standard input if no files
// are given.
ExitCode FormatFiles(const Flags& flags);

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_FMT_FORMAT_FILES_H_
