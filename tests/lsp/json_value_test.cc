// JSON is read as nlohmann::json reads it.
#include "src/lsp/json_value.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "src/base/strings.h"
#include "tests/lsp/lone_surrogates.h"

namespace hlo::json_value_test {

using namespace internal;
using Json = nlohmann::json;

void ExpectSame(const JsonValue& ours, const Json& theirs) {
  switch (ours.kind()) {
    case JsonValue::kNull:
      EXPECT_TRUE(theirs.is_null());
      break;
    case JsonValue::kBool:
      EXPECT_EQ(Json(ours.number() != 0), theirs);
      break;
    case JsonValue::kInt:
      EXPECT_EQ(Json(ours.number()), theirs);
      break;
    case JsonValue::kBigInt:
      EXPECT_EQ(ours.text(), theirs.dump());
      break;
    case JsonValue::kFloat:
      EXPECT_TRUE(theirs.is_number_float());
      break;
    case JsonValue::kString:
      EXPECT_EQ(Json(ours.text()), theirs);
      break;
    case JsonValue::kArray: {
      ASSERT_TRUE(theirs.is_array());
      ASSERT_EQ(ours.size(), theirs.size());
      auto next = theirs.begin();
      for (const JsonValue& each : ours) ExpectSame(each, *next++);
      break;
    }
    case JsonValue::kObject:
      ASSERT_TRUE(theirs.is_object());
      for (const auto& [key, value] : theirs.items()) {
        SCOPED_TRACE(key);
        ASSERT_NE(ours.Find(key), nullptr);
        ExpectSame(*ours.Find(key), value);
      }
      EXPECT_EQ(ours.Find("no such key"), nullptr);
      break;
  }
}

TEST(JsonValue, ReadsAsNlohmannDoes) {
  for (const char* text : {
           R"({"jsonrpc":"2.0","id":1,"method":"x","params":{"a":[1,-2,3.5,1e3],"b":null}})",
           R"([true,false,[],{},[[]],[{"a":[]}],"",{"":""}])",
           R"(["\u00e9\ud83d\ude00\n\"", "é"])",
           R"([9223372036854775807,9223372036854775808,18446744073709551615,18446744073709551616])",
           R"([-9223372036854775808,-9223372036854775809,0,-0])",
           R"({"a":1,"a":{"b":2},"a":3,"c":[4]})",
           "7",
           " \"x\" ",
       }) {
    SCOPED_TRACE(text);
    const std::optional<JsonMessage> message = JsonMessage::Read(text);
    ASSERT_TRUE(message.has_value());
    ExpectSame(message->root(), Json::parse(text));
  }
}

TEST(JsonValue, RefusesWhatIsNoJson) {
  for (const char* text : {"", "{", "[1", "[1,]", "{\"a\"}", "{1:2}", "nul", "1 2", "'a'",
                           "\"\xff\"", "\"\\ud800", "[1]]", "01", "\"\n\""}) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(JsonMessage::Read(text).has_value());
    EXPECT_FALSE(Json::accept(text));
  }
}

TEST(JsonValue, ReplacesLoneSurrogates) {
  for (const LoneSurrogates& each : kLoneSurrogates) {
    SCOPED_TRACE(each.escaped);
    const std::string text = StrCat("[\"", each.escaped, "\", \"\\ud834\\udd1e\"]");
    const std::optional<JsonMessage> message = JsonMessage::Read(text);
    ASSERT_TRUE(message.has_value());
    ExpectSame(message->root(), Json({each.text, "\U0001D11E"}));
  }
}

TEST(JsonValue, ReadsAnyDepth) {
  constexpr size_t kDepth = 1000000;
  EXPECT_TRUE(JsonMessage::Read(std::string(kDepth, '[') + std::string(kDepth, ']')).has_value());
  EXPECT_FALSE(JsonMessage::Read(std::string(kDepth, '[')).has_value());
}

}  // namespace hlo::json_value_test
