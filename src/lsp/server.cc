// A table maps methods to their handlers. Each message is parsed, answered and forgotten; documents
// stay until they are closed.
#include "src/lsp/server.h"

#include <algorithm>
#include <utility>

#include "hlo/source.h"
#include "src/base/strings.h"
#include "src/lsp/capabilities.h"
#include "src/lsp/diagnostics.h"
#include "src/lsp/proto_text.h"
#include "src/lsp/requests.h"

namespace hlo_text_v1::internal {

namespace {

std::string MessageText(const std::function<void(JsonWriter&)>& write) {
  return JsonText({}, [&](JsonWriter* json) {
    json->BeginObject();
    json->Key("jsonrpc").String("2.0");
    write(*json);
    json->EndObject();
  });
}

// The URI in a request.
const std::string* UriOf(const JsonValue* params) {
  const std::string* uri = StringOf(Member(params, "textDocument", "uri"));
  return uri != nullptr ? uri : StringOf(Member(params, "item", "uri"));
}

// The text in `value`; nullopt if it is not a string, or too long for a document.
std::optional<SourceBuffer> SourceOf(const JsonValue* value) {
  const std::string* text = StringOf(value);
  if (text == nullptr || text->size() > SourceBuffer::kMaxSize) return std::nullopt;
  return SourceBuffer::Copy(*text);
}

// Requests about one document.
struct DocumentMethod {
  std::string_view name;
  RequestHandler handler;
};
constexpr DocumentMethod kDocumentMethods[] = {
    {"textDocument/definition", Definition},
    {"textDocument/references", References},
    {"textDocument/documentHighlight", DocumentHighlight},
    {"textDocument/hover", Hover},
    {"textDocument/documentSymbol", DocumentSymbols},
    {"textDocument/foldingRange", FoldingRanges},
    {"textDocument/selectionRange", SelectionRanges},
    {"textDocument/semanticTokens/full", SemanticTokensFull},
    {"textDocument/semanticTokens/range", SemanticTokensRange},
    {"textDocument/inlayHint", InlayHints},
    {"textDocument/prepareCallHierarchy", PrepareCallHierarchy},
    {"callHierarchy/incomingCalls", IncomingCalls},
    {"callHierarchy/outgoingCalls", OutgoingCalls},
    {"textDocument/formatting", Formatting},
    {"textDocument/rangeFormatting", RangeFormatting},
    {"textDocument/prepareRename", PrepareRename},
    {"textDocument/rename", Rename},
    {"textDocument/codeLens", CodeLens},
    {"textDocument/codeAction", CodeActions},
    {"textDocument/completion", Completion},
    {"textDocument/documentLink", DocumentLinks},
};

}  // namespace

Server::Server(Send send, Options options)
    : send_(std::move(send)), options_(std::move(options)), worker_(options_.wake) {}

// ---- Messages.

void Server::Handle(std::string_view body) {
  last_message_ = std::chrono::steady_clock::now();
  const std::optional<JsonValue> message = ReadMessage(body);
  if (!message.has_value()) {
    return SendError("null", {RpcErrorCode::kParseError, "the message is not JSON"});
  }
  HandleMessage(*message);
}

void Server::HandleBadFrame() {
  SendError("null", {RpcErrorCode::kParseError, "expected Content-Length"});
}

void Server::HandleMessage(const JsonValue& message) {
  if (!message.is_object()) {
    return SendError("null", {RpcErrorCode::kInvalidRequest, "the message is not an object"});
  }
  const JsonValue* id = Member(&message, "id");
  const std::string* method = StringOf(Member(&message, "method"));
  if (method == nullptr) {
    const bool is_response =
        Member(&message, "result") != nullptr || Member(&message, "error") != nullptr;
    if (!is_response) SendError("null", {RpcErrorCode::kInvalidRequest, "no method"});
    return;
  }
  const JsonValue* params = Member(&message, "params");
  if (id == nullptr) return HandleNotification(*method, params);
  if (!IntOf(id).has_value() && StringOf(id) == nullptr) {
    return SendError("null", {RpcErrorCode::kInvalidRequest, "an id is a number or a string"});
  }
  HandleRequest(*method, *id, params);
}

void Server::HandleRequest(const std::string& method, const JsonValue& id,
                           const JsonValue* params) {
  const std::string id_text = id.dump();
  RpcStatus status;
  // Answers may be as long as the text, so they are written in place.
  std::string answer = StrCat("{\"jsonrpc\":\"2.0\",\"id\":", id_text, ",\"result\":");
  {
    TextWriter out(&answer);
    JsonWriter json(&out);
    if (was_shut_down_) {
      status = RpcError{RpcErrorCode::kInvalidRequest, "the server was shut down"};
    } else if (!is_initialized_ && method != "initialize") {
      status = RpcError{RpcErrorCode::kNotInitialized, "the server is not initialized"};
    } else {
      status = Answer(method, params, json);
    }
    out.Flush();
  }
  if (status.has_value()) return SendError(id_text, *status);
  answer.push_back('}');
  send_(answer);
}

RpcStatus Server::Answer(const std::string& method, const JsonValue* params, JsonWriter& json) {
  if (method == "initialize") {
    if (is_initialized_) return RpcError{RpcErrorCode::kInvalidRequest, "initialized before"};
    Initialize(params, json);
    return {};
  }
  if (method == "shutdown") {
    was_shut_down_ = true;
    json.Null();
    return {};
  }
  if (method == "workspace/symbol") {
    std::vector<Document*> open;
    open.reserve(documents_.size());
    for (auto& [uri, each] : documents_) open.push_back(each.document.get());
    const std::string* query = StringOf(Member(params, "query"));
    workspace_.WriteSymbols(query == nullptr ? "" : *query, open, json);
    return {};
  }
  if (method == "workspace/executeCommand") {
    json.Null();
    return ExecuteCommand(params);
  }
  if (method == "workspace/textDocumentContent" || method == "hlo/textDocumentContent") {
    return TextDocumentContent(params, json);
  }
  for (const DocumentMethod& row : kDocumentMethods) {
    if (row.name != method) continue;
    const std::string* uri = UriOf(params);
    if (uri == nullptr) return InvalidParams("no document");
    Document* document = Find(*uri);
    if (document == nullptr) return InvalidParams(StrCat("the document is not open: ", *uri));
    RequestContext context{*document, params, settings_, client_, json};
    return row.handler(context);
  }
  return RpcError{RpcErrorCode::kMethodNotFound, StrCat("unknown method ", method)};
}

void Server::HandleNotification(const std::string& method, const JsonValue* params) {
  if (method == "exit") {
    has_exited_ = true;
    return;
  }
  if (!is_initialized_ || was_shut_down_) return;
  if (method == "textDocument/didOpen") DidOpen(params);
  if (method == "textDocument/didChange") DidChange(params);
  if (method == "textDocument/didClose") DidClose(params);
  if (method == "workspace/didChangeConfiguration") {
    const JsonValue* settings = Member(params, "settings");
    const JsonValue* ours = Member(settings, "hlo");
    ChangeSettings(ours != nullptr ? ours : settings);
    RefreshViews();
  }
  if (method == "workspace/didChangeWorkspaceFolders") ChangeFolders(Member(params, "event"));
  // Others, such as $/cancelRequest, need nothing: each request is answered at once.
}

void Server::Notify(std::string_view method, const std::function<void(JsonWriter&)>& params) {
  send_(MessageText([&](JsonWriter& json) {
    json.Key("method").String(method);
    json.Key("params");
    params(json);
  }));
}

void Server::Request(std::string_view method, const std::function<void(JsonWriter&)>& params) {
  send_(MessageText([&](JsonWriter& json) {
    json.Key("id").String(StrCat("hlo-lsp-", next_id_++));
    json.Key("method").String(method);
    if (!params) return;
    json.Key("params");
    params(json);
  }));
}

void Server::SendError(std::string_view id, const RpcError& error) {
  const std::string text = JsonText({}, [&](JsonWriter* json) {
    json->BeginObject();
    json->Key("code").Int(static_cast<int>(error.code));
    json->Key("message").String(error.message);
    json->EndObject();
  });
  send_(StrCat("{\"jsonrpc\":\"2.0\",\"id\":", id, ",\"error\":", text, "}"));
}

// ---- The session.

void Server::Initialize(const JsonValue* params, JsonWriter& json) {
  const JsonValue* capabilities = Member(params, "capabilities");
  encoding_ = EncodingOf(capabilities);
  client_ = FeaturesOf(capabilities);
  ChangeSettings(Member(params, "initializationOptions"));
  if (const JsonValue* folders = ArrayOf(Member(params, "workspaceFolders"))) {
    for (const JsonValue& folder : *folders) {
      const std::string* uri = StringOf(Member(&folder, "uri"));
      const auto path = uri == nullptr ? std::nullopt : PathOfUri(*uri);
      if (path.has_value()) workspace_.AddFolder(*path);
    }
  } else if (const std::string* root = StringOf(Member(params, "rootUri"))) {
    if (const auto path = PathOfUri(*root)) workspace_.AddFolder(*path);
  }
  WriteInitializeResult(json, encoding_);
  is_initialized_ = true;
}

RpcStatus Server::ExecuteCommand(const JsonValue* params) {
  const std::string* command = StringOf(Member(params, "command"));
  if (command == nullptr || *command != kShowInstruction) {
    return InvalidParams("unknown command");
  }
  const JsonValue* arguments = ArrayOf(Member(params, "arguments"));
  if (arguments == nullptr || arguments->size() != 2) {
    return InvalidParams("expected a URI and a range");
  }
  const std::string* uri = StringOf(&arguments->front());
  const std::optional<LspRange> range = RangeOf(&arguments->back());
  if (uri == nullptr || !range.has_value()) return InvalidParams("expected a URI and a range");
  Request("window/showDocument", [&](JsonWriter& json) {
    json.BeginObject();
    json.Key("uri").String(*uri);
    json.Key("takeFocus").Bool(true);
    json.Key("selection");
    WriteRange(json, *range);
    json.EndObject();
  });
  return {};
}

void Server::ChangeSettings(const JsonValue* settings) {
  if (settings == nullptr || !settings->is_object()) return;
  Settings& s = settings_;
  s.verify = BoolOf(Member(settings, "verify"), s.verify);
  const std::optional<int64_t> most = IntOf(Member(settings, "maxErrors"));
  if (most.has_value()) s.max_errors = static_cast<int>(std::clamp<int64_t>(*most, 1, 10000));
  s.allow_unknown = BoolOf(Member(settings, "allowUnknown"), s.allow_unknown);
  s.upgrade_legacy = BoolOf(Member(settings, "upgradeLegacy"), s.upgrade_legacy);
  s.inlay_bytes = BoolOf(Member(settings, "inlayHints", "bytes"), s.inlay_bytes);
  s.inlay_users = BoolOf(Member(settings, "inlayHints", "users"), s.inlay_users);
  s.inlay_async_end = BoolOf(Member(settings, "inlayHints", "asyncEnd"), s.inlay_async_end);
  s.lens_async = BoolOf(Member(settings, "codeLens", "async"), s.lens_async);
  for (auto& [uri, open] : documents_) {
    open.document->ForgetModules();
    open.wants_diagnostics = true;
  }
}

// Editors ask for hints and lenses again only after a change of the text, or if told to.
void Server::RefreshViews() {
  if (client_.refreshes_hints) Request("workspace/inlayHint/refresh", nullptr);
  if (client_.refreshes_lenses) Request("workspace/codeLens/refresh", nullptr);
}

void Server::ChangeFolders(const JsonValue* event) {
  const auto for_each = [&](const char* key, auto visit) {
    const JsonValue* folders = ArrayOf(Member(event, key));
    if (folders == nullptr) return;
    for (const JsonValue& folder : *folders) {
      const std::string* uri = StringOf(Member(&folder, "uri"));
      const auto path = uri == nullptr ? std::nullopt : PathOfUri(*uri);
      if (path.has_value()) visit(*path);
    }
  };
  for_each("removed", [&](const std::string& path) { workspace_.RemoveFolder(path); });
  for_each("added", [&](const std::string& path) { workspace_.AddFolder(path); });
}

// ---- Documents.

Document* Server::Find(const std::string& uri) {
  const auto found = documents_.find(uri);
  return found == documents_.end() ? nullptr : found->second.document.get();
}

void Server::DidOpen(const JsonValue* params) {
  const std::string* uri = UriOf(params);
  std::optional<SourceBuffer> text = SourceOf(Member(params, "textDocument", "text"));
  if (uri == nullptr || !text.has_value()) return;
  OpenDocument open;
  open.document = std::make_unique<Document>(*uri, TextBuffer(*std::move(text), encoding_),
                                             settings_, opened_++ << 32);
  open.document->set_version(IntOf(Member(params, "textDocument", "version")));
  documents_[*uri] = std::move(open);
}

void Server::DidChange(const JsonValue* params) {
  const std::string* uri = UriOf(params);
  const JsonValue* changes = ArrayOf(Member(params, "contentChanges"));
  if (uri == nullptr || changes == nullptr) return;
  const auto found = documents_.find(*uri);
  if (found == documents_.end()) return;
  OpenDocument& open = found->second;
  TextBuffer& text = open.document->Change(IntOf(Member(params, "textDocument", "version")));
  open.wants_diagnostics = true;
  worker_.Cancel(*uri);
  for (const JsonValue& change : *changes) {
    std::optional<SourceBuffer> added = SourceOf(Member(&change, "text"));
    if (!added.has_value()) continue;
    if (const auto range = RangeOf(Member(&change, "range"))) {
      text.Replace(*range, added->view());
    } else if (Member(&change, "range") == nullptr) {
      text = TextBuffer(*std::move(added), encoding_);
    }
  }
}

void Server::DidClose(const JsonValue* params) {
  const std::string* uri = UriOf(params);
  if (uri == nullptr || documents_.erase(*uri) == 0) return;
  worker_.Cancel(*uri);
  Notify("textDocument/publishDiagnostics", [&](JsonWriter& json) {
    json.BeginObject();
    json.Key("uri").String(*uri);
    json.Key("diagnostics").BeginArray();
    json.EndArray();
    json.EndObject();
  });
}

// ---- Diagnostics.

bool Server::DoIdleWork() {
  if (PublishVerified()) return true;
  for (auto& [uri, open] : documents_) {
    if (!open.wants_diagnostics) continue;
    open.wants_diagnostics = false;
    Diagnose(open);
    return true;
  }
  return StartVerify() || workspace_.ReadSome();
}

namespace {

VerifyJob JobOf(Document& document) {
  VerifyJob job{document.uri(), document.generation(), {}};
  for (const ParsedModule& parsed : document.modules()) {
    job.modules.push_back({parsed.begin, parsed.module});
  }
  return job;
}

bool HasModule(Document& document) {
  const std::vector<ParsedModule>& modules = document.modules();
  return std::any_of(modules.begin(), modules.end(),
                     [](const ParsedModule& each) { return each.module != nullptr; });
}

}  // namespace

void Server::Diagnose(OpenDocument& open) {
  Document& document = *open.document;
  open.wants_verify = false;
  if (!settings_.verify || !HasModule(document)) return Publish(document, {});
  if (document.text().size() <= options_.max_verify_inline) {
    return Publish(document, RunVerify(JobOf(document)).modules);
  }
  Publish(document, {});
  open.wants_verify = true;
}

bool Server::StartVerify() {
  if (worker_.is_busy()) return false;
  if (std::chrono::steady_clock::now() - last_message_ < options_.verify_delay) return false;
  for (auto& [uri, open] : documents_) {
    if (!open.wants_verify) continue;
    open.wants_verify = false;
    worker_.Start(JobOf(*open.document));
    return true;
  }
  return false;
}

bool Server::HasLaterWork() const {
  return !worker_.is_busy() &&
         std::any_of(documents_.begin(), documents_.end(),
                     [](const auto& each) { return each.second.wants_verify; });
}

bool Server::PublishVerified() {
  const std::optional<VerifyResult> result = worker_.TakeResult();
  if (!result.has_value()) return false;
  Document* document = Find(result->uri);
  const bool has_found =
      std::any_of(result->modules.begin(), result->modules.end(),
                  [](const VerifiedModule& each) { return !each.diagnostics.empty(); });
  if (document != nullptr && document->generation() == result->generation && settings_.verify &&
      has_found) {
    Publish(*document, result->modules);
  }
  return true;
}

void Server::Publish(Document& document, const std::vector<VerifiedModule>& verified) {
  Notify("textDocument/publishDiagnostics",
         [&](JsonWriter& json) { WriteDiagnostics(document, verified, json); });
}

}  // namespace hlo_text_v1::internal
