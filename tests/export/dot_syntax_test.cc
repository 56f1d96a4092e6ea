#include "src/export/dot_syntax.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace hlo::dot_syntax_test {

std::string DotText(std::string_view text) {
  const std::string quoted = DotQuoted(text);
  return quoted.substr(1, quoted.size() - 2);
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

}  // namespace hlo::dot_syntax_test
