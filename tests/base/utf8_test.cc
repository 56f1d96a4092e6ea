#include "src/base/utf8.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace hlo_text_v1::utf8_test {

using namespace internal;

TEST(Utf8, Lengths) {
  const struct {
    std::string_view text;
    size_t length;
  } cases[] = {
      {"a", 1},
      {"\x7f", 1},
      {"\x80", 0},
      {"\xC1\x80", 0},  // overlong
      {"\xC2\x80", 2},
      {"\xC2", 0},
      {"\xC2\x7f", 0},
      {"\xE0\x9F\xBF", 0},  // overlong
      {"\xE0\xA0\x80", 3},
      {"\xE2\x82", 0},
      {"\xED\x9F\xBF", 3},
      {"\xED\xA0\x80", 0},      // a surrogate
      {"\xF0\x8F\xBF\xBF", 0},  // overlong
      {"\xF0\x90\x80\x80", 4},
      {"\xF4\x8F\xBF\xBF", 4},
      {"\xF4\x90\x80\x80", 0},  // beyond U+10FFFF
      {"\xF5\x80\x80\x80", 0},
      {"\xFF", 0},
  };
  for (const auto& c : cases)
    EXPECT_EQ(Utf8Length(c.text), c.length) << testing::PrintToString(c.text);
}

TEST(Utf8, SurrogatesCanBeAccepted) {
  EXPECT_EQ(Utf8Length("\xED\xA0\x80", Surrogates::kAccept), 3u);
  EXPECT_EQ(Utf8Length("\xED\xBF\xBF", Surrogates::kAccept), 3u);
  EXPECT_EQ(Utf8Length("\xED\xA0", Surrogates::kAccept), 0u);
}

TEST(Utf8, CodePoints) {
  EXPECT_EQ(Utf8CodePoint("a"), uint32_t{'a'});
  EXPECT_EQ(Utf8CodePoint("\u00FC"), 0xFCu);
  EXPECT_EQ(Utf8CodePoint("\u20AC"), 0x20ACu);
  EXPECT_EQ(Utf8CodePoint("\U0010FFFF"), 0x10FFFFu);
}

TEST(Utf8, APrefixCutsNoCharacter) {
  EXPECT_EQ(Utf8Prefix("a\u20AC", 4), "a\u20AC");
  EXPECT_EQ(Utf8Prefix("a\u20AC", 3), "a");
  EXPECT_EQ(Utf8Prefix("a\u20AC", 1), "a");
  EXPECT_EQ(Utf8Prefix("\u20AC", 2), "");
}

TEST(Utf8, EveryByteThatIsNoneIsReplaced) {
  std::string text;
  ForEachCharacter("a\xFF\u20AC\xC3",
                   [&](std::string_view character) { text.append(character).push_back('|'); });
  EXPECT_EQ(text, "a|\uFFFD|\u20AC|\uFFFD|");
}

}  // namespace hlo_text_v1::utf8_test
