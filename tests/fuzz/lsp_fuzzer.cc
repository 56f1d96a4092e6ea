// The language server answers each request with JSON and its id, whatever it is sent. Without
// choices the input is the stream of bytes that the server reads; with them it is a text that is
// opened, asked about at places that they choose, and changed.
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/framing.h"
#include "src/lsp/server.h"
#include "tests/fuzz/fuzzing.h"

namespace hlo_text_v1::fuzzing {

using namespace internal;
using Json = nlohmann::json;

namespace {

class Session {
 public:
  Session() : server_([this](std::string_view body) { Take(body); }, Server::Options()) {}

  void Stream(std::string_view bytes) {
    FrameReader frames;
    std::string body;
    while (!bytes.empty() && !server_.has_exited()) {
      const std::string_view part = bytes.substr(0, 100);
      bytes.remove_prefix(part.size());
      frames.Append(part);
      for (;;) {
        const FrameReader::Result result = frames.Next(&body);
        if (result == FrameReader::kMore) break;
        result == FrameReader::kBad ? server_.HandleBadFrame() : server_.Handle(body);
      }
      Idle();
    }
  }

  void Notify(std::string_view method, const Json& params) { Send(method, params, nullptr); }
  void Request(std::string_view method, const Json& params) {
    const Json id = ++last_id_;
    answered_ = 0;
    Send(method, params, &id);
    Promise(answered_ == last_id_, "a request is answered", method);
  }
  void Idle() {
    while (server_.DoIdleWork()) {
    }
  }

 private:
  void Send(std::string_view method, const Json& params, const Json* id) {
    Json message = {{"jsonrpc", "2.0"}, {"method", std::string(method)}, {"params", params}};
    if (id != nullptr) message["id"] = *id;
    server_.Handle(message.dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  void Take(std::string_view body) {
    const Json message = Json::parse(body, nullptr, false);
    Promise(message.is_object(), "an answer is JSON", body);
    const auto id = message.find("id");
    if (id != message.end() && id->is_number_integer()) answered_ = id->get<int64_t>();
  }

  Server server_;
  int64_t last_id_ = 0;
  int64_t answered_ = 0;
};

Json Place(Input& input, int64_t lines) {
  const int64_t line = lines == 0 ? 0 : input.NextChoice() % (lines + 1);
  return {{"line", line}, {"character", input.NextChoice()}};
}

void AskEverything(Session& session, const Json& document, const Json& at, const Json& other) {
  const Json range = {{"start", at}, {"end", other}};
  const Json params = {{"textDocument", document},
                       {"position", at},
                       {"range", range},
                       {"positions", {at, other}},
                       {"context", Json::object()},
                       {"newName", "other.1"},
                       {"options", Json::object()},
                       {"item", {{"uri", document["uri"]}, {"selectionRange", range}}}};
  for (const char* method :
       {"definition", "references", "documentHighlight", "hover", "documentSymbol", "foldingRange",
        "selectionRange", "semanticTokens/full", "semanticTokens/range", "inlayHint",
        "prepareCallHierarchy", "formatting", "rangeFormatting", "prepareRename", "rename",
        "codeLens", "codeAction", "completion", "documentLink"}) {
    session.Request(std::string("textDocument/") + method, params);
  }
  session.Request("callHierarchy/incomingCalls", params);
  session.Request("callHierarchy/outgoingCalls", params);
  session.Request("workspace/symbol", {{"query", "a"}});
}

}  // namespace

void FuzzOne(Input& input) {
  Session session;
  if (!input.has_choices()) return session.Stream(input.text());
  const uint8_t bits = input.NextChoice();
  session.Request("initialize",
                  {{"capabilities",
                    {{"general", {{"positionEncodings", {(bits & 1) != 0 ? "utf-8" : "utf-16"}}}}}},
                   {"initializationOptions",
                    {{"inlayHints", {{"users", true}}}, {"allowUnknown", (bits & 2) != 0}}}});
  const std::string text(input.text());
  Json document = {{"uri", "file:///a.hlo"}, {"version", 1}, {"text", text}};
  session.Notify("textDocument/didOpen", {{"textDocument", document}});
  session.Idle();
  document.erase("text");
  const int64_t lines = std::count(text.begin(), text.end(), '\n');
  for (int i = 0; i < 2; ++i) {
    const Json at = Place(input, lines);
    const Json other = Place(input, lines);
    AskEverything(session, document, at, other);
    const std::string added(1, "x=%(){}\"/\n"[input.NextChoice() % 10]);
    session.Notify(
        "textDocument/didChange",
        {{"textDocument", document},
         {"contentChanges",
          {{{"range", {{"start", at}, {"end", (bits & 4) != 0 ? at : other}}}, {"text", added}}}}});
    session.Idle();
  }
  AskEverything(session, document, Place(input, lines), Place(input, lines));
}

}  // namespace hlo_text_v1::fuzzing
