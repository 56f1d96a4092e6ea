// Cases that goldens do not show: large modules, applied edits, files.
// Tests: document, proto_text, verify_worker, workspace
#include "src/lsp/server.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "hlo/canonical.h"
#include "hlo/proto.h"
#include "src/base/strings.h"
#include "src/tools/common/file_url.h"
#include "tests/support/read.h"

namespace hlo_text_v1::server_test {

using namespace internal;
using Json = nlohmann::json;

constexpr char kUri[] = "file:///a.hlo";

class Session {
 public:
  explicit Session(Server::Options options = {}, const Json& capabilities = Json::object())
      : server_([this](std::string_view body) { sent_.push_back(Json::parse(body)); },
                std::move(options)) {
    Ask("initialize", {{"capabilities", capabilities}});
  }

  Json Ask(const std::string& method, const Json& params) {
    sent_.clear();
    server_.Handle(
        Json({{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}}).dump());
    return sent_.empty() ? Json()
                         : sent_.back().value("result", sent_.back().value("error", Json()));
  }
  void Notify(const std::string& method, const Json& params) {
    server_.Handle(Json({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}).dump());
  }
  void Open(const std::string& text) {
    Notify("textDocument/didOpen",
           {{"textDocument", {{"uri", kUri}, {"version", 1}, {"text", text}}}});
  }
  // The diagnostics of all idle work.
  Json Diagnostics() {
    sent_.clear();
    while (server_.DoIdleWork()) {
    }
    return sent_.empty() ? Json() : sent_.back()["params"]["diagnostics"];
  }
  Server& server() { return server_; }

 private:
  std::vector<Json> sent_;
  Server server_;
};

LspPosition PlaceOf(const Json& position) {
  return {position["line"].get<int64_t>(), position["character"].get<int64_t>()};
}

// `text` after the edits of a code action or rename.
std::string Applied(const std::string& text, Json edits) {
  const TextBuffer original(text);
  std::sort(edits.begin(), edits.end(), [](const Json& a, const Json& b) {
    const LspPosition at = PlaceOf(a["range"]["start"]), before = PlaceOf(b["range"]["start"]);
    return before.line != at.line ? before.line < at.line : before.character < at.character;
  });
  std::string result = text;
  for (const Json& edit : edits) {
    const uint32_t begin = original.Offset(PlaceOf(edit["range"]["start"]));
    const uint32_t end = original.Offset(PlaceOf(edit["range"]["end"]));
    result.replace(begin, end - begin, edit["newText"].get<std::string>());
  }
  return result;
}

TEST(Server, VerifiesLargeModulesInAThread) {
  std::mutex mutex;
  std::condition_variable changed;
  bool is_woken = false;
  Server::Options options;
  options.max_verify_inline = 0;
  options.wake = [&] {
    const std::lock_guard<std::mutex> lock(mutex);
    is_woken = true;
    changed.notify_one();
  };
  Session session(options);
  session.Open("ENTRY e {\n  a = f32[2] parameter(0)\n  ROOT b = f32[3] negate(a)\n}\n");
  Json found = session.Diagnostics();
  {
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return is_woken; });
  }
  if (found.empty()) found = session.Diagnostics();  // otherwise the thread was fast
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0]["source"], "hlo-verify");
}

// Chains that are rewritten are the same program.
void CheckChains(std::string_view suffix, int at_least) {
  int rewritten = 0;
  for (const auto& path : TestdataFiles("async", suffix)) {
    const std::string text = ReadFile(path);
    if (ModuleOf(text).computations().empty()) continue;
    const Fingerprint128 before = Fingerprint(ReadModule(text));
    Session session;
    session.Open(text);
    const TextBuffer buffer(text);
    for (int64_t line = 0; line < buffer.line_count(); ++line) {
      const std::string_view bytes = buffer.Text(buffer.Line(line));
      if (bytes.find("-start(") == std::string_view::npos) continue;
      const Json at = {{"line", line}, {"character", 4}};
      const Json actions =
          session.Ask("textDocument/codeAction", {{"textDocument", {{"uri", kUri}}},
                                                  {"range", {{"start", at}, {"end", at}}},
                                                  {"context", Json::object()}});
      for (const Json& action : actions) {
        const std::string after = Applied(text, action["edit"]["changes"][kUri]);
        std::vector<Diagnostic> diagnostics;
        const auto module = ReadHloModule(after, {}, &diagnostics);
        ASSERT_TRUE(module.ok()) << path << ":" << line + 1 << " " << module.status() << "\n"
                                 << after;
        EXPECT_EQ(Fingerprint(*module), before) << path << "\n" << after;
        ++rewritten;
      }
    }
  }
  EXPECT_GT(rewritten, at_least);
}

