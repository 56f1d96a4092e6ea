// Reading an input as a module, for programs that want the program and not its text.
#ifndef HLO_TOOLS_COMMON_READ_MODULE_H_
#define HLO_TOOLS_COMMON_READ_MODULE_H_

#include <string>

#include "hlo/module.h"
#include "hlo/parser.h"
#include "src/tools/common/diagnostic_log.h"
#include "src/tools/common/exit_code.h"

namespace hlo {

// How messages call the input `path`: "-" is <stdin>.
std::string InputName(const std::string& path);

// The module in the file `path`, "-" being standard input, plain or gzip'd, as ReadHloModule reads
// it. kInputRefused if it has an error, kIoError if the file cannot be read; warnings and errors go
// to `log`.
ExitCode ReadModule(const std::string& path, const ParseOptions& options, DiagnosticLog* log,
                    HloModule* module);

}  // namespace hlo

#endif  // HLO_TOOLS_COMMON_READ_MODULE_H_
