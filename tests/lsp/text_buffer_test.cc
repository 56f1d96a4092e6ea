#include "src/lsp/text_buffer.h"

#include <gtest/gtest.h>

#include <string>

namespace hlo_text_v1::text_buffer_test {

using namespace internal;

TEST(TextBuffer, Lines) {
  const TextBuffer text("ab\ncd\r\ne\rf\n");
  ASSERT_EQ(text.line_count(), 5);
  EXPECT_EQ(text.Text(text.Line(0)), "ab");
  EXPECT_EQ(text.Text(text.Line(1)), "cd");
  EXPECT_EQ(text.Text(text.Line(2)), "e");
  EXPECT_EQ(text.Text(text.Line(3)), "f");
  EXPECT_EQ(text.Text(text.Line(4)), "");
  EXPECT_EQ(text.LineOf(0), 0);
  EXPECT_EQ(text.LineOf(3), 1);
  EXPECT_EQ(text.LineOf(text.size()), 4);
}

// a, ae with two bytes, a G clef with four, a byte that is not UTF-8, b.
constexpr char kText[] =
    "a\xC3\xA4\xF0\x9D\x84\x9E\xFF"
    "b";

TEST(TextBuffer, Utf16Columns) {
  const TextBuffer text(kText);
  const uint32_t offsets[] = {0, 1, 3, 3, 7, 8, 9, 9};  // the middle of a pair is its beginning
  for (int64_t i = 0; i < 8; ++i) EXPECT_EQ(text.Offset({0, i}), offsets[i]) << i;
  const int64_t columns[] = {0, 1, 2, 4, 5, 6};
  const uint32_t places[] = {0, 1, 3, 7, 8, 9};
  for (int i = 0; i < 6; ++i) EXPECT_EQ(text.Position(places[i]).character, columns[i]) << i;
}

TEST(TextBuffer, Utf8Columns) {
  const TextBuffer text(kText, PositionEncoding::kUtf8);
  for (int64_t i = 0; i < 9; ++i) EXPECT_EQ(text.Offset({0, i}), i);
  EXPECT_EQ(text.Position(8).character, 8);
}

TEST(TextBuffer, ClampsPositions) {
  const TextBuffer text("ab\ncd");
  EXPECT_EQ(text.Offset({-1, 5}), 0u);
  EXPECT_EQ(text.Offset({0, 99}), 2u);
  EXPECT_EQ(text.Offset({0, -1}), 0u);
  EXPECT_EQ(text.Offset({99, 0}), 5u);
  EXPECT_EQ(text.Offset({int64_t{1} << 62, int64_t{1} << 62}), 5u);
}

TEST(TextBuffer, Replaces) {
  TextBuffer text("ab\ncd\n");
  EXPECT_TRUE(text.Replace({{0, 1}, {1, 1}}, "X\n\nY"));
  EXPECT_EQ(text.view(), "aX\n\nYd\n");
  EXPECT_EQ(text.line_count(), 4);
  EXPECT_TRUE(text.Replace({{3, 0}, {0, 0}}, "!"));  // backwards: an insertion at the first
  EXPECT_EQ(text.view(), "aX\n\nYd\n!");
  EXPECT_EQ(text.view().data()[text.size()], '\0');
  const SourceBuffer before = text.Share();
  EXPECT_EQ(before.view().data(), text.view().data());
  EXPECT_TRUE(text.Replace({{0, 0}, {2, 0}}, "Z"));
  EXPECT_EQ(text.view(), "ZYd\n!");
  EXPECT_EQ(before.view(), "aX\n\nYd\n!");
}

}  // namespace hlo_text_v1::text_buffer_test
