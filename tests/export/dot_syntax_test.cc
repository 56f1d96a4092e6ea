#include "src/export/dot_syntax.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/base/utf8.h"

namespace hlo::dot_syntax_test {

std::string DotText(std::string_view text) {
  std::string out;
  AppendDotText(text, &out);
  return out;
}

TEST(DotSyntax, Text) {
  EXPECT_EQ(DotText("add.1 f32[2]{0}"), "add.1 f32[2]{0}");
  EXPECT_EQ(DotText("\"a\\N\""), "\\\"a\\\\N\\\"");
  EXPECT_EQ(DotText("a\nb\t\x7f"), "a\\nb  ");
  EXPECT_EQ(DotText("&lt; a & b"), "&amp;lt; a &amp; b");
  EXPECT_EQ(DotText("\xC3\xBC\xFF"), "\xC3\xBC\xEF\xBF\xBD");
  EXPECT_EQ(DotText(std::string_view("\0", 1)), " ");
}

TEST(DotSyntax, Shortened) {
  EXPECT_EQ(Shortened("12345678", 8), "12345678");
  EXPECT_EQ(Shortened("123456789", 8), "12345...");
  EXPECT_EQ(Shortened("1234\xC3\xBC\xC3\xBC\xC3\xBC", 8), "1234...");
  EXPECT_EQ(Shortened("\x80\x80\x80\x80\x80\x80", 5), "...");
  EXPECT_EQ(Shortened("1234", 2), "...");
}

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

}  // namespace hlo::dot_syntax_test
