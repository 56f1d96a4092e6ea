// Reads one input, a file or standard input (src/read/source.h), as text or as a module.
#ifndef HLO_TOOLS_COMMON_READ_INPUT_H_
#define HLO_TOOLS_COMMON_READ_INPUT_H_

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "hlo/module.h"
#include "hlo/parser.h"
#include "hlo/roofline.h"
#include "src/read/source.h"
#include "src/tools/common/diagnostic_log.h"
#include "src/tools/common/exit_code.h"

namespace hlo_text_v1::internal {

struct Input : Source {
  bool is_proto = false;  // `text` is printed from the module in a proto
  std::vector<std::string> warnings = {};
};

// ReadSource; `as_text`: a module in XLA's binary form becomes its text. Error messages name the
// file.
absl::StatusOr<Input> ReadInput(const std::string& path, bool as_text);

// The name of the input `path` in messages: "-" is <stdin>.
std::string InputName(const std::string& path);

// Reads the module in the file `path`, with ReadHloModule. kInputRefused if it has an error,
// kIoError if the file cannot be read; logs warnings and errors to `log`.
ExitCode ReadModule(const std::string& path, const ParseOptions& options, DiagnosticLog* log,
                    HloModule* module);

// The same with another reader. It may move the text, but must leave a text that it refuses.
using ModuleReader =
    absl::FunctionRef<absl::StatusOr<HloModule>(SourceBuffer*, std::vector<Diagnostic>*)>;
ExitCode ReadModuleWith(ModuleReader read, const std::string& path, DiagnosticLog* log,
                        HloModule* module);

// Reads the numbers of --machine=`path`, with ParseMachine (hlo/roofline.h). kInputRefused or
// kIoError with a message in *error.
ExitCode ReadMachineFile(const std::string& path, Machine* machine, std::string* error);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_COMMON_READ_INPUT_H_
