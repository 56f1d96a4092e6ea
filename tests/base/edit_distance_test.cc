#include "src/base/edit_distance.h"

#include <gtest/gtest.h>

#include <string>

namespace hlo::edit_distance_test {

using namespace internal;

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(EditDistance("", ""), 0u);
  EXPECT_EQ(EditDistance("abc", ""), 3u);
  EXPECT_EQ(EditDistance("", "abc"), 3u);
  EXPECT_EQ(EditDistance("style", "stile"), 1u);
  EXPECT_EQ(EditDistance("strip", "trips"), 2u);
  EXPECT_EQ(EditDistance("metadata", "meta_data"), 1u);
  EXPECT_EQ(EditDistance("f23", "f32"), 1u);
  EXPECT_EQ(EditDistance("lenght", "length"), 1u);
  EXPECT_EQ(EditDistance("ca", "abc"), 3u);  // no byte is edited twice
}

TEST(DidYouMean, NamesOnlyWordsThatAreClose) {
  EXPECT_EQ(DidYouMean("f23", {"f16", "f32"}), "; did you mean f32?");
  EXPECT_EQ(DidYouMean("paramter", {"parameter", "partition-id"}), "; did you mean parameter?");
  EXPECT_EQ(DidYouMean("ad", {"abs", "add"}), "; did you mean add?");
  EXPECT_EQ(DidYouMean("relu", {"real"}), "");
  EXPECT_EQ(DidYouMean("foo", {"floor", "or"}), "");
  EXPECT_EQ(DidYouMean("t", {"or"}), "");
  EXPECT_EQ(DidYouMean("", {"a"}), "");
  EXPECT_EQ(DidYouMean("stile", {"strip", "style", "stale"}), "; did you mean style?");
  EXPECT_EQ(DidYouMean("stile", {"metadata"}, "--"), "");
  EXPECT_EQ(DidYouMean("stile", {"style"}, "--"), "; did you mean --style?");
  EXPECT_EQ(DidYouMean(std::string(65, 'a'), {std::string(65, 'a')}), "");
}

}  // namespace hlo::edit_distance_test
