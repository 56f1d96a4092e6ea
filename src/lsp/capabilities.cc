#include "src/lsp/capabilities.h"

#include "hlo/version.h"
#include "src/lsp/requests.h"

namespace hlo::internal {

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

}  // namespace

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

}  // namespace hlo::internal
