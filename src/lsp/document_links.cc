// Document links: from source files in metadata and in the header's table of files to these files.
#include <filesystem>
#include <optional>
#include <string>

#include "src/base/byte_class.h"
#include "src/base/strings.h"
#include "src/lsp/requests.h"
#include "src/tools/common/file_url.h"

namespace hlo_text_v1::internal {

namespace {

constexpr int kMaxLinks = 10000;

class LinkWriter {
 public:
  explicit LinkWriter(RequestContext& context) : context_(context) {
    const std::optional<std::string> own = PathOfUri(context.document.uri());
    if (own.has_value()) folder_ = std::filesystem::path(*own).parent_path().string();
  }

  // FileNames: one line per file, 1 "model.py".
  void WriteTables() {
    Document& document = context_.document;
    SyntaxReader reader(document.view());
    for (const OutlineTable& table : document.outline().tables) {
      const auto& tokens = reader.Read(StatementKind::kTable, {table.begin, table.end});
      if (tokens.empty() || tokens[0].kind != TokKind::kw_FileNames) continue;
      for (const SyntaxToken& token : tokens) {
        if (token.kind == TokKind::kString) Write({token.begin + 1, token.end - 1}, 0);
      }
    }
  }

  // source_file="model.py" source_line=12
  void WriteMetadata() {
    const std::string_view text = context_.document.view();
    constexpr std::string_view kKey = "source_file=\"";
    for (size_t at = text.find(kKey); at != std::string_view::npos && written_ < kMaxLinks;
         at = text.find(kKey, at)) {
      const size_t begin = at + kKey.size();
      const size_t end = text.find_first_of("\"\n\\", begin);
      at = begin;
      if (end == std::string_view::npos || text[end] != '"') continue;
      Write({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}, LineAfter(end + 1));
    }
  }

 private:
  // The number of ` source_line=12` at `at`, in the same braces; 0 if it is not there.
  int64_t LineAfter(size_t at) const {
    constexpr std::string_view kKey = " source_line=";
    const std::string_view text = context_.document.view();
    if (text.substr(at, kKey.size()) != kKey) return 0;
    int64_t line = 0;
    for (at += kKey.size(); at < text.size() && HasClass(text[at], kDigit); ++at) {
      if (line < 100000000) line = line * 10 + (text[at] - '0');
    }
    return line;
  }

  void Write(ByteRange range, int64_t line) {
    const std::string_view path = context_.document.Text(range);
    if (path.empty() || path[0] == '<') return;  // <frozen runpy>
    std::string target;
    if (path[0] == '/') {
      target = FileUrl(path);
    } else if (!folder_.empty()) {
      target = FileUrl(StrCat(folder_, "/", path));
    } else {
      return;
    }
    if (line > 0) StrAppend(&target, "#L", line);
    ++written_;
    JsonWriter& json = context_.json;
    json.BeginObject();
    json.Key("range");
    WriteRange(json, context_.document.text(), range);
    json.Key("target").String(target);
    json.EndObject();
  }

  RequestContext& context_;
  std::string folder_;
  int written_ = 0;
};

}  // namespace

RpcStatus DocumentLinks(RequestContext& context) {
  context.json.BeginArray();
  LinkWriter links(context);
  links.WriteTables();
  links.WriteMetadata();
  context.json.EndArray();
  return {};
}

}  // namespace hlo_text_v1::internal
