#include "tests/unified_diff.h"

#include <gtest/gtest.h>

#include <string>

namespace hlo {
namespace {

std::string Diff(std::string_view before, std::string_view after) {
  return UnifiedDiff(before, after, "a", "b", 20, 12);
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

}  // namespace
}  // namespace hlo
