// Reads the file of a URI, parses it as a proto and prints the module.
#include "src/lsp/proto_text.h"

#include <filesystem>
#include <string>
#include <system_error>

#include "absl/status/statusor.h"
#include "hlo/printer.h"
#include "hlo/proto.h"
#include "src/base/strings.h"
#include "src/read/source.h"

namespace hlo_text_v1::internal {

RpcStatus TextDocumentContent(const JsonValue* params, JsonWriter& json) {
  const std::string* uri = StringOf(Member(params, "uri"));
  if (uri == nullptr) uri = StringOf(Member(params, "textDocument", "uri"));
  if (uri == nullptr) return InvalidParams("no URI");
  const std::optional<std::string> path = PathOfUri(*uri);
  if (!path.has_value() || path->empty() || *path == "-")
    return InvalidParams("the URI names no file");
  // A link may lead to a file, but nothing may lead to a device or pipe, which has no end.
  std::error_code unknown;
  const std::string file = std::filesystem::canonical(*path, unknown).string();
  SourceBuffer::FileLimits limits;
  limits.only_regular = true;
  const absl::StatusOr<Source> input = ReadSource(unknown ? *path : file, limits);
  if (!input.ok()) return RequestFailed(Std(input.status().message()));
  if (!IsHloProto(input->text.view()))
    return RequestFailed(StrCat(*path, ": not a module in XLA's binary form"));
  const absl::StatusOr<HloModule> module = ParseHloProto(input->text.view());
  if (!module.ok()) return RequestFailed(StrCat(*path, ": ", Std(module.status().message())));
  json.BeginObject();
  json.Key("text").String(PrintHloModule(*module));
  json.EndObject();
  return {};
}

}  // namespace hlo_text_v1::internal
