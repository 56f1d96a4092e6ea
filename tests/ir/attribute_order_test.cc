#include "src/ir/attribute_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hlo_text_v1::attribute_order_test {

using namespace internal;

std::vector<AttributeKind> Sorted(HloOpcode opcode, const std::vector<AttributeKind>& kinds) {
  std::vector<Attribute> attributes;
  for (AttributeKind kind : kinds) attributes.push_back(Attribute::Int64(kind, 1));
  SortAttributes(opcode, absl::MakeSpan(attributes));
  std::vector<AttributeKind> sorted;
  for (const Attribute& attribute : attributes) sorted.push_back(attribute.kind());
  return sorted;
}

using Kind = AttributeKind;

TEST(AttributeOrder, RowsDifferByOpcode) {
  EXPECT_THAT(Sorted(HloOpcode::kAllGather, {Kind::kUseGlobalDeviceIds, Kind::kDimensions}),
              testing::ElementsAre(Kind::kDimensions, Kind::kUseGlobalDeviceIds));
  EXPECT_THAT(Sorted(HloOpcode::kReduceScatter, {Kind::kDimensions, Kind::kUseGlobalDeviceIds}),
              testing::ElementsAre(Kind::kUseGlobalDeviceIds, Kind::kDimensions));
}

TEST(AttributeOrder, TheTailComesAfterTheRow) {
  EXPECT_THAT(Sorted(HloOpcode::kCall, {Kind::kBackendConfig, Kind::kMetadata, Kind::kSharding,
                                        Kind::kIsComposite, Kind::kToApply}),
              testing::ElementsAre(Kind::kToApply, Kind::kIsComposite, Kind::kSharding,
                                   Kind::kMetadata, Kind::kBackendConfig));
}

TEST(AttributeOrder, SugarHasItsThreadFirstAndItsAliasingBetweenRowAndTail) {
  EXPECT_THAT(Sorted(HloOpcode::kIota, {Kind::kMetadata, Kind::kOutputToOperandAliasing,
                                        Kind::kIotaDimension, Kind::kAsyncExecutionThread}),
              testing::ElementsAre(Kind::kAsyncExecutionThread, Kind::kIotaDimension,
                                   Kind::kOutputToOperandAliasing, Kind::kMetadata));
}

}  // namespace hlo_text_v1::attribute_order_test