TEST(Server, DesugarsChains) { CheckChains(".default.hlo", 20); }

TEST(Server, SugarsChains) { CheckChains(".async-generic.hlo", 20); }

// A long text is formatted without the parser: some lines in the same way as the whole text, also
// across computations.
TEST(Server, FormatsLongTexts) {
  std::string text = "HloModule m\n\nc {\n  i0 = f32[2] parameter(0)\n";
  for (int i = 1; i < 20000; ++i) {
    if (i == 3500) text += "}\n\nENTRY e {\n  i3499 = f32[2] parameter(0)\n";
    StrAppend(&text, i % 1000 == 0 ? "   " : "  ", "i", i, " = f32[2]{0} add(i", i - 1,
              i % 1000 == 0 ? ",i" : ", i", i - 1, "), metadata={op_name=\"jit(step)/add\"}\n");
  }
  text += "}\n";
  Session session;
  session.Open(text);
  const Json document = {{"uri", kUri}};
  const Json whole = session.Ask("textDocument/formatting", {{"textDocument", document}});
  ASSERT_EQ(whole.size(), 19u);
  const Json at = whole[3]["range"];
  EXPECT_EQ(
      session.Ask("textDocument/rangeFormatting", {{"textDocument", document}, {"range", at}}),
      Json::array({whole[3]}));
  const Json end = {{"line", at["end"]["line"].get<int64_t>() + 1001}, {"character", 0}};
  EXPECT_EQ(
      session.Ask("textDocument/rangeFormatting",
                  {{"textDocument", document}, {"range", {{"start", at["start"]}, {"end", end}}}}),
      Json::array({whole[3], whole[4]}));
  // Heads and ends of computations at the ends of the range.
  text.replace(text.find("\nc {"), 4, "\nc   {");
  text.replace(text.rfind("}"), 1, "  }");
  session.Open(text);
  const int64_t last = 1 + std::count(text.begin(), text.end(), '\n');
  for (const auto& [from, to] : {std::pair<int64_t, int64_t>{2, 4}, {last - 5, last}}) {
    const Json range = {{"start", {{"line", from}, {"character", 0}}},
                        {"end", {{"line", to}, {"character", 0}}}};
    EXPECT_EQ(
        session.Ask("textDocument/rangeFormatting", {{"textDocument", document}, {"range", range}})
            .size(),
        1u);
  }
}

// A comment over several lines is not cut.
TEST(Server, FormatsLinesWithCommentsInLongTexts) {
  std::string text =
      "ENTRY e {\n  a = f32[2] parameter(0) /* over\n  two */   b = f32[2] add(a,a)\n";
  while (text.size() < (size_t{1} << 20)) {
    StrAppend(&text, "  c", text.size(),
              " = f32[2]{0} add(a, b), metadata={op_name=\"jit/add\"}\n");
  }
  text += "}\n";
  Session session;
  session.Open(text);
  const Json document = {{"uri", kUri}};
  const Json whole = session.Ask("textDocument/formatting", {{"textDocument", document}});
  ASSERT_TRUE(whole.is_array()) << whole;
  const auto with_line = [&](int line) {
    const Json at = {{"start", {{"line", line}, {"character", 0}}},
                     {"end", {{"line", line}, {"character", 5}}}};
    return Applied(text, session.Ask("textDocument/rangeFormatting",
                                     {{"textDocument", document}, {"range", at}}));
  };
  EXPECT_TRUE(with_line(1) == text);
  EXPECT_TRUE(with_line(2) == Applied(text, whole));
}

