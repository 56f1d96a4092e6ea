// Reads members of JSON by key, writes answers with a JsonWriter, and decodes the percent escapes
// of URIs.
#include "src/lsp/protocol.h"

#include <algorithm>
#include <charconv>

#include "absl/strings/ascii.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {

namespace {

// The UTF-16 unit of the escape \uXXXX at the start of `text`; 0 if there is none.
uint32_t UnitAt(std::string_view text) {
  uint32_t unit = 0;
  if (text.substr(0, 2) == "\\u" && text.size() >= 6) {
    std::from_chars(text.data() + 2, text.data() + 6, unit, 16);
  }
  return unit;
}

std::string WithoutLoneSurrogates(std::string_view text) {
  std::string repaired(text);
  size_t length = 0;
  for (size_t at = repaired.find('\\'); at < repaired.size();
       at = repaired.find('\\', at + length)) {
    const uint32_t unit = UnitAt(std::string_view(repaired).substr(at));
    length = 2;
    if (unit < 0xd800 || unit > 0xdfff) continue;
    const uint32_t next = UnitAt(std::string_view(repaired).substr(at + 6));
    const bool is_pair = unit < 0xdc00 && next >= 0xdc00 && next <= 0xdfff;
    length = is_pair ? 12 : 6;
    if (!is_pair) repaired.replace(at, length, "\\ufffd");
  }
  return repaired;
}

}  // namespace

std::optional<JsonValue> ReadMessage(std::string_view text) {
  JsonValue value = JsonValue::parse(text, nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded()) {
    value = JsonValue::parse(WithoutLoneSurrogates(text), nullptr, /*allow_exceptions=*/false);
  }
  if (value.is_discarded()) return std::nullopt;
  return value;
}

const JsonValue* Member(const JsonValue* object, std::string_view key) {
  if (object == nullptr || !object->is_object()) return nullptr;
  const auto found = object->find(key);
  return found == object->end() ? nullptr : &*found;
}

const JsonValue* Member(const JsonValue* object, std::string_view key, std::string_view inner) {
  return Member(Member(object, key), inner);
}

const std::string* StringOf(const JsonValue* value) {
  return value == nullptr ? nullptr : value->get_ptr<const std::string*>();
}

std::optional<int64_t> IntOf(const JsonValue* value) {
  if (value == nullptr || !value->is_number_integer()) return std::nullopt;
  constexpr auto kMost = uint64_t{INT64_MAX};
  if (value->is_number_unsigned()) {
    return static_cast<int64_t>(std::min(value->get<uint64_t>(), kMost));
  }
  return value->get<int64_t>();
}

bool BoolOf(const JsonValue* value, bool otherwise) {
  return value != nullptr && value->is_boolean() ? value->get<bool>() : otherwise;
}

const JsonValue* ArrayOf(const JsonValue* value) {
  return value != nullptr && value->is_array() ? value : nullptr;
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

// Most of the bytes of many answers, so it is not written key by key.
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
  // scheme://host/path, or scheme:/path, as VS Code writes a URI that it has made from parts.
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

}  // namespace hlo_text_v1::internal
