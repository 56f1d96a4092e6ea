#include <gtest/gtest.h>

#include <string>

#include "hlo/unknown_words.h"
#include "src/ir/attribute_order.h"

namespace hlo_text_v1::attribute_order_changes_test {

using namespace internal;

using Kind = AttributeKind;

std::string Names(const ChangedAttributes& attributes) {
  std::string names;
  for (const Attribute& attribute : attributes) names.append(attribute.name()).append(" ");
  return names;
}

class ChangedAttributesTest : public testing::Test {
 protected:
  const UnknownAttribute kept_{"channel_id", {"?", {}}, ""};
  const Attribute all_[3] = {Attribute::Bool(Kind::kConstrainLayout, true),
                             Attribute::Pointer(Kind::kUnknown, &kept_),
                             Attribute::Bool(Kind::kUseGlobalDeviceIds, true)};
  ChangedAttributes attributes_{absl::MakeConstSpan(all_)};
};

TEST_F(ChangedAttributesTest, RemoveMeansKindsAndUnknownOnesOfTheirNames) {
  attributes_.Remove({Kind::kChannelId, Kind::kConstrainLayout});
  EXPECT_EQ(Names(attributes_), "use_global_device_ids ");
  EXPECT_EQ(attributes_.Find(Kind::kConstrainLayout), nullptr);
}

TEST_F(ChangedAttributesTest, KeepOnly) {
  EXPECT_EQ(Names(attributes_.KeepOnly({Kind::kChannelId})), "channel_id ");
}

TEST_F(ChangedAttributesTest, SetTakesThePlaceOfTheOldOne) {
  attributes_.Set(Attribute::Int64(Kind::kChannelId, 3))
      .Set(Attribute::Bool(Kind::kIsStable, true));
  EXPECT_EQ(Names(attributes_), "constrain_layout channel_id use_global_device_ids is_stable ");
  EXPECT_EQ(attributes_.Find(Kind::kChannelId)->AsInt64(), 3);
}

TEST_F(ChangedAttributesTest, Sort) {
  attributes_.Remove({Kind::kChannelId}).Set(Attribute::Int64(Kind::kChannelId, 3));
  EXPECT_EQ(Names(attributes_.Sort(HloOpcode::kAllReduce)),
            "channel_id constrain_layout use_global_device_ids ");
}

}  // namespace hlo_text_v1::attribute_order_changes_test