// Lines of a body in place are indented as in the whole text, and its brace is not cut.
TEST(Server, FormatsLinesOfBodiesInPlaceInLongTexts) {
  const std::string text =
      "ENTRY e {\n a = f32[2] parameter(0)\n ROOT r = f32[2] call(a), to_apply={\n"
      "  b = f32[2] parameter(0)\n  ROOT c = f32[2] negate(b)\n  }\n}\n// " +
      std::string(size_t{1} << 20, 'x') + "\n";
  Session session;
  session.Open(text);
  const Json document = {{"uri", kUri}};
  const Json whole = session.Ask("textDocument/formatting", {{"textDocument", document}});
  ASSERT_EQ(whole.size(), 4u);
  for (const Json& edit : whole) {
    EXPECT_EQ(session.Ask("textDocument/rangeFormatting",
                          {{"textDocument", document}, {"range", edit["range"]}}),
              Json::array({edit}));
  }
}

TEST(Server, PathsOfUris) {
  EXPECT_EQ(PathOfUri("file:///a%20b.hlo?x#y"), "/a b.hlo");
  EXPECT_EQ(PathOfUri("file://host/a"), "/a");
  EXPECT_EQ(PathOfUri("file://host"), std::nullopt);
  EXPECT_EQ(PathOfUri("file:a.hlo"), std::nullopt);
  EXPECT_EQ(PathOfUri("untitled:a"), std::nullopt);
  EXPECT_EQ(PathOfUri("file:///a%00b"), std::nullopt);
}

TEST(Server, ShowsBinaryModules) {
  const HloModule module = ReadModule("HloModule m\nENTRY e { ROOT a = f32[2] parameter(0) }");
  const std::string path = testing::TempDir() + "/hlo lsp%.hlo.pb";
  std::ofstream(path, std::ios::binary) << *SerializeHloModule(module);
  Session session;
  std::string uri = FileUrl(path);
  EXPECT_EQ(*PathOfUri(uri), path);
  const Json content = session.Ask("workspace/textDocumentContent", {{"uri", uri}});
  EXPECT_EQ(content["text"], PrintHloModule(module));
  // VS Code writes its URIs with a host, or with none.
  for (const char* scheme : {"hlo-pb:", "hlo-pb://", "hlo-pb://host", "file:"}) {
    const std::string other = scheme + uri.substr(uri.find("///") + 2);
    EXPECT_EQ(session.Ask("workspace/textDocumentContent", {{"uri", other}}), content) << other;
  }
  // The text it shows is read-only.
  uri.replace(0, 4, "hlo-pb");
  session.Notify("textDocument/didOpen",
                 {{"textDocument", {{"uri", uri}, {"version", 1}, {"text", content["text"]}}}});
  const Json format = session.Ask("textDocument/formatting", {{"textDocument", {{"uri", uri}}}});
  EXPECT_EQ(format["message"], "the document is read only");
  // Neither has an end.
  const std::string pipe = testing::TempDir() + "/hlo_lsp_pipe";
  (void)mkfifo(pipe.c_str(), 0600);
  for (const std::string& endless : {std::string("/dev/zero"), pipe}) {
    const Json refused = session.Ask("workspace/textDocumentContent", {{"uri", FileUrl(endless)}});
    EXPECT_EQ(refused["code"], -32803) << endless;
  }
  std::ofstream(path, std::ios::binary | std::ios::trunc) << "HloModule m";
  EXPECT_EQ(session.Ask("hlo/textDocumentContent", {{"uri", uri}})["code"], -32803);
}

