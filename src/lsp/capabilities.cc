// Looks up single members in the client's capabilities; writes the server's, which are constant
// except for the encoding.
#include "src/lsp/capabilities.h"

#include "hlo/version.h"
#include "src/lsp/requests.h"

namespace hlo_text_v1::internal {

namespace {

void WriteStrings(JsonWriter& json, std::initializer_list<std::string_view> strings) {
  json.BeginArray();
  for (const std::string_view each : strings) json.String(each);
  json.EndArray();
}

void WriteWorkspace(JsonWriter& json) {
  json.Key("workspace");
  json.BeginObject();
  json.Key("workspaceFolders");
  json.BeginObject();
  json.Key("supported").Bool(true);
  json.Key("changeNotifications").Bool(true);
  json.EndObject();
  json.Key("textDocumentContent");
  json.BeginObject();
  json.Key("schemes");
  WriteStrings(json, {"hlo-pb"});
  json.EndObject();
  json.EndObject();
}

// The first of "markdown" and "plaintext" in the list. A client without such a list may be older
// than it, and shows markdown.
bool TakesMarkdown(const JsonValue* formats) {
  if (ArrayOf(formats) == nullptr) return true;
  for (const JsonValue& format : *formats) {
    const std::string* name = StringOf(&format);
    if (name != nullptr && *name == "markdown") return true;
    if (name != nullptr && *name == "plaintext") return false;
  }
  return true;
}

}  // namespace

PositionEncoding EncodingOf(const JsonValue* capabilities) {
  const JsonValue* encodings = ArrayOf(Member(capabilities, "general", "positionEncodings"));
  if (encodings == nullptr) return PositionEncoding::kUtf16;
  for (const JsonValue& encoding : *encodings) {  // in the client's order
    const std::string* name = StringOf(&encoding);
    if (name != nullptr && *name == "utf-16") break;
    if (name != nullptr && *name == "utf-8") return PositionEncoding::kUtf8;
  }
  return PositionEncoding::kUtf16;
}

ClientFeatures FeaturesOf(const JsonValue* capabilities) {
  const JsonValue* document = Member(capabilities, "textDocument");
  const JsonValue* workspace = Member(capabilities, "workspace");
  const JsonValue* item = Member(document, "completion", "completionItem");
  ClientFeatures client;
  client.takes_snippets = BoolOf(Member(item, "snippetSupport"), false);
  client.takes_markdown_hover = TakesMarkdown(Member(document, "hover", "contentFormat"));
  client.refreshes_hints = BoolOf(Member(workspace, "inlayHint", "refreshSupport"), false);
  client.refreshes_lenses = BoolOf(Member(workspace, "codeLens", "refreshSupport"), false);
  return client;
}

void WriteInitializeResult(JsonWriter& json, PositionEncoding encoding) {
  constexpr int kIncremental = 2;
  json.BeginObject();
  json.Key("capabilities");
  json.BeginObject();
  json.Key("positionEncoding").String(encoding == PositionEncoding::kUtf8 ? "utf-8" : "utf-16");
  json.Key("textDocumentSync");
  json.BeginObject();
  json.Key("openClose").Bool(true);
  json.Key("change").Int(kIncremental);
  json.EndObject();
  for (const std::string_view provider :
       {"definitionProvider", "referencesProvider", "documentHighlightProvider", "hoverProvider",
        "documentSymbolProvider", "workspaceSymbolProvider", "foldingRangeProvider",
        "selectionRangeProvider", "inlayHintProvider", "callHierarchyProvider",
        "documentFormattingProvider", "documentRangeFormattingProvider"}) {
    json.Key(provider).Bool(true);
  }
  json.Key("renameProvider");
  json.BeginObject();
  json.Key("prepareProvider").Bool(true);
  json.EndObject();
  json.Key("codeLensProvider");
  json.BeginObject();
  json.EndObject();
  json.Key("documentLinkProvider");
  json.BeginObject();
  json.EndObject();
  json.Key("codeActionProvider");
  json.BeginObject();
  json.Key("codeActionKinds");
  WriteStrings(json, {"quickfix", "refactor.rewrite"});
  json.EndObject();
  json.Key("completionProvider");
  json.BeginObject();
  json.Key("triggerCharacters");
  WriteStrings(json, {"%", "=", "(", ",", "{"});
  json.EndObject();
  json.Key("executeCommandProvider");
  json.BeginObject();
  json.Key("commands");
  WriteStrings(json, {kShowInstruction});
  json.EndObject();
  json.Key("semanticTokensProvider");
  json.BeginObject();
  json.Key("legend");
  json.BeginObject();
  WriteSemanticTokensLegend(json);
  json.EndObject();
  json.Key("full").Bool(true);
  json.Key("range").Bool(true);
  json.EndObject();
  WriteWorkspace(json);
  json.EndObject();
  json.Key("serverInfo");
  json.BeginObject();
  json.Key("name").String("hlo-lsp");
  json.Key("version").String(HLO_TEXT_VERSION);
  json.EndObject();
  json.EndObject();
}

}  // namespace hlo_text_v1::internal
