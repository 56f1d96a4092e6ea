#include "src/base/byte_class.h"

#include <gtest/gtest.h>

#include <string_view>

namespace hlo_text_v1::byte_class_test {

using namespace internal;

TEST(ByteClass, Classes) {
  for (int i = 0; i < 256; ++i) {
    const char c = static_cast<char>(i);
    const bool is_letter = (i >= 'a' && i <= 'z') || (i >= 'A' && i <= 'Z') || i == '_';
    const bool is_digit = i >= '0' && i <= '9';
    EXPECT_EQ(HasClass(c, kIdentifierStart), is_letter) << i;
    EXPECT_EQ(HasClass(c, kDigit), is_digit) << i;
    EXPECT_EQ(HasClass(c, kIdentifierByte), is_letter || is_digit || i == '.' || i == '-') << i;
    EXPECT_EQ(HasClass(c, kIdentifierStart | kDigit), is_letter || is_digit) << i;
  }
  EXPECT_FALSE(HasClass('\0', 0xff));
}

TEST(ByteClass, Identifiers) {
  for (const std::string_view text : {"a", "_", "a.1-b", "Z9"}) EXPECT_TRUE(IsIdentifier(text));
  for (const std::string_view text : {"", "1", ".a", "a b", "a$", "\u00fc"}) {
    EXPECT_FALSE(IsIdentifier(text)) << text;
  }
}

}  // namespace hlo_text_v1::byte_class_test
