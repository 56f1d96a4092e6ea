#include "src/ir/enum_words.h"

#include <gtest/gtest.h>

namespace hlo_text_v1::enum_words_test {

using namespace internal;

TEST(EnumWords, OfAttributes) {
  EXPECT_EQ(WordOf(ComparisonDirection::kLe), "LE");
  EXPECT_EQ(EnumOf<Precision>("highest"), Precision::kHighest);
  EXPECT_EQ(EnumOf<Precision>("HIGHEST"), std::nullopt);
}

TEST(EnumWords, OfStructs) {
  EXPECT_EQ(WordOf(HloSharding::Kind::kNamed), "named");
  EXPECT_EQ(WordOf(DebugAttributes::LogMode::kFusionDebugger), "fusion_debugger");
  EXPECT_EQ(EnumOf<ResultAccuracy::Mode>("highest"), ResultAccuracy::Mode::kHighest);
  EXPECT_EQ(EnumOf<HloSharding::SubgroupType>("unknown"), std::nullopt);
}

}  // namespace hlo_text_v1::enum_words_test