TEST(Server, FindsSymbolsInFolders) {
  const std::string folder = testing::TempDir() + "/hlo_lsp_folder";
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/a.hlo") << "ENTRY main {\n  needle.1 = f32[] parameter(0)\n}";
  std::ofstream(folder + "/b.txt") << "HloModule b\nENTRY needles {\n}";
  std::ofstream(folder + "/c.txt") << "needle = no module {\n";
  std::ofstream(folder + "/d.py") << "needle = 1";
  Session session;
  session.Notify(
      "workspace/didChangeWorkspaceFolders",
      {{"event",
        {{"added", {{{"uri", FileUrl(folder)}, {"name", "f"}}}}, {"removed", Json::array()}}}});
  const Json found = session.Ask("workspace/symbol", {{"query", "NEEDLE"}});
  ASSERT_EQ(found.size(), 2u) << found;
  EXPECT_EQ(found[0]["containerName"], "main");
  EXPECT_EQ(found[1]["name"], "needles");
  std::filesystem::remove(folder + "/a.hlo");
  for (int i = 0; i < 2; ++i) {
    const Json left = session.Ask("workspace/symbol", {{"query", "needle"}});
    ASSERT_EQ(left.size(), 1u) << left;
    EXPECT_EQ(left[0]["name"], "needles");
  }
  std::filesystem::remove_all(folder);
}

// Files that are added and removed after the first request.
TEST(Server, FindsSymbolsInNewFiles) {
  const std::string folder = testing::TempDir() + "/hlo_lsp_new (a+b)@";
  std::filesystem::create_directories(folder + "/old");
  Session session;
  session.Notify("workspace/didChangeWorkspaceFolders",
                 {{"event", {{"added", {{{"uri", FileUrl(folder)}, {"name", "f"}}}}}}});
  const auto found = [&] { return session.Ask("workspace/symbol", {{"query", "needle"}}).size(); };
  EXPECT_EQ(found(), 0u);
  const std::string text = "ENTRY needle {\n  a = f32[] parameter(0)\n}";
  std::ofstream(folder + "/a.hlo") << text;
  EXPECT_EQ(found(), 1u);
  std::ofstream(folder + "/old/b.hlo") << text;
  EXPECT_EQ(found(), 2u);
  std::filesystem::create_directories(folder + "/new/er");
  std::ofstream(folder + "/new/er/c.hlo") << text;
  EXPECT_EQ(found(), 3u);
  std::filesystem::remove(folder + "/a.hlo");
  EXPECT_EQ(found(), 2u);
  // An open text stands for its file, however the client writes its URI.
  std::string uri = "file://" + folder + "/old/b.hlo";
  uri.replace(uri.find(' '), 1, "%20");
  session.Notify("textDocument/didOpen", {{"textDocument", {{"uri", uri}, {"text", text}}}});
  EXPECT_EQ(found(), 2u);
  std::filesystem::remove_all(folder);
  EXPECT_EQ(found(), 1u);
}

// Removed files no longer count for the limit of 5000 files.
TEST(Server, FindsSymbolsInFoldersThatChurn) {
  const std::string folder = testing::TempDir() + "/hlo_lsp_churn";
  std::filesystem::create_directories(folder);
  Session session;
  session.Notify("workspace/didChangeWorkspaceFolders",
                 {{"event", {{"added", {{{"uri", FileUrl(folder)}, {"name", "f"}}}}}}});
  const auto found = [&] { return session.Ask("workspace/symbol", {{"query", "needle"}}).size(); };
  for (int i = 0; i < 5001; ++i) std::ofstream(folder + "/" + std::to_string(i) + ".hlo") << "\n";
  EXPECT_EQ(found(), 0u);
  for (int i = 0; i < 5001; ++i) std::filesystem::remove(folder + "/" + std::to_string(i) + ".hlo");
  std::ofstream(folder + "/new.hlo") << "ENTRY needle {\n  a = f32[] parameter(0)\n}";
  EXPECT_EQ(found(), 1u);
  std::filesystem::remove_all(folder);
}

