// A server on two file descriptors.
#ifndef HLO_LSP_SESSION_H_
#define HLO_LSP_SESSION_H_

#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_lsp/lsp_flags.h"

namespace hlo::internal {

// Serves messages from `input` until `exit` or its end, then ends the process: threads may still be
// at work. Lack of memory is an error of the request at hand; where it cannot be, and when reading
// or writing fails, the session ends with a message on standard error and kIoError.
[[noreturn]] void RunSession(int input, int output);

// The same on standard input and output.
inline ExitCode ServeLsp(const LspFlags&) { RunSession(0, 1); }

}  // namespace hlo::internal

#endif  // HLO_LSP_SESSION_H_
