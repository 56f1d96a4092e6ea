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

namespace hlo::semantic_tokens_test {

using namespace internal;

// What is wrong with the tokens of `text`; empty: nothing.
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

std::string FaultOf(std::string_view source) {
  const Settings settings;
  const ClientFeatures client;
  Document document("file:///a.hlo", TextBuffer(source), settings);
  const std::string answer = JsonText({}, [&](JsonWriter* json) {
    RequestContext context{document, nullptr, settings, client, *json};
    SemanticTokensFull(context);
  });
  return FaultOf(document.text(), nlohmann::json::parse(answer)["data"]);
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
      ASSERT_EQ(FaultOf(text), "") << files[i] << "\n" << text;
    }
  }
}

}  // namespace hlo::semantic_tokens_test
