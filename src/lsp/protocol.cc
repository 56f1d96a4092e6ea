// Members by key out of JsonValues; answers into a JsonWriter; percent escapes out of URIs.
#include "src/lsp/protocol.h"

#include <algorithm>
#include <limits>

#include "absl/strings/ascii.h"
#include "src/base/strings.h"

namespace hlo::internal {

const JsonValue* Member(const JsonValue* object, std::string_view key) {
  return object == nullptr ? nullptr : object->Find(key);
}

const JsonValue* Member(const JsonValue* object, std::string_view key, std::string_view inner) {
  return Member(Member(object, key), inner);
}

const std::string* StringOf(const JsonValue* value) {
  return value != nullptr && value->kind() == JsonValue::kString ? &value->text() : nullptr;
}

std::optional<int64_t> IntOf(const JsonValue* value) {
  if (value == nullptr) return std::nullopt;
  if (value->kind() == JsonValue::kBigInt) return std::numeric_limits<int64_t>::max();
  return value->kind() == JsonValue::kInt ? std::optional(value->number()) : std::nullopt;
}

bool BoolOf(const JsonValue* value, bool otherwise) {
  const bool is_bool = value != nullptr && value->kind() == JsonValue::kBool;
  return is_bool ? value->number() != 0 : otherwise;
}

const JsonValue* ArrayOf(const JsonValue* value) {
  return value != nullptr && value->kind() == JsonValue::kArray ? value : nullptr;
}

std::optional<LspPosition> PositionOf(const JsonValue* value) {
  const std::optional<int64_t> line = IntOf(Member(value, "line"));
  const std::optional<int64_t> character = IntOf(Member(value, "character"));
  if (!line.has_value() || !character.has_value()) return std::nullopt;
  return LspPosition{*line, *character};
}

std::optional<LspRange> RangeOf(const JsonValue* value) {
  const std::optional<LspPosition> begin = PositionOf(Member(value, "start"));
  const std::optional<LspPosition> end = PositionOf(Member(value, "end"));
  if (!begin.has_value() || !end.has_value()) return std::nullopt;
  return LspRange{*begin, *end};
}

// Most of many answers, so not key by key.
void WriteRange(JsonWriter& json, const LspRange& range) {
  TextWriter& out = json.Raw();
  const auto write = [&](const LspPosition& position) {
    out.Append("{\"line\":");
    out.AppendInt(position.line);
    out.Append(",\"character\":");
    out.AppendInt(position.character);
    out.Append('}');
  };
  out.Append("{\"start\":");
  write(range.begin);
  out.Append(",\"end\":");
  write(range.end);
  out.Append('}');
}

void WriteLocation(JsonWriter& json, std::string_view uri, const TextBuffer& text,
                   ByteRange range) {
  json.BeginObject();
  json.Key("uri").String(uri);
  json.Key("range");
  WriteRange(json, text, range);
  json.EndObject();
}

void WriteTextEdit(JsonWriter& json, const TextBuffer& text, ByteRange range,
                   std::string_view new_text) {
  json.BeginObject();
  json.Key("range");
  WriteRange(json, text, range);
  json.Key("newText").String(new_text);
  json.EndObject();
}

void WriteWorkspaceEdit(JsonWriter& json, std::string_view uri, const TextBuffer& text,
                        const std::vector<LspEdit>& edits) {
  json.BeginObject();
  json.Key("changes");
  json.BeginObject();
  json.AnyKey(uri);
  json.List(edits, [&](const LspEdit& edit) { WriteTextEdit(json, text, edit.range, edit.text); });
  json.EndObject();
  json.EndObject();
}

namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = absl::ascii_tolower(static_cast<unsigned char>(c));
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

std::optional<std::string> PathOfUri(std::string_view uri) {
  std::string_view rest = uri;
  for (const std::string_view scheme : {"file:", "hlo-pb:"}) {
    if (uri.substr(0, scheme.size()) == scheme) rest = uri.substr(scheme.size());
  }
  if (rest.size() == uri.size()) return std::nullopt;
  // scheme://host/path, or scheme:/path, as VS Code writes what it has made of parts.
  if (rest.substr(0, 2) == "//") {
    rest.remove_prefix(std::min(rest.find('/', 2), rest.size()));
  }
  if (rest.substr(0, 1) != "/") return std::nullopt;
  std::string path;
  for (size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == '?' || rest[i] == '#') break;
    const int high = rest[i] == '%' && i + 2 < rest.size() ? HexDigit(rest[i + 1]) : -1;
    const int low = high >= 0 ? HexDigit(rest[i + 2]) : -1;
    if (low >= 0) {
      path.push_back(static_cast<char>(high * 16 + low));
      i += 2;
    } else {
      path.push_back(rest[i]);
    }
  }
  if (path.find('\0') != std::string::npos) return std::nullopt;
  return path;
}

}  // namespace hlo::internal
