// The first request, `initialize`: what the client can do, and the answer, what the server can do.
#ifndef HLO_LSP_CAPABILITIES_H_
#define HLO_LSP_CAPABILITIES_H_

#include <string_view>

#include "src/lsp/protocol.h"
#include "src/lsp/settings.h"
#include "src/lsp/text_buffer.h"

namespace hlo::internal {

// Asks the client to show an instruction: a URI and a range.
inline constexpr std::string_view kShowInstruction = "hlo.showInstruction";

// From params.capabilities, which may be null: what is missing there the client cannot do.
PositionEncoding EncodingOf(const JsonValue* capabilities);
ClientFeatures FeaturesOf(const JsonValue* capabilities);

void WriteInitializeResult(JsonWriter& json, PositionEncoding encoding);

}  // namespace hlo::internal

#endif  // HLO_LSP_CAPABILITIES_H_
