// Reads an input as a module, for programs that do not need its text.
#ifndef HLO_TOOLS_COMMON_READ_MODULE_H_
#define HLO_TOOLS_COMMON_READ_MODULE_H_

#include <string>

#include "hlo/module.h"
#include "hlo/parser.h"
#include "src/tools/common/diagnostic_log.h"
#include "src/tools/common/exit_code.h"

namespace hlo {

// The name of the input `path` in messages: "-" is <stdin>.
std::string InputName(const std::string& path);

// Reads the module in the file `path` ("-": standard input), plain or gzip'd, with ReadHloModule.
// kInputRefused if it has an error, kIoError if the file cannot be read; logs warnings and errors
// to `log`.
ExitCode ReadModule(const std::string& path, const ParseOptions& options, DiagnosticLog* log,
                    HloModule* module);

}  // namespace hlo

#endif  // HLO_TOOLS_COMMON_READ_MODULE_H_
