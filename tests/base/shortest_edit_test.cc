// Checks each edit against its result and against the slow table of longest common sequences.
#include "src/base/shortest_edit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace hlo_text_v1::shortest_edit_test {

using namespace internal;

size_t LongestCommon(const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<std::vector<size_t>> table(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < b.size(); ++j) {
      table[i + 1][j + 1] =
          a[i] == b[j] ? table[i][j] + 1 : std::max(table[i][j + 1], table[i + 1][j]);
    }
  }
  return table[a.size()][b.size()];
}

TEST(ShortestEdit, TurnsOneIntoTheOtherWithAsLittleAsPossible) {
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    std::vector<int> sequences[2];
    for (std::vector<int>& sequence : sequences) {
      sequence.resize(random() % 12);
      for (int& value : sequence) value = static_cast<int>(random() % 4);
    }
    const auto& [a, b] = sequences;
    const std::string marks = ShortestEdit(a, b).Run(100);
    std::vector<int> made;
    size_t x = 0, y = 0, kept = 0;
    for (const char mark : marks) {
      if (mark == '+') {
        made.push_back(b[y++]);
        continue;
      }
      if (mark == ' ') {
        ASSERT_EQ(a[x], b[y++]);
        made.push_back(a[x]);
        ++kept;
      }
      ++x;
    }
    EXPECT_EQ(x, a.size());
    EXPECT_EQ(made, b);
    EXPECT_EQ(kept, LongestCommon(a, b));
  }
}

TEST(ShortestEdit, GivesUpBeyondTheLimit) {
  const std::vector<int> a = {1, 2, 3}, b = {4, 2, 5};
  EXPECT_EQ(ShortestEdit(a, b).Run(4), "-+ -+");
  EXPECT_EQ(ShortestEdit(a, b).Run(3), "");
}

}  // namespace hlo_text_v1::shortest_edit_test
