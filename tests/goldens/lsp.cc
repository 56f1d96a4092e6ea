// Conversations with the language server: testdata/lsp/NAME.lsp has messages between lines
// `// -----`, NAME.answers what the server sends after each.
//
// "jsonrpc" is added to each message, and ids are counted from 1 unless given; the texts of open
// documents may be lists of lines. If the first message is not `initialize`, one is sent before it.
// {"raw": "..."} is sent as the body that it says.
// Tests of src/lsp: call_hierarchy, capabilities, chain_actions, code_actions, code_lens,
// completion, diagnostics, document_links, document_symbols, facts, formatting, hover, inlay_hints,
// navigation, protocol, rename, requests, structure, syntax
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/strings.h"
#include "src/lsp/server.h"
#include "tests/goldens/goldens.h"

namespace hlo_text_v1::goldens {

using namespace internal;

namespace {

using Value = nlohmann::ordered_json;
constexpr size_t kWidth = 100;

// As many values on a line as fit.
void AppendPretty(const Value& value, size_t indent, std::string* out) {
  const std::string compact = value.dump();
  if (indent + compact.size() <= kWidth || !value.is_structured()) {
    out->append(compact);
    return;
  }
  const std::string margin(indent + 1, ' ');
  const bool has_numbers = value.is_array() && value[0].is_number();
  out->append(value.is_array() ? "[" : "{");
  size_t count = 0;
  for (const auto& item : value.items()) {
    // Semantic tokens: five numbers each.
    const bool breaks = !has_numbers || count % 5 == 0;
    StrAppend(out, count == 0 ? "" : ",", breaks ? "\n" + margin : "");
    ++count;
    if (value.is_object()) StrAppend(out, Value(item.key()).dump(), ": ");
    AppendPretty(item.value(), indent + 1, out);
  }
  StrAppend(out, "\n", std::string(indent, ' '), value.is_array() ? "]" : "}");
}

void JoinLines(Value* text) {
  if (!text->is_array()) return;
  std::string joined;
  for (const Value& line : *text) joined += line.get<std::string>() + "\n";
  *text = joined;
}

class Conversation {
 public:
  std::string Run(std::string_view script) {
    std::string out;
    bool is_first = true;
    while (!script.empty()) {
      const size_t end = script.find("// -----\n");
      const std::string_view piece = script.substr(0, end);
      script.remove_prefix(end == std::string_view::npos ? script.size() : end + 9);
      Value message = Value::parse(piece);
      if (is_first && message.value("method", "") != "initialize" && !message.contains("raw")) {
        Send(
            {{"id", 0}, {"method", "initialize"}, {"params", {{"capabilities", Value::object()}}}});
        sent_.clear();
      }
      Send(message);
      if (!is_first) out += "// -----\n";
      is_first = false;
      for (const std::string& body : sent_) {
        AppendPretty(Value::parse(body), 0, &out);
        out += "\n";
      }
      sent_.clear();
    }
    return out;
  }

 private:
  void Send(Value message) {
    if (message.contains("raw")) {
      server_.Handle(message["raw"].get<std::string>());
    } else {
      message["jsonrpc"] = "2.0";
      const std::string method = message.value("method", "");
      const bool is_notification = method == "initialized" || method == "exit" ||
                                   method.find("/did") != std::string::npos || method[0] == '$';
      if (!is_notification && !message.contains("id")) message["id"] = ++last_id_;
      if (method == "textDocument/didOpen") JoinLines(&message["params"]["textDocument"]["text"]);
      server_.Handle(message.dump());
    }
    while (server_.DoIdleWork()) {
    }
  }

  std::vector<std::string> sent_;
  int last_id_ = 0;
  Server server_{[this](std::string_view body) { sent_.emplace_back(body); }, Server::Options()};
};

}  // namespace

std::optional<std::string> LspAnswers(const std::string& name) {
  return Conversation().Run(ReadSource(name + ".lsp"));
}

}  // namespace hlo_text_v1::goldens
