// The first request, `initialize`: reads the client's capabilities and answers with the server's.
#ifndef HLO_LSP_CAPABILITIES_H_
#define HLO_LSP_CAPABILITIES_H_

#include <string_view>

#include "src/lsp/protocol.h"
#include "src/lsp/settings.h"
#include "src/lsp/text_buffer.h"

namespace hlo_text_v1::internal {

// Asks the client to show an instruction: a URI and a range.
inline constexpr std::string_view kShowInstruction = "hlo.showInstruction";

// From params.capabilities, which may be null; a missing member means that the client lacks the
// capability.
PositionEncoding EncodingOf(const JsonValue* capabilities);
ClientFeatures FeaturesOf(const JsonValue* capabilities);

void WriteInitializeResult(JsonWriter& json, PositionEncoding encoding);

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_CAPABILITIES_H_
