#include "hlo/diagnostic.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "gtest/gtest.h"

namespace hlo_text_v1::diagnostic_test {

TEST(DiagnosticTest, NamesAndTextsComeFromOneTable) {
  EXPECT_EQ(DiagnosticCodeName(DiagnosticCode::kExpectsName), "ExpectsName");
  EXPECT_EQ(DiagnosticCodeText(DiagnosticCode::kExpectsName), "expects name");
  const auto last = static_cast<DiagnosticCode>(kDiagnosticCodeCount - 1);
  EXPECT_FALSE(DiagnosticCodeName(last).empty());
}

TEST(DiagnosticTest, EveryNameIsUniqueAndNoTextSkipsAnArgument) {
  std::set<std::string> names;
  for (int i = 0; i < kDiagnosticCodeCount; ++i) {
    const auto code = static_cast<DiagnosticCode>(i);
    EXPECT_TRUE(names.emplace(DiagnosticCodeName(code)).second) << DiagnosticCodeName(code);
    const std::string_view text = DiagnosticCodeText(code);
    EXPECT_FALSE(text.empty()) << DiagnosticCodeName(code);
    std::set<char> arguments;
    for (size_t at = text.find('$'); at != std::string_view::npos; at = text.find('$', at + 2)) {
      ASSERT_LT(at + 1, text.size()) << text;
      if (text[at + 1] != '$') arguments.insert(text[at + 1]);
    }
    char expected = '0';
    for (const char argument : arguments) EXPECT_EQ(argument, expected++) << text;
  }
}

TEST(DiagnosticTest, LinesAndColumnsCountBytesFromOne) {
  const std::string_view source = "ab\n\n\tc\xc3\xa9z\r\nlast";
  struct Case {
    size_t offset;
    int64_t line;
    int64_t column;
  };
  const Case cases[] = {
      {0, 1, 1}, {1, 1, 2}, {2, 1, 3},  {3, 2, 1},  {4, 3, 1},  {5, 3, 2},  {6, 3, 3},
      {8, 3, 5}, {9, 3, 6}, {10, 3, 7}, {11, 4, 1}, {14, 4, 4}, {15, 4, 5}, {16, 4, 5},
  };
  for (const Case& c : cases) {
    const LineColumn place = GetLineColumn(source, c.offset);
    EXPECT_EQ(place.line, c.line) << c.offset;
    EXPECT_EQ(place.column, c.column) << c.offset;
  }
  EXPECT_EQ(GetLineColumn("", 0).line, 1);
  EXPECT_EQ(GetLineColumn("a\n", 2).line, 2);
  EXPECT_EQ(GetLineColumn("a\n", 2).column, 1);
}

// In any order, and in lines longer than the index's steps. A place after the end is the end.
TEST(LineIndex, FindsWhatGetLineColumnFinds) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += std::string(static_cast<size_t>(i * i % 977), 'x') + "\n";
  text += std::string(20000, 'y');
  std::vector<LineColumn> expected = {{1, 1}};
  for (const char c : text) {
    const LineColumn& at = expected.back();
    expected.push_back(c == '\n' ? LineColumn{at.line + 1, 1} : LineColumn{at.line, at.column + 1});
  }
  for (const size_t step : {1u, 4096u, 7919u}) {
    LineIndex lines(text);
    for (size_t i = 0; i <= text.size() / 10; ++i) {
      const size_t offset = i * step % (text.size() + 2);
      const LineColumn& place = expected[std::min(offset, text.size())];
      const LineColumn at = lines.Get(offset);
      EXPECT_EQ(at.line, place.line) << offset;
      EXPECT_EQ(at.column, place.column) << offset;
    }
  }
}

}  // namespace hlo_text_v1::diagnostic_test
