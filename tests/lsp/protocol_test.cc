#include "src/lsp/protocol.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "src/base/strings.h"

namespace hlo_text_v1::protocol_test {

using namespace internal;

TEST(ReadMessage, ReplacesLoneSurrogates) {
  struct {
    std::string_view escaped;
    std::string_view text;
  } const kRows[] = {
      {"\\ud834", "\uFFFD"},
      {"a\\uD834b", "a\uFFFDb"},
      {"\\udd1e\\ud834", "\uFFFD\uFFFD"},
      {"\\ud834\\n", "\uFFFD\n"},
      {"\\ud834\\u0041", "\uFFFDA"},
      {"\\ud834\\ue000", "\uFFFD\uE000"},
      {"\\udc00\\udc00", "\uFFFD\uFFFD"},
      {"\\ud834\\ud834\\udd1e", "\uFFFD\U0001D11E"},
      {"\\\\ud834\\\\\\ud834", "\\ud834\\\uFFFD"},
  };
  for (const auto& row : kRows) {
    const std::string text = StrCat("[\"", row.escaped, "\", \"\\ud834\\udd1e\"]");
    const std::optional<JsonValue> message = ReadMessage(text);
    ASSERT_TRUE(message.has_value()) << text;
    EXPECT_EQ(*message, JsonValue({row.text, "\U0001D11E"})) << text;
  }
}

TEST(ReadMessage, RefusesTextThatIsNotJson) {
  for (const char* text : {"", "{", "[1", "\"\xff\"", "\"\\ud800", "\"\\ud80", "\\"}) {
    EXPECT_FALSE(ReadMessage(text).has_value()) << text;
  }
}

TEST(IntOf, ClampsLargeNumbers) {
  const std::optional<JsonValue> message =
      ReadMessage("[-1, 9223372036854775808, 18446744073709551615, 1.5, \"1\"]");
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(IntOf(&(*message)[0]), -1);
  EXPECT_EQ(IntOf(&(*message)[1]), INT64_MAX);
  EXPECT_EQ(IntOf(&(*message)[2]), INT64_MAX);
  EXPECT_EQ(IntOf(&(*message)[3]), std::nullopt);
  EXPECT_EQ(IntOf(&(*message)[4]), std::nullopt);
  EXPECT_EQ(IntOf(nullptr), std::nullopt);
}

}  // namespace hlo_text_v1::protocol_test
