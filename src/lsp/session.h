// A server on two file descriptors.
#ifndef HLO_LSP_SESSION_H_
#define HLO_LSP_SESSION_H_

#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_lsp/lsp_flags.h"

namespace hlo::internal {

// Serves messages from `input` until `exit` or its end. Returns the exit status, or ends the
// process with it if the verifier is still at work.
int RunSession(int input, int output);

// The same on standard input and output.
inline ExitCode ServeLsp(const LspFlags&) { return static_cast<ExitCode>(RunSession(0, 1)); }

}  // namespace hlo::internal

#endif  // HLO_LSP_SESSION_H_
