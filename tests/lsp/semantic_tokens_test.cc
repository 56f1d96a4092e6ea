// Semantic tokens of any text, however broken, follow each other and stay in their lines.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/strings.h"
#include "src/lsp/requests.h"
#include "tests/support/read.h"
#include "tests/support/sample.h"

namespace hlo_text_v1::semantic_tokens_test {

using namespace internal;

// The error in the tokens of `text`; empty if there is none.
std::string FaultOf(const TextBuffer& text, const std::vector<int64_t>& tokens) {
  int64_t line = 0;
  int64_t begin = 0;
  int64_t end = 0;  // of the last token in the line
  for (size_t i = 0; i < tokens.size(); i += 5) {
    if (tokens[i] < 0 || tokens[i + 1] < 0 || tokens[i + 2] <= 0) return "goes back";
    if (tokens[i] > 0) begin = end = 0;
    line += tokens[i];
    begin += tokens[i + 1];
    if (line >= text.line_count()) return "beyond the text";
    if (begin < end) return StrCat("overlap in line ", line + 1);
    end = begin + tokens[i + 2];
    if (end > text.Units(text.Line(line))) return StrCat("beyond the end of line ", line + 1);
  }
  return "";
}

std::vector<int64_t> Tokens(Document& document, RequestHandler handler, std::string_view params) {
  const Settings settings;
  const ClientFeatures client;
  const JsonValue message = JsonValue::parse(params);
  const std::string answer = JsonText({}, [&](JsonWriter* json) {
    RequestContext context{document, &message, settings, client, *json};
    handler(context);
  });
  return nlohmann::json::parse(answer)["data"];
}

// Those of lines [first, last): line, column, length and kind of each.
std::vector<std::vector<int64_t>> InLines(const std::vector<int64_t>& tokens, int64_t first,
                                          int64_t last) {
  std::vector<std::vector<int64_t>> found;
  int64_t line = 0;
  int64_t begin = 0;
  for (size_t i = 0; i < tokens.size(); i += 5) {
    begin = tokens[i] > 0 ? tokens[i + 1] : begin + tokens[i + 1];
    line += tokens[i];
    if (line >= first && line < last) found.push_back({line, begin, tokens[i + 2], tokens[i + 3]});
  }
  return found;
}

// `is_whole`: comments and strings are closed, so that the tokens of some lines are the same as
// among all lines.
std::string FaultOf(std::string_view source, bool is_whole = true) {
  const Settings settings;
  Document document("file:///a.hlo", TextBuffer(source), settings);
  const std::vector<int64_t> all = Tokens(document, SemanticTokensFull, "{}");
  if (std::string fault = FaultOf(document.text(), all); !fault.empty()) return fault;
  for (int64_t line = 0; line < document.text().line_count(); ++line) {
    const int64_t end = line + 1 + line % 2;
    const std::vector<int64_t> some =
        Tokens(document, SemanticTokensRange,
               StrCat(R"({"range":{"start":{"line":)", line, R"(,"character":0},"end":{"line":)",
                      end, R"(,"character":0}}})"));
    if (std::string fault = FaultOf(document.text(), some); !fault.empty()) return fault;
    if (is_whole && InLines(some, 0, end) != InLines(all, line, end)) {
      return StrCat("of line ", line + 1);
    }
  }
  return "";
}

// A comment or string over several lines, only some of which are asked for.
TEST(SemanticTokens, OfLinesWithinTokens) {
  for (const char* text : {
           "/* one\n two // */\nENTRY e {\n}\n",
           "ENTRY e {\n  a = f32[] parameter(0) /* \"\n x */ /* y\n z */\n  b = f32[] abs(a)\n}\n",
           "ENTRY e {\n  a = f32[] parameter(0), backend_config=\"b\n  c\n  d\", x=y\n}\n/* a\nb "
           "*/",
           "HloModule m /* a\nb */\nFileNames\n1 \"a\"\n/* c\nd */ f { /* e\nf */ } /* g\n h */",
       }) {
    EXPECT_EQ(FaultOf(text), "") << text;
  }
}

TEST(SemanticTokens, OfStringsBeingTyped) {
  for (const char* end : {", metadata={op_name=\"", ", backend_config=\"", ", \"", "\"", "'"}) {
    const std::string text =
        StrCat("ENTRY e {\n  a = f32[] parameter(0)", end,
               "\n  b = f32[] negate(a), metadata={op_name=\"b\"}\n  ROOT c = f32[] abs(b)\n}\n");
    EXPECT_EQ(FaultOf(text), "") << text;
  }
}

TEST(SemanticTokens, OfStatementsOutOfPlace) {
  for (const char* text : {
           "ENTRY e {\n  a = f32[] parameter(0)\n  %ROOT %b = f32[] negate(a)\n}\n",
           "ENTRY e {\n  a = f32[] parameter(0)\n  xROOT b = f32[] negate(a)\n}\n",
           "f {\n  a = f32[] parameter(0)\n}\n\nFileNames\n1 \"a\"\n\ng {\n  b = f32[] x()\n}\n",
           "a = f32[] parameter(0)\nb = s32[FileNames\n=c\nd = f32[] negate(a)\n",
           "f {\n  a = f32[] parameter(0)\n} HloModule m\ng {\n  b = f32[] x()\n}\n",
           "HloModule m HloModule n\nFileNames\n1 \"a\"\n HloModule o\n",
       }) {
    EXPECT_EQ(FaultOf(text), "") << text;
  }
}

// Each of these, read to the end of the text, would take minutes.
TEST(SemanticTokens, OfManyErrors) {
  for (const char* error : {"/* x\n", "// -----\n", "// x\r"}) {
    std::string text = "ENTRY e {\n  a = f32[] parameter(0)\n";
    for (int i = 0; i < 100000; ++i) text += error;
    const Settings settings;
    Document document("file:///a.hlo", TextBuffer(text), settings);
    EXPECT_EQ(FaultOf(document.text(), Tokens(document, SemanticTokensFull, "{}")), "");
  }
}

TEST(SemanticTokens, OfMutatedTexts) {
  const std::vector<std::string_view> pieces = {
      "",   "\"", "'",    "\\",  "{",   "}",           "(",          ")",           "[",
      "%",  "#",  "/*",   "*/",  "//",  "\n",          "\r\n  ",     "\n}\n",       " = ",
      "=",  ":",  ",",    "b(",  "a=",  "\xff",        "ROOT ",      "\xc3\xa9 = ", "ENTRY e {\n",
      "0 ", "->", "f32[", "c {", " a ", "FileNames\n", "HloModule ", "\n// -----\n"};
  std::mt19937 random(1);
  const auto below = [&](size_t end) { return end == 0 ? 0 : random() % end; };
  const std::vector<std::filesystem::path> files = TestdataFiles();
  constexpr size_t kMaxText = 2000;
  constexpr size_t kEach = 4;
  for (size_t i = 0; i < files.size(); i += kEach * kSampleStep) {
    std::string text = ReadFile(files[i]).substr(0, kMaxText);
    for (int step = 0; step < 3; ++step) {
      text.replace(below(text.size() + 1), below(30), pieces[below(pieces.size())]);
      ASSERT_EQ(FaultOf(text, /*is_whole=*/false), "") << files[i] << "\n" << text;
    }
  }
}

}  // namespace hlo_text_v1::semantic_tokens_test
