// The params of textDocument/publishDiagnostics.
#ifndef HLO_LSP_DIAGNOSTICS_H_
#define HLO_LSP_DIAGNOSTICS_H_

#include <vector>

#include "src/lsp/document.h"
#include "src/lsp/protocol.h"
#include "src/lsp/verify_worker.h"

namespace hlo_text_v1::internal {

// The parser's errors and warnings, then the verifier's findings as warnings.
void WriteDiagnostics(Document& document, const std::vector<VerifiedModule>& verified,
                      JsonWriter& json);

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_DIAGNOSTICS_H_
