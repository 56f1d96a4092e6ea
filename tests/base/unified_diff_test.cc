#include "src/base/unified_diff.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace hlo_text_v1::unified_diff_test {

using namespace internal;

std::string Diff(std::string_view before, std::string_view after) {
  return UnifiedDiff(before, after, "a", "b", {20, 12, /*color=*/false});
}

TEST(UnifiedDiff, EqualTextsHaveNone) { EXPECT_EQ(Diff("x\ny\n", "x\ny\n"), ""); }

TEST(UnifiedDiff, ShowsAReplacedLineWithContext) {
  EXPECT_EQ(Diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n"),
            "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

TEST(UnifiedDiff, ShowsInsertionsAndDeletionsAtTheEnds) {
  EXPECT_EQ(Diff("", "x\n"), "--- a\n+++ b\n@@ -0,0 +1,1 @@\n+x\n");
  EXPECT_EQ(Diff("x\n", ""), "--- a\n+++ b\n@@ -1,1 +0,0 @@\n-x\n");
  EXPECT_EQ(Diff("x\n", "w\nx\n"), "--- a\n+++ b\n@@ -1,1 +1,2 @@\n+w\n x\n");
}

TEST(UnifiedDiff, DistantChangesAreHunksOfTheirOwn) {
  EXPECT_EQ(Diff("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n"),
            "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n"
            "@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n");
}

TEST(UnifiedDiff, TellsAMissingNewline) {
  EXPECT_EQ(Diff("x\n", "x"),
            "--- a\n+++ b\n@@ -1,1 +1,1 @@\n-x\n+x\n\\ No newline at end of file\n");
}

TEST(UnifiedDiff, AFirstLineFromNothing) {
  EXPECT_EQ(Diff("", "\nx\n"), "--- a\n+++ b\n@@ -0,0 +1,2 @@\n+\n+x\n");
}

TEST(UnifiedDiff, CutsLongLines) {
  EXPECT_EQ(Diff(std::string(30, 'x') + "\n", ""),
            "--- a\n+++ b\n@@ -1,1 +0,0 @@\n-" + std::string(20, 'x') + "...\n");
}

TEST(UnifiedDiff, EndsWithVeryDifferentTexts) {
  std::string before, after;
  for (int i = 0; i < 3000; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  const std::string diff = Diff(before, after);
  EXPECT_EQ(diff.substr(0, 39), "--- a\n+++ b\n@@ -1,3000 +1,3000 @@\n-a0\n-");
  EXPECT_EQ(diff.substr(diff.size() - 45), "-a10\n-a11\n... more differences are not shown\n");
}

TEST(UnifiedDiff, Colors) {
  EXPECT_EQ(UnifiedDiff("x\n", "y\n", "a", "b", {400, 100, /*color=*/true}),
            "\033[1m--- a\033[0m\n\033[1m+++ b\033[0m\n\033[36m@@ -1,1 +1,1 @@\033[0m\n"
            "\033[31m-x\033[0m\n\033[32m+y\033[0m\n");
}

TEST(UnifiedDiff, NamesAreForPatch) {
  const auto header = [](std::string_view name) {
    const std::string diff = UnifiedDiff("x\n", "y\n", name, "b");
    return diff.substr(0, diff.find('\n'));
  };
  EXPECT_EQ(header("a.hlo"), "--- a.hlo");
  EXPECT_EQ(header("a b.hlo"), "--- a b.hlo\t");
  EXPECT_EQ(header("\xc3\xa4"), "--- \xc3\xa4");
  EXPECT_EQ(header("a\033[2J\n\"b\\"), "--- \"a\\033[2J\\012\\\"b\\\\\"");
  EXPECT_EQ(header("\xc2\x9b"), "--- \"\\302\\233\"");
  EXPECT_EQ(header("a\\b"), "--- \"a\\\\b\"");
  EXPECT_EQ(header(" a"), "--- \" a\"");
  EXPECT_EQ(header("a "), "--- \"a \"");
  EXPECT_EQ(header(""), "--- ");
}

// Applies a diff.
std::string Patch(const std::string& before, const std::string& diff) {
  std::vector<std::string> lines, result;
  std::istringstream in(before);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  size_t at = 0;
  std::istringstream commands(diff);
  for (std::string line; std::getline(commands, line);) {
    if (line.compare(0, 3, "---") == 0 || line.compare(0, 3, "+++") == 0) continue;
    if (line[0] == '@') {
      int first = 0, count = 0;
      std::sscanf(line.c_str(), "@@ -%d,%d", &first, &count);
      const size_t begin = static_cast<size_t>(count == 0 ? first : first - 1);
      while (at < begin) result.push_back(lines[at++]);
    } else if (line[0] == '+') {
      result.push_back(line.substr(1));
    } else {
      if (lines.at(at) != line.substr(1)) return "context differs at " + std::to_string(at);
      if (line[0] == ' ') result.push_back(lines[at]);
      ++at;
    }
  }
  while (at < lines.size()) result.push_back(lines[at++]);
  std::string text;
  for (const std::string& line : result) text += line + "\n";
  return text;
}

TEST(UnifiedDiff, RandomTextsArePatchedIntoEachOther) {
  constexpr size_t kAll = std::numeric_limits<size_t>::max();
  std::minstd_rand random(1);
  for (int round = 0; round < 300; ++round) {
    const size_t words = 1 + random() % 40;
    std::string texts[2];
    for (std::string& text : texts) {
      const size_t lines = random() % 60;
      for (size_t i = 0; i < lines; ++i) text += std::to_string(random() % words) + "\n";
    }
    const std::string diff = UnifiedDiff(texts[0], texts[1], "a", "b", {kAll, kAll, false});
    ASSERT_EQ(Patch(texts[0], diff), texts[1]) << texts[0] << diff;
  }
}

// More edits than the search allows: unique lines align the texts.
TEST(UnifiedDiff, ManyChangesInALongText) {
  constexpr size_t kAll = std::numeric_limits<size_t>::max();
  std::string before, after;
  for (int i = 0; i < 50000; ++i) {
    before += "same " + std::to_string(i) + "\nold\n";
    after += (i % 4 == 0 ? "more\n" : "") + ("same " + std::to_string(i)) + "\nnew\n";
  }
  const std::string diff = UnifiedDiff(before, after, "a", "b", {kAll, kAll, false});
  EXPECT_EQ(diff.find("\n-same"), std::string::npos);
  EXPECT_EQ(Patch(before, diff), after);
}

}  // namespace hlo_text_v1::unified_diff_test
