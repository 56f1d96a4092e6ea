#include "src/lex/line_scan.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace hlo_text_v1::line_scan_test {

using namespace internal;

TEST(LineScan, BeginsInstruction) {
  for (const char* line : {"x = f32[]", "  ROOT x = f32[]", "%x= f32[]", "\tx-y\t= "}) {
    EXPECT_TRUE(ScanLineHead(line).BeginsInstruction()) << line;
  }
  for (const char* line :
       {"", "x=1", "}", "ENTRY e {", "%f (x: f32[]) -> f32[] {", "= x", "% = x"}) {
    EXPECT_FALSE(ScanLineHead(line).BeginsInstruction()) << line;
  }
}

TEST(LineScan, BeginsStatement) {
  for (const char* line : {"ENTRY e {", "ROOT x", "x = f32[]", "%f (x: f32[])", " %f {"}) {
    EXPECT_TRUE(BeginsStatement(line)) << line;
  }
  for (const char* line : {"ENTRYe {", "ROOTx", "f (x: f32[])", "% (x: f32[])", "%f)", "% {"}) {
    EXPECT_FALSE(BeginsStatement(line)) << line;
  }
}

TEST(LineScan, NextLine) {
  const std::string text = "a\nb\r\nc\rd";
  const char* const end = text.data() + text.size();
  const char* p = text.data();
  for (const char first : {'b', 'c', 'd'}) {
    p = NextLine(p, end);
    EXPECT_EQ(*p, first);
  }
  EXPECT_EQ(NextLine(p, end), end);
}

TEST(LineScan, SkipStringOrComment) {
  struct {
    std::string text;
    int size;  // -1: not closed
  } const kRows[] = {
      {"x", 0},       {"\"a\" b", 3},   {"'a", -1},   {"/ a", 0},
      {"// a\nb", 4}, {"/* a */ b", 7}, {"/* a", -1},
  };
  for (const auto& row : kRows) {
    const char* const p = row.text.data();
    const char* const end = SkipStringOrComment(p, p + row.text.size());
    EXPECT_EQ(end == nullptr ? -1 : end - p, row.size) << row.text;
  }
}

// The end of the string or comment that `text` begins with.
TEST(LineScan, EndsInTextWithErrors) {
  const struct {
    std::string_view text;
    size_t end;
  } strings[] = {
      {"\"a\" b", 3}, {"\"a\\\"b\" c", 6}, {"\"a", 2},        {"\"a\\", 3},
      {"\"", 1},      {"'a' b", 3},        {"'a\\'b' c", 6},  {"'a\n'b", 1},
      {"'a", 1},      {"'a\\'", 1},        {"\"a\nb\" c", 5},
  };
  for (const auto& row : strings) EXPECT_EQ(EndOfString(row.text, 0), row.end) << row.text;
  const struct {
    std::string_view text;
    size_t end;
  } comments[] = {
      {"// a\nb", 4}, {"// a\rb", 4}, {"// a", 4}, {"/* a */ b", 7}, {"/* a\n", 5}, {"/ a", 0},
  };
  for (const auto& row : comments) EXPECT_EQ(EndOfComment(row.text, 0), row.end) << row.text;
}

}  // namespace hlo_text_v1::line_scan_test
