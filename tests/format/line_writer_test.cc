#include "src/format/line_writer.h"

#include <gtest/gtest.h>

namespace hlo_text_v1::line_writer_test {

using namespace internal;

// Writes `a` and `b` of "a<between>b", as two lines or as one.
std::string TwoLines(std::string_view between, int indent, int comment_indent, BlankLine blank) {
  const std::string text = "a" + std::string(between) + "b";
  std::string out;
  LineWriter writer(text, "\n", &out, nullptr);
  writer.StartLine(text.data(), 0, 0, BlankLine::kKeep);
  writer.Put(text.data() + 1, "a");
  writer.StartLine(text.data() + text.size() - 1, indent, comment_indent, blank);
  writer.Put(text.data() + text.size(), "b");
  return out.substr(1, out.size() - 2);
}

std::string OneLine(std::string_view between, bool blank) {
  const std::string text = "a" + std::string(between) + "b";
  std::string out;
  LineWriter writer(text, "\n", &out, nullptr);
  writer.StartLine(text.data(), 2, 2, BlankLine::kKeep);
  writer.Put(text.data() + 1, "a");
  writer.Continue(text.data() + text.size() - 1, blank);
  writer.Put(text.data() + text.size(), "b");
  return out.substr(3, out.size() - 4);
}

TEST(LineWriter, BlankLines) {
  EXPECT_EQ(TwoLines("", 2, 2, BlankLine::kKeep), "\n  ");
  EXPECT_EQ(TwoLines("\n\n\n", 2, 2, BlankLine::kKeep), "\n\n  ");
  EXPECT_EQ(TwoLines("\n\n\n\n", 0, 0, BlankLine::kKeepTwo), "\n\n\n");
  EXPECT_EQ(TwoLines("\n\n", 0, 0, BlankLine::kKeepTwo), "\n\n");
  EXPECT_EQ(TwoLines("\n\n", 2, 2, BlankLine::kDrop), "\n  ");
  EXPECT_EQ(TwoLines(" ", 0, 0, BlankLine::kIfNewLine), "\n\n");
  EXPECT_EQ(TwoLines("\n", 0, 0, BlankLine::kIfNewLine), "\n");
}

TEST(LineWriter, CommentsBetweenLines) {
  EXPECT_EQ(TwoLines("  // c\n", 2, 2, BlankLine::kKeep), " // c\n  ");
  EXPECT_EQ(TwoLines("\n// c\n\n", 2, 2, BlankLine::kKeep), "\n  // c\n\n  ");
  EXPECT_EQ(TwoLines("\n\n// c\n\n", 0, 2, BlankLine::kDrop), "\n\n  // c\n");
  EXPECT_EQ(TwoLines("\n\n// c\n\n", 2, 2, BlankLine::kDrop), "\n  // c\n\n  ");
  EXPECT_EQ(TwoLines("\n/*c*/", 2, 2, BlankLine::kKeep), "\n  /*c*/");
  EXPECT_EQ(TwoLines("\n/*c*/  ", 2, 2, BlankLine::kKeep), "\n  /*c*/ ");
  EXPECT_EQ(TwoLines("/*c*/", 2, 2, BlankLine::kKeep), " /*c*/\n  ");
  // A closing brace never follows a comment on its line.
  EXPECT_EQ(TwoLines("\n/*c*/ ", 0, 2, BlankLine::kDrop), "\n  /*c*/\n");
}

TEST(LineWriter, CommentsInALine) {
  EXPECT_EQ(OneLine("", false), "");
  EXPECT_EQ(OneLine("\n \n", true), " ");
  EXPECT_EQ(OneLine("/*c*/", false), "/*c*/");
  EXPECT_EQ(OneLine("/*c*/", true), " /*c*/");
  EXPECT_EQ(OneLine("\n/*c*/\n", false), " /*c*/ ");
  EXPECT_EQ(OneLine("//c\n", false), " //c\n      ");
  EXPECT_EQ(OneLine("\n//c\n//d\n", true), "\n      //c\n      //d\n      ");
  EXPECT_EQ(OneLine("/*index=5*/", true), " ");
}

TEST(LineWriter, BreaksUnlessThereAreComments) {
  for (const auto& [text, expected] :
       {std::pair("a b", "a\n  b"), std::pair("a/*c*/b", "a/*c*/b")}) {
    const std::string source = text;
    std::string out;
    LineWriter writer(source, "\n", &out, nullptr);
    writer.StartLine(source.data(), 0, 0, BlankLine::kKeep);
    writer.Put(source.data() + 1, "a");
    const char* b = source.data() + source.size() - 1;
    writer.BreakInLine(b, 2);
    writer.Continue(b, false);
    writer.Put(b + 1, "b");
    EXPECT_EQ(out, expected);
  }
}

}  // namespace hlo_text_v1::line_writer_test
