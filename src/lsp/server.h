// The language server without its transport: messages in, messages out.
//
//   Server server([](std::string_view body) { WriteFrame(body); }, Server::Options());
//   while (!server.has_exited()) {
//     server.Handle(body_of_the_next_message);
//     while (no_message_waits && server.DoIdleWork()) {}
//   }
//
// Requests are answered in the order in which they come, each before Handle returns. Diagnostics
// are published by DoIdleWork, so a fast typist never waits for them. Verifying a large module is
// left to a thread; its result is published by DoIdleWork, too.
#ifndef HLO_LSP_SERVER_H_
#define HLO_LSP_SERVER_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/lsp/document.h"
#include "src/lsp/protocol.h"
#include "src/lsp/settings.h"
#include "src/lsp/verify_worker.h"
#include "src/lsp/workspace.h"

namespace hlo_text_v1::internal {

class Server {
 public:
  struct Options {
    // Longer modules are verified by a thread, once no message has come for a while, so that the
    // copy it may make is the only thing that takes memory.
    size_t max_verify_inline = size_t{256} << 10;
    std::chrono::milliseconds verify_delay{0};
    // Called by that thread when it has a result, to make the owner call DoIdleWork.
    std::function<void()> wake;
  };
  using Send = std::function<void(std::string_view body)>;

  Server(Send send, Options options);

  // Handles the body of a message: any bytes. Throws std::bad_alloc if memory runs out; the texts
  // may then differ from the client's.
  void Handle(std::string_view body);
  // Answers bytes that were not a frame.
  void HandleBadFrame();
  // Does a piece of the work that can wait; false if there is none at the moment. Throws as Handle
  // does.
  bool DoIdleWork();
  // Whether there will be some after options.verify_delay.
  bool HasLaterWork() const;

  bool has_exited() const { return has_exited_; }
  int exit_code() const { return was_shut_down_ ? 0 : 1; }

 private:
  struct OpenDocument {
    std::unique_ptr<Document> document;
    bool wants_diagnostics = true;
    bool wants_verify = false;  // by the worker
  };

  void HandleMessage(const JsonValue& message);
  void HandleRequest(const std::string& method, const JsonValue& id, const JsonValue* params);
  void HandleNotification(const std::string& method, const JsonValue* params);
  RpcStatus Answer(const std::string& method, const JsonValue* params, JsonWriter& json);
  // Sends a request of the server's own; the client's answer is ignored. Empty `params` are left
  // out.
  void Request(std::string_view method, const std::function<void(JsonWriter&)>& params);
  void Notify(std::string_view method, const std::function<void(JsonWriter&)>& params);
  void SendError(std::string_view id, const RpcError& error);

  void Initialize(const JsonValue* params, JsonWriter& json);
  RpcStatus ExecuteCommand(const JsonValue* params);
  void DidOpen(const JsonValue* params);
  void DidChange(const JsonValue* params);
  void DidClose(const JsonValue* params);
  void ChangeSettings(const JsonValue* settings);
  void RefreshViews();
  void ChangeFolders(const JsonValue* params);

  Document* Find(const std::string& uri);
  void Diagnose(OpenDocument& open);
  bool PublishVerified();
  bool StartVerify();
  void Publish(Document& document, const std::vector<VerifiedModule>& verified);

  const Send send_;
  const Options options_;
  Settings settings_;
  std::chrono::steady_clock::time_point last_message_;
  PositionEncoding encoding_ = PositionEncoding::kUtf16;
  ClientFeatures client_;
  bool is_initialized_ = false;
  bool was_shut_down_ = false;
  bool has_exited_ = false;
  int64_t next_id_ = 1;  // of the server's own requests
  std::map<std::string, OpenDocument> documents_;
  uint64_t opened_ = 0;  // documents opened so far
  Workspace workspace_;
  VerifyWorker worker_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_LSP_SERVER_H_
