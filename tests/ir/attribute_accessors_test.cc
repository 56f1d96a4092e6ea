#include "hlo/attribute_accessors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/graph.h"
#include "tests/support/read.h"

namespace hlo_text_v1::attribute_accessors_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <AttributeKind kind>
decltype(auto) GetUnlessMetadata(const HloInstruction& i) {
  if constexpr (kind == AttributeKind::kMetadata) {
    return 0;
  } else {
    return i.Get<kind>();
  }
}

// The root of an entry computation with these lines.
class AccessorsTest : public ::testing::Test {
 protected:
  const HloInstruction& Root(std::string_view lines, std::string_view before = "") {
    module_ = ReadModule("HloModule m\n" + std::string(before) + "\nENTRY e {\n" +
                         std::string(lines) + "\n}\n");
    return *module_.entry_computation()->root_instruction();
  }
  HloModule module_;
};

TEST_F(AccessorsTest, Dot) {
  const HloInstruction& dot = Root(R"(
  a = f32[2,3,4] parameter(0)
  b = f32[2,4,5] parameter(1)
  ROOT d = f32[2,3,5] dot(a, b), lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={0}, rhs_contracting_dims={1}, operand_precision={high,default})");
  const DotDimensionNumbers numbers = dot.dot_dimension_numbers();
  EXPECT_THAT(numbers.lhs_batch_dimensions, ElementsAre(0));
  EXPECT_THAT(numbers.lhs_contracting_dimensions, ElementsAre(2));
  EXPECT_THAT(numbers.rhs_batch_dimensions, ElementsAre(0));
  EXPECT_THAT(numbers.rhs_contracting_dimensions, ElementsAre(1));
  EXPECT_EQ(dot.operand_precision(0), Precision::kHigh);
  EXPECT_EQ(dot.operand_precision(1), Precision::kDefault);
  EXPECT_EQ(dot.operand_precision(7), Precision::kDefault);
  EXPECT_EQ(dot.dot_algorithm(), DotAlgorithm::kUnset);
}

TEST_F(AccessorsTest, DefaultsThatTheTextLeavesOut) {
  const HloInstruction& convolution = Root(R"(
  a = f32[1,8,8,3] parameter(0)
  b = f32[1,1,3,4] parameter(1)
  ROOT c = f32[1,8,8,4] convolution(a, b), window={size=1x1}, dim_labels=b01f_01io->b01f)");
  EXPECT_EQ(convolution.feature_group_count(), 1);
  EXPECT_EQ(convolution.batch_group_count(), 1);
  EXPECT_EQ(convolution.window().dimensions.size(), 2u);
  EXPECT_EQ(convolution.convolution_dimension_numbers().output_feature_dimension, 3);
  EXPECT_EQ(convolution.channel_id(), std::nullopt);
  // Not of this opcode: defaults, too.
  EXPECT_THAT(convolution.dimensions(), IsEmpty());
  EXPECT_EQ(convolution.dimension(), 0);
  EXPECT_EQ(convolution.inferred_dimension(), -1);
  EXPECT_EQ(convolution.to_apply(), nullptr);
  EXPECT_EQ(convolution.branch_count(), 0);
  EXPECT_EQ(convolution.branch_computation(0), nullptr);
  EXPECT_EQ(convolution.outfeed_shape(), nullptr);
  EXPECT_THAT(convolution.replica_groups().groups, IsEmpty());
  EXPECT_THAT(convolution.padding_config().dimensions, IsEmpty());
}

TEST_F(AccessorsTest, ComparisonOrderDependsOnTheType) {
  EXPECT_EQ(Root("a = f32[] parameter(0)\n ROOT c = pred[] compare(a, a), direction=LT")
                .comparison_order(),
            ComparisonOrder::kPartial);
  EXPECT_EQ(
      Root("a = f32[] parameter(0)\n ROOT c = pred[] compare(a, a), direction=LT, order=TOTAL")
          .comparison_order(),
      ComparisonOrder::kTotal);
  const HloInstruction& integers =
      Root("a = s32[] parameter(0)\n ROOT c = pred[] compare(a, a), direction=LT");
  EXPECT_EQ(integers.comparison_order(), ComparisonOrder::kTotal);
  EXPECT_EQ(integers.comparison_direction(), ComparisonDirection::kLt);
}

TEST_F(AccessorsTest, CalledComputations) {
  constexpr std::string_view kBranches = R"(
t { ROOT a = f32[] parameter(0) }
f { ROOT b = f32[] parameter(0) })";
  const HloInstruction& by_pred = Root(R"(
  p = pred[] parameter(0)
  x = f32[] parameter(1)
  ROOT c = f32[] conditional(p, x, x), true_computation=t, false_computation=f)",
                                       kBranches);
  EXPECT_EQ(by_pred.branch_count(), 2);
  EXPECT_EQ(by_pred.branch_computation(0)->name(), "t");
  EXPECT_EQ(by_pred.branch_computation(1)->name(), "f");
  EXPECT_EQ(by_pred.branch_computation(2), nullptr);
  EXPECT_EQ(by_pred.branch_computation(-1), nullptr);
  const HloInstruction& by_index = Root(R"(
  p = s32[] parameter(0)
  x = f32[] parameter(1)
  ROOT c = f32[] conditional(p, x, x, x), branch_computations={f, t, f})",
                                        kBranches);
  EXPECT_EQ(by_index.branch_count(), 3);
  EXPECT_EQ(by_index.branch_computation(1)->name(), "t");
}

TEST_F(AccessorsTest, Collectives) {
  const HloInstruction& gather = Root(R"(
  p = f32[2] parameter(0)
  ROOT g = f32[4] all-gather(p), channel_id=7, replica_groups=[1,2]<=[2], dimensions={0}, use_global_device_ids=true)");
  EXPECT_EQ(gather.channel_id(), 7);
  EXPECT_TRUE(gather.use_global_device_ids());
  EXPECT_FALSE(gather.constrain_layout());
  EXPECT_EQ(gather.dimension(), 0);
  EXPECT_EQ(gather.replica_groups().kind, ReplicaGroups::Kind::kIota);
}

// An absent attribute of any kind has the value that never prints.
TEST_F(AccessorsTest, EveryKindHasADefault) {
  const HloInstruction& i = Root("ROOT p = f32[] parameter(0)");
  int numbers = 0;
  const auto check = [&](AttributeKind kind, const auto& value) {
    using Value = std::decay_t<decltype(value)>;
    const DropRule drop = GetAttributeInfo(kind).drop;
    const int64_t expected = drop == DropRule::kOne ? 1 : drop == DropRule::kMinusOne ? -1 : 0;
    if constexpr (std::is_arithmetic_v<Value> || std::is_enum_v<Value>) {
      EXPECT_EQ(static_cast<int64_t>(value), expected) << AttributeName(kind);
      ++numbers;
    } else if constexpr (std::is_pointer_v<Value>) {
      EXPECT_EQ(value, nullptr) << AttributeName(kind);
    }
  };
#define HLO_ATTRIBUTE(Id, text, Type, drop)                                  \
  if constexpr (AttributeType::k##Type != AttributeType::kMetadata) {        \
    check(AttributeKind::k##Id, GetUnlessMetadata<AttributeKind::k##Id>(i)); \
  }
#include "hlo/tables/attributes.def"
#undef HLO_ATTRIBUTE
  EXPECT_GT(numbers, 40);
}

}  // namespace hlo_text_v1::attribute_accessors_test
