#include "src/ir/normal_form.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "hlo/internal/attribute_access.h"
#include "hlo/print_values.h"
#include "hlo/shape.h"

namespace hlo_text_v1::normal_form_test {

using namespace internal;

using Kind = AttributeKind;

constexpr AttributeOwner Owner(HloOpcode opcode, AsyncPhase phase = AsyncPhase::kNone) {
  return {opcode, {}, phase};
}

std::string Names(const AttributeList& list) {
  std::string names;
  for (const Attribute& attribute : list) names.append(attribute.name()).append(" ");
  return names;
}

TEST(AttributeNormalForm, AllowedByPhase) {
  const AllowedAttributes plain = AllowedAttributesOf(Owner(HloOpcode::kDot));
  EXPECT_FALSE(plain.row.empty());
  EXPECT_FALSE(plain.async_execution_thread || plain.output_to_operand_aliasing);
  const AllowedAttributes start = AllowedAttributesOf(Owner(HloOpcode::kDot, AsyncPhase::kStart));
  EXPECT_EQ(start.row.size(), plain.row.size());
  EXPECT_TRUE(start.async_execution_thread && start.output_to_operand_aliasing);
  const AllowedAttributes done = AllowedAttributesOf(Owner(HloOpcode::kDot, AsyncPhase::kDone));
  EXPECT_TRUE(done.row.empty());
  EXPECT_TRUE(done.async_execution_thread && !done.output_to_operand_aliasing);
}

TEST(AttributeNormalForm, FindByKindAndByName) {
  const AllowedAttributes sort = AllowedAttributesOf(Owner(HloOpcode::kSort, AsyncPhase::kStart));
  constexpr char kText[] =
      "is_stable=true, metadata={}, output_to_operand_aliasing={}, k_dims={0,1,2,3,4,5,6,7}";
  const auto find = [&](size_t begin, size_t size) {
    return sort.Find(std::string_view(kText).substr(begin, size));
  };
  EXPECT_EQ(find(0, 9)->kind, Kind::kIsStable);
  EXPECT_EQ(find(0, 9)->rank, AttributeRank(HloOpcode::kSort, Kind::kIsStable));
  EXPECT_EQ(find(16, 8)->rank, TailRank(Kind::kMetadata));
  EXPECT_EQ(find(29, 26)->rank, kSugarAliasingRank);
  EXPECT_FALSE(find(0, 8).has_value());   // is_stabl
  EXPECT_FALSE(find(60, 6).has_value());  // k_dims
  EXPECT_FALSE(sort.Find(Kind::kChannelId).has_value());
  const AllowedAttributes plain = AllowedAttributesOf(Owner(HloOpcode::kSort));
  EXPECT_FALSE(plain.Find(Kind::kOutputToOperandAliasing).has_value());
  EXPECT_TRUE(plain.Find(Kind::kFrontendAttributes).has_value());
}

TEST(AttributeNormalForm, TheFirstByNameIsMissing) {
  const AttributeOwner owner = Owner(HloOpcode::kBatchNormGrad);
  const AllowedAttributes allowed = AllowedAttributesOf(owner);
  AttributeList list;
  EXPECT_EQ(FindMissing(owner, allowed, list)->kind, Kind::kEpsilon);
  list.Add(Attribute::Double(Kind::kEpsilon, 0.5));
  EXPECT_EQ(FindMissing(owner, allowed, list)->kind, Kind::kFeatureIndex);
  list.SetGiven(Kind::kFeatureIndex);  // stored as text
  EXPECT_EQ(FindMissing(owner, allowed, list), nullptr);
}

TEST(AttributeNormalForm, TheOldTypeOfComparisonsBecomesAnOrder) {
  const struct {
    CompareType type;
    PrimitiveType element;
    std::string_view names;
  } kCases[] = {
      {CompareType::kFloat, PrimitiveType::kF32, ""},
      {CompareType::kTotalOrder, PrimitiveType::kF32, "order "},
      {CompareType::kSigned, PrimitiveType::kS32, ""},
      {CompareType::kFloat, PrimitiveType::kS32, "order "},
  };
  for (const auto& c : kCases) {
    AttributeList list;
    list.Add(Attribute::Enum(Kind::kCompareType, c.type));
    NormalizeComparison(c.element, &list);
    EXPECT_EQ(Names(list), c.names);
    EXPECT_FALSE(list.Has(Kind::kCompareType));
  }
}

TEST(AttributeNormalForm, CalledComputationsOfCustomCalls) {
  char memory[1];
  Arena arena;
  auto* callee = reinterpret_cast<HloComputation*>(memory);  // only its address counts
  AttributeList list;
  list.Add(Attribute::List<HloComputation*>(Kind::kCalledComputations, {}));
  list.Add(Attribute::Pointer(Kind::kToApply, callee));
  NormalizeCustomCall(&arena, &list);
  ASSERT_EQ(Names(list), "called_computations ");
  EXPECT_EQ(list[0].AsList<const HloComputation*>()[0], callee);
  list.Add(Attribute::List<const Shape*>(Kind::kOperandLayoutConstraints, {}));
  NormalizeCustomCall(&arena, &list);
  EXPECT_EQ(Names(list), "operand_layout_constraints ");
}

TEST(AttributeNormalForm, FinishFillsDropsAndSorts) {
  const AttributeOwner owner = Owner(HloOpcode::kAllReduce);
  const AllowedAttributes allowed = AllowedAttributesOf(owner);
  AttributeList list;
  for (const Attribute& attribute :
       {Attribute::Bool(Kind::kUseGlobalDeviceIds, false), Attribute::Int64(Kind::kChannelId, 1)}) {
    list.Add(attribute);
  }
  SetRanks(owner.opcode, absl::MakeSpan(list));
  FinishAttributes(owner, allowed, &list);
  EXPECT_EQ(Names(list), "channel_id replica_groups ");
}

TEST(AttributeNormalForm, UnknownAttributesMayStandForWhatIsMissing) {
  const UnknownAttribute unknown{"groups", {"3", {}}, ""};
  AttributeList list;
  list.push_back(Attribute::Pointer(Kind::kUnknown, &unknown));
  FinishAttributes(Owner(HloOpcode::kAllReduce), AllowedAttributesOf(Owner(HloOpcode::kAllReduce)),
                   &list);
  EXPECT_EQ(Names(list), "groups ");
}

TEST(AttributeNormalForm, DroppedValues) {
  const auto dropped = [](const Attribute& attribute) { return IsDroppedValue(attribute); };
  EXPECT_TRUE(dropped(Attribute::Bool(Kind::kIsStable, false)));
  EXPECT_FALSE(dropped(Attribute::Bool(Kind::kIsStable, true)));
  EXPECT_FALSE(dropped(Attribute::Bool(Kind::kLargest, false)));
  EXPECT_TRUE(dropped(Attribute::Int64(Kind::kFeatureGroupCount, 1)));
  EXPECT_FALSE(dropped(Attribute::Int64(Kind::kFeatureGroupCount, 0)));
  EXPECT_TRUE(dropped(Attribute::Int64(Kind::kInferredDimension, -1)));
  EXPECT_TRUE(dropped(Attribute::Enum(Kind::kTransposeA, TriangularSolveTranspose::kInvalid)));
  EXPECT_TRUE(dropped(Attribute::Enum(Kind::kCompareType, CompareType::kSigned)));
  EXPECT_TRUE(dropped(Attribute::String(Kind::kInfeedConfig, "")));
  EXPECT_FALSE(dropped(Attribute::String(Kind::kInfeedConfig, "a")));
  const Precision precisions[] = {Precision::kDefault, Precision::kHigh};
  const auto list = absl::MakeConstSpan(precisions);
  EXPECT_TRUE(dropped(Attribute::List<Precision>(Kind::kOperandPrecision, list.first(1))));
  EXPECT_FALSE(dropped(Attribute::List<Precision>(Kind::kOperandPrecision, list)));
  OpMetadata metadata;
  EXPECT_TRUE(dropped(Attribute::Pointer(Kind::kMetadata, &metadata)));
  metadata.op_name = "a";
  EXPECT_FALSE(dropped(Attribute::Pointer(Kind::kMetadata, &metadata)));
  EXPECT_FALSE(dropped(AttributeAccess::Packed(0, 2, 0)));
  SparsityConfig sparsity;
  EXPECT_TRUE(dropped(Attribute::Pointer(Kind::kSparsityConfig, &sparsity)));
  sparsity.rhs.present = true;
  EXPECT_FALSE(dropped(Attribute::Pointer(Kind::kSparsityConfig, &sparsity)));
}

TEST(NormalizeSharding, RepeatsForEachLeaf) {
  Arena arena;
  ShapePool shapes(&arena);
  HloSharding manual;
  manual.kind = HloSharding::Kind::kManual;
  const Shape* f32 = shapes.Scalar(PrimitiveType::kF32);
  const Shape* pair = shapes.Tuple({f32, f32});
  const struct {
    const Shape* shape;
    std::string_view text;
  } kCases[] = {
      {f32, "{manual}"},
      {shapes.Tuple({}), "{{manual}}"},
      {shapes.Tuple({f32, pair}), "{{manual}, {manual}, {manual}}"},
      {shapes.Tuple({shapes.Tuple({})}), "{{manual}}"},
  };
  for (const auto& c : kCases) {
    const HloSharding normal = NormalizeSharding(manual, *c.shape, &arena);
    EXPECT_EQ(PrintSharding(normal), c.text);
    // A tuple stays.
    EXPECT_EQ(PrintSharding(NormalizeSharding(normal, *pair, &arena)),
              normal.kind == HloSharding::Kind::kTuple ? c.text : "{{manual}, {manual}}");
  }
}

}  // namespace hlo_text_v1::normal_form_test
