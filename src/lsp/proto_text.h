// Modules in XLA's binary form, as text.
#ifndef HLO_LSP_PROTO_TEXT_H_
#define HLO_LSP_PROTO_TEXT_H_

#include "src/lsp/protocol.h"

namespace hlo_text_v1::internal {

// workspace/textDocumentContent: the text of params.uri, an hlo-pb: or file: URI.
RpcStatus TextDocumentContent(const JsonValue* params, JsonWriter& json);

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_PROTO_TEXT_H_
