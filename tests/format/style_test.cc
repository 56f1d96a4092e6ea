#include "src/format/style.h"

#include <gtest/gtest.h>

#include <set>

#include "hlo/attribute.h"

namespace hlo_text_v1::style_test {

using namespace internal;

TEST(Style, OfValues) {
  EXPECT_EQ(GetValueStyle("dimensions").brace, Style::kTight);
  EXPECT_EQ(GetValueStyle("slice").brace, Style::kList);
  EXPECT_EQ(GetValueStyle("metadata").brace, Style::kMetadata);
  EXPECT_EQ(GetValueStyle("outfeed_shape").paren, Style::kShapes);
  EXPECT_EQ(GetValueStyle("no such attribute").brace, Style::kTight);
}

TEST(Style, Groups) {
  EXPECT_EQ(GetStyle(Style::kTight).comma, CommaBlank::kNever);
  EXPECT_TRUE(GetStyle(Style::kOperands).index);
  EXPECT_FALSE(GetStyle(Style::kSignature).index);
  EXPECT_TRUE(GetStyle(Style::kHeaderAliases).padded);
  EXPECT_EQ(GetStyle(Style::kHeaderAliases).paren, Style::kAliases);
  EXPECT_EQ(GetStyle(Style::kFrontendAttributes).brace, Style::kRaw);
  EXPECT_EQ(GetStyle(Style::kRecoveryTable).brace, Style::kOrigin);
}

// Types whose values can contain bodies or dictionaries; no other style can format these.
TEST(Style, EveryAttributeWithABodyOrADictionaryHasOne) {
  for (int i = 0; i < kAttributeKindCount; ++i) {
    const auto kind = static_cast<AttributeKind>(i);
    const Style brace = GetValueStyle(AttributeName(kind)).brace;
    const AttributeType type = GetAttributeInfo(kind).type;
    if (type == AttributeType::kComputation) {
      EXPECT_EQ(brace, Style::kBody) << AttributeName(kind);
    } else if (type == AttributeType::kComputationList) {
      EXPECT_EQ(brace, Style::kComputations) << AttributeName(kind);
    } else if (type == AttributeType::kStringOrDict) {
      EXPECT_EQ(brace, Style::kRaw) << AttributeName(kind);
    } else if (type == AttributeType::kFrontendAttributes) {
      EXPECT_EQ(brace, Style::kFrontendAttributes) << AttributeName(kind);
    } else {
      EXPECT_NE(brace, Style::kBody) << AttributeName(kind);
      EXPECT_NE(brace, Style::kRaw) << AttributeName(kind);
    }
  }
}

}  // namespace hlo_text_v1::style_test
