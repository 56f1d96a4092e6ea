#include "src/lsp/long_texts.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/base/strings.h"
#include "tests/lsp/lone_surrogates.h"

namespace hlo::long_texts_test {

using namespace internal;
using Json = nlohmann::json;

std::string Long(std::string_view piece) {
  std::string text;
  while (text.size() < kMinLongText) text += piece;
  return text;
}

// A message with the bytes `raw` between the quotes of its text.
std::string Message(std::string_view raw) {
  return StrCat(R"({"method": "m", "params": {"a": "text", "b":[{"text" : ")", raw, R"("}, 1]}})");
}

// What a reader of JSON makes of it.
TEST(TakeLongTexts, ReadsAsJsonDoes) {
  for (const std::string_view piece :
       {"plain ", "line\\n", "\\\"quoted\\\" \\\\ \\/", "it's\x7f", "\xC3\xA4\xF0\x9D\x84\x9E",
        "\\u00e4\\u20AC\\ud834\\udd1E\\u0041\\u0000", "\\t\\r\\b\\f"}) {
    std::string body = Message(Long(piece));
    const Json whole = Json::parse(body);
    const std::vector<SourceBuffer> texts = TakeLongTexts(&body);
    ASSERT_EQ(texts.size(), 1u) << piece;
    EXPECT_LT(body.size(), 100u);
    Json rest = Json::parse(body);
    Json& text = rest["params"]["b"][0]["text"];
    EXPECT_EQ(text, 0);
    text = std::string(texts[0].view());
    EXPECT_EQ(rest, whole) << piece;
    EXPECT_EQ(texts[0].view().data()[texts[0].size()], '\0');
  }
}

TEST(TakeLongTexts, LeavesWhatIsNotValid) {
  for (const std::string_view piece :
       {"\n", "\\x", "\xff", "\\u12g4", "\\u-123", "\\ud834\\u12g4"}) {
    std::string body = Message(Long("plain ") + std::string(piece) + Long("after "));
    const std::string before = body;
    EXPECT_TRUE(TakeLongTexts(&body).empty()) << piece;
    EXPECT_EQ(body, before);
    EXPECT_FALSE(Json::accept(body)) << piece;
  }
  // Without its closing quote, cut at each place of an escape.
  const std::string whole = Message(Long("\\ud834\\udd1e"));
  const size_t quote = whole.rfind('"');
  for (size_t cut = 0; cut < 30; ++cut) {
    std::string body = whole.substr(0, quote - cut);
    const std::string before = body;
    EXPECT_TRUE(TakeLongTexts(&body).empty());
    EXPECT_EQ(body, before);
  }
}

TEST(TakeLongTexts, ReplacesLoneSurrogates) {
  for (const LoneSurrogates& each : kLoneSurrogates) {
    std::string body = Message(Long("plain ") + std::string(each.escaped) + Long("after "));
    const std::vector<SourceBuffer> texts = TakeLongTexts(&body);
    ASSERT_EQ(texts.size(), 1u) << each.escaped;
    EXPECT_EQ(texts[0].view(), StrCat(Long("plain "), each.text, Long("after ")));
  }
}

TEST(TakeLongTexts, TakesOnlyTexts) {
  const std::string text = Long("text ");
  std::string body = StrCat(R"({"text": ["text", ")", text, R"("], ")", text,
                            R"(": "text", "x": ")", text, R"(", "text": "short"})");
  const std::string before = body;
  EXPECT_TRUE(TakeLongTexts(&body).empty());
  EXPECT_EQ(body, before);
  body = StrCat(R"([{"text": ")", text, R"("}, {"text":")", text, "2", R"("}])");
  const std::vector<SourceBuffer> texts = TakeLongTexts(&body);
  EXPECT_EQ(body, R"([{"text": 0}, {"text":1}])");
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_EQ(texts[1].view(), text + "2");
}

}  // namespace hlo::long_texts_test
