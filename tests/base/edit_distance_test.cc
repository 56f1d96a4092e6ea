#include "src/base/edit_distance.h"

#include <gtest/gtest.h>

#include <string>

namespace hlo_text_v1::edit_distance_test {

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
  EXPECT_EQ(DidYouMean("custom_call_taget", {"custom_call_target"}),
            "; did you mean custom_call_target?");
  EXPECT_EQ(DidYouMean("computation_name", {"computer_game"}), "");
  EXPECT_EQ(DidYouMean("F32", {"s32", "f32"}), "; did you mean f32?");
  EXPECT_EQ(DidYouMean("eq", {"EQ", "NE"}), "; did you mean EQ?");
  EXPECT_EQ(DidYouMean("fl", {"floor"}), "");
}

TEST(DidYouMean, PrefersWhatTheWordAbbreviates) {
  EXPECT_EQ(DidYouMean("exp", {"exp2", "exponential"}), "; did you mean exp2 or exponential?");
  EXPECT_EQ(DidYouMean("sin", {"sign", "sine", "sinh"}), "; did you mean sine or sinh?");
  EXPECT_EQ(DidYouMean("axx", {"axxa", "axxb", "axxc"}), "; did you mean axxa, axxb or axxc?");
  EXPECT_EQ(DidYouMean("axx", {"axxa", "axxb", "axxc", "axxd"}), "; did you mean axxa?");
  EXPECT_EQ(DidYouMean("neg", {"negate"}, "<", ">"), "; did you mean <negate>?");
}

}  // namespace hlo_text_v1::edit_distance_test