// Lines that end in CR LF keep it: edits neither contain it nor go past the end of their line.
TEST(Server, FormatsLinesThatEndInCrLf) {
  Session session;
  session.Open("ENTRY e {\r\n  x =  f32[8] parameter(0)\r\n}\r\n");
  const Json edits = session.Ask("textDocument/formatting",
                                 {{"textDocument", {{"uri", kUri}}}, {"options", Json::object()}});
  ASSERT_EQ(edits.size(), 1u);
  EXPECT_EQ(edits[0]["newText"], "  x = f32[8] parameter(0)");
  EXPECT_EQ(edits[0]["range"]["end"], (Json{{"line", 1}, {"character", 26}}));
}

// The outline does not see names between comments: their users are looked through, each once. The
// paths of this graph would take hours.
TEST(Server, UsersBehindNamesThatTheOutlineMisses) {
  std::string text = "ENTRY e {\nx0 = f32[] parameter(0)\n/**/ x1 /**/ = f32[] abs(x0)\n";
  for (int i = 2; i < 60; ++i) {
    text += "/**/ x" + std::to_string(i) + " /**/ = f32[] add(x" + std::to_string(i - 1) + ", x" +
            std::to_string(i - 2) + ")\n";
  }
  Session session;
  session.Open(text + "ROOT r = f32[] negate(x59)\n}\n");
  const Json hover = session.Ask(
      "textDocument/hover",
      {{"textDocument", {{"uri", kUri}}}, {"position", {{"line", 1}, {"character", 1}}}});
  EXPECT_NE(hover["contents"]["value"].get<std::string>().find("`r`"), std::string::npos) << hover;
}

// The number of snippets among the completions of an opcode, and the text inserted for negate.
std::pair<int, std::string> OpcodeCompletions(const Json& capabilities, const std::string& line) {
  Session session({}, capabilities);
  session.Open("ENTRY e {\n  x = f32[8] parameter(0)\n" + line + "\n}\n");
  const size_t word = line.find("neg");
  const Json answer = session.Ask(
      "textDocument/completion",
      {{"textDocument", {{"uri", kUri}}}, {"position", {{"line", 2}, {"character", word + 3}}}});
  std::pair<int, std::string> found;
  for (const Json& item : answer["items"]) {
    if (item.contains("insertTextFormat")) ++found.first;
    if (item["label"] == "negate") found.second = item["textEdit"]["newText"];
  }
  return found;
}

TEST(Server, CompletesOpcodesAsTheClientTakesThem) {
  const Json item = {{"snippetSupport", true}};
  const Json snippets = {{"textDocument", {{"completion", {{"completionItem", item}}}}}};
  const std::string line = "  y = f32[8] neg";
  const auto [count, negate] = OpcodeCompletions(snippets, line);
  EXPECT_GT(count, 100);
  EXPECT_EQ(negate, "negate($1)");
  using Found = std::pair<int, std::string>;
  EXPECT_EQ(OpcodeCompletions(Json::object(), line), Found(0, "negate"));
  EXPECT_EQ(OpcodeCompletions(snippets, line + "(x)"), Found(0, "negate"));
  EXPECT_EQ(OpcodeCompletions(snippets, line + "ate(x)"), Found(0, "negate"));
}

// Requests are answered and nothing crashes at every place of texts that are cut off anywhere.
TEST(Server, AnswersInTextsThatAreCutOff) {
  const std::string text = ReadFile(TestdataFiles("async", ".default.hlo").front()).substr(0, 3000);
  for (size_t size = 0; size < text.size(); size += 97) {
    Session session;
    session.Open(text.substr(0, size));
    const TextBuffer buffer(text.substr(0, size));
    const LspPosition end = buffer.Position(buffer.size());
    const Json at = {{"line", end.line}, {"character", end.character}};
    for (const char* method :
         {"hover", "definition", "references", "completion", "rename", "documentSymbol",
          "semanticTokens/full", "foldingRange", "codeLens"}) {
      const Json answer =
          session.Ask(StrCat("textDocument/", method), {{"textDocument", {{"uri", kUri}}},
                                                        {"position", at},
                                                        {"newName", "x"},
                                                        {"context", Json::object()}});
      SCOPED_TRACE(method);
    }
  }
}

}  // namespace hlo_text_v1::server_test
