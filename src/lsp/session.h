// A server on standard input and output.
#ifndef HLO_LSP_SESSION_H_
#define HLO_LSP_SESSION_H_

#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_lsp/lsp_flags.h"

namespace hlo_text_v1::internal {

// Serves messages until `exit` or the end of the input, then ends the process: threads may still be
// at work. When reading or writing fails, the session ends with a message on standard error and
// kIoError. Throws if memory runs out or no thread starts.
[[noreturn]] ExitCode ServeLsp(const LspFlags&);

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_SESSION_H_
