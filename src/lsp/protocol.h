// Messages of the protocol as data: the members of requests and the parts of answers.
//
// Requests are values of nlohmann::json; the functions here take any value. Answers are written
// with JsonWriter.
#ifndef HLO_LSP_PROTOCOL_H_
#define HLO_LSP_PROTOCOL_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/json_writer.h"
#include "src/lsp/text_buffer.h"

namespace hlo_text_v1::internal {

using JsonValue = nlohmann::json;

enum class RpcErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kNotInitialized = -32002,
  kRequestFailed = -32803,
};
struct RpcError {
  RpcErrorCode code;
  std::string message;
};
// The error of a request, or none.
using RpcStatus = std::optional<RpcError>;

inline RpcStatus InvalidParams(std::string_view message) {
  return RpcError{RpcErrorCode::kInvalidParams, std::string(message)};
}
inline RpcStatus RequestFailed(std::string_view message) {
  return RpcError{RpcErrorCode::kRequestFailed, std::string(message)};
}

// The value of `text`; nullopt if that is not JSON. Half a surrogate pair, "\ud83d", which editors
// send for an emoji that is cut, is read as U+FFFD: dropping the message would leave an outdated
// text.
std::optional<JsonValue> ReadMessage(std::string_view text);

// ---- Reading. A value that is missing or has another type: nullptr or nullopt.

const JsonValue* Member(const JsonValue* object, std::string_view key);
const JsonValue* Member(const JsonValue* object, std::string_view key, std::string_view inner);
const std::string* StringOf(const JsonValue* value);
std::optional<int64_t> IntOf(const JsonValue* value);
bool BoolOf(const JsonValue* value, bool otherwise);
const JsonValue* ArrayOf(const JsonValue* value);
std::optional<LspPosition> PositionOf(const JsonValue* value);
std::optional<LspRange> RangeOf(const JsonValue* value);

// ---- Writing.

void WriteRange(JsonWriter& json, const LspRange& range);
inline void WriteRange(JsonWriter& json, const TextBuffer& text, ByteRange range) {
  WriteRange(json, text.Range(range));
}
// { "uri": ..., "range": ... }
void WriteLocation(JsonWriter& json, std::string_view uri, const TextBuffer& text, ByteRange range);
// { "range": ..., "newText": ... }
void WriteTextEdit(JsonWriter& json, const TextBuffer& text, ByteRange range,
                   std::string_view new_text);
struct LspEdit {
  ByteRange range;
  std::string text;
};
// { "changes": { uri: [...] } }
void WriteWorkspaceEdit(JsonWriter& json, std::string_view uri, const TextBuffer& text,
                        const std::vector<LspEdit>& edits);

// ---- Files.

// The path of a file: URI, or of hlo-pb:, with or without a host; nullopt for others.
std::optional<std::string> PathOfUri(std::string_view uri);

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_PROTOCOL_H_
