#include "hlo/permutation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

namespace hlo_text_v1::permutation_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Permutation, WhatIsOne) {
  EXPECT_TRUE(IsPermutation({}));
  EXPECT_TRUE(IsPermutation({1, 0, 2}));
  EXPECT_FALSE(IsPermutation({1, 1, 0}));
  EXPECT_FALSE(IsPermutation({0, 2}));
  EXPECT_FALSE(IsPermutation({-1, 0}));
  EXPECT_TRUE(IsIdentityPermutation({}));
  EXPECT_TRUE(IsIdentityPermutation({0, 1, 2}));
  EXPECT_FALSE(IsIdentityPermutation({0, 2, 1}));
}

TEST(Permutation, InverseComposedAndApplied) {
  EXPECT_THAT(InversePermutation({2, 0, 1}), ElementsAre(1, 2, 0));
  EXPECT_THAT(ComposePermutations({2, 0, 1}, {1, 0, 2}), ElementsAre(0, 2, 1));
  const std::vector<std::string> words = {"a", "b", "c"};
  EXPECT_THAT(Permute<std::string>(words, {2, 0, 1}), ElementsAre("c", "a", "b"));
  EXPECT_THAT(InversePermutation({2, 0, 2}), IsEmpty());
  EXPECT_THAT(ComposePermutations({2, 0, 1}, {1, 0}), IsEmpty());
  EXPECT_THAT(ComposePermutations({2, 0, 2}, {1, 0, 2}), IsEmpty());
  EXPECT_THAT(Permute<std::string>(words, {0, 0, 1}), IsEmpty());
}

TEST(Permutation, OfFourElements) {
  std::vector<int64_t> first = {0, 1, 2, 3};
  std::vector<int64_t> sizes = {10, 20, 30, 40};
  do {
    EXPECT_TRUE(IsIdentityPermutation(ComposePermutations(first, InversePermutation(first))));
    EXPECT_EQ(Permute<int64_t>(Permute<int64_t>(sizes, first), InversePermutation(first)), sizes);
    std::vector<int64_t> second = {0, 1, 2, 3};
    do {
      EXPECT_EQ(Permute<int64_t>(Permute<int64_t>(sizes, first), second),
                Permute<int64_t>(sizes, ComposePermutations(first, second)));
    } while (std::next_permutation(second.begin(), second.end()));
  } while (std::next_permutation(first.begin(), first.end()));
}

}  // namespace hlo_text_v1::permutation_test
