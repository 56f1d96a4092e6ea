// Tests: settle_attributes
#include <gtest/gtest.h>

#include "hlo/builder.h"
#include "tests/edit/edit_test_util.h"

namespace hlo_text_v1::make_attribute_test {

using namespace internal;

// ---- The compiler takes a value of the attribute's type, and no other.

// Whether MakeAttribute<kKind>(T) compiles.
template <AttributeKind kKind, typename T>
constexpr bool kTakes = std::is_convertible_v<T, AttributeArgumentOf<kKind>>;

using K = AttributeKind;
static_assert(kTakes<K::kDimensions, absl::Span<const int64_t>>);
static_assert(kTakes<K::kDimensions, std::vector<int64_t>>);
static_assert(!kTakes<K::kDimensions, int>);
static_assert(!kTakes<K::kDimensions, std::vector<int>>);
static_assert(!kTakes<K::kDimensions, const char*>);
static_assert(kTakes<K::kIsStable, bool> && !kTakes<K::kIsStable, int>);
static_assert(!kTakes<K::kIsStable, const char*>);
static_assert(kTakes<K::kIndex, int> && kTakes<K::kIndex, int64_t>);
static_assert(!kTakes<K::kIndex, bool> && !kTakes<K::kIndex, double>);
static_assert(!kTakes<K::kIndex, uint64_t>);
static_assert(kTakes<K::kCrossProgramPrefetchIndex, int32_t>);
static_assert(!kTakes<K::kCrossProgramPrefetchIndex, int64_t>);
static_assert(kTakes<K::kEpsilon, double> && kTakes<K::kEpsilon, float>);
static_assert(!kTakes<K::kEpsilon, int>);
static_assert(kTakes<K::kDirection, ComparisonDirection>);
static_assert(!kTakes<K::kDirection, ComparisonOrder> && !kTakes<K::kDirection, int>);
static_assert(kTakes<K::kCustomCallTarget, const char*> && !kTakes<K::kCustomCallTarget, int>);
static_assert(kTakes<K::kToApply, HloComputation*> && !kTakes<K::kToApply, const HloComputation*>);
static_assert(!kTakes<K::kToApply, HloInstruction*>);
static_assert(kTakes<K::kBranchComputations, std::vector<HloComputation*>>);
static_assert(kTakes<K::kOutfeedShape, const Shape*> && !kTakes<K::kOutfeedShape, Window>);
static_assert(kTakes<K::kWindow, Window> && !kTakes<K::kWindow, PaddingConfig>);

TEST(MakeAttribute, WhenItRuns) {
  const auto error = [](const absl::StatusOr<Attribute>& attribute) {
    return attribute.ok() ? "" : Message(attribute.status());
  };
  HloModule module = CreateHloModule("m");
  const Shape* shape = module.shapes().Token();
  const Window window;
  EXPECT_EQ(error(MakeAttribute(K::kDimensions, {0, 1})), "");
  EXPECT_EQ(error(MakeAttribute(K::kDimensions, {})), "");
  EXPECT_EQ(error(MakeAttribute(K::kIndex, 3)), "");
  EXPECT_EQ(error(MakeAttribute(K::kIsStable, true)), "");
  EXPECT_EQ(error(MakeAttribute(K::kEpsilon, 1.0f)), "");
  EXPECT_EQ(error(MakeAttribute(K::kDirection, ComparisonDirection::kLt)), "");
  EXPECT_EQ(error(MakeAttribute(K::kCustomCallTarget, "f")), "");
  EXPECT_EQ(error(MakeAttribute(K::kBackendConfig, std::string("f"))), "");
  EXPECT_EQ(error(MakeAttribute(K::kWindow, window)), "");
  EXPECT_EQ(error(MakeAttribute(K::kOutfeedShape, shape)), "");
  EXPECT_EQ(error(MakeListAttribute<bool>(K::kParameterReplication, {true})), "");

  EXPECT_EQ(error(MakeAttribute(K::kIndex, {0})), "attribute index takes a value of type Int64");
  EXPECT_EQ(error(MakeAttribute(K::kIndex, true)), "attribute index takes a value of type Int64");
  EXPECT_EQ(error(MakeAttribute(K::kIndex, 1.5)), "attribute index takes a value of type Int64");
  EXPECT_EQ(error(MakeAttribute(K::kIndex, "1")), "attribute index takes a value of type Int64");
  EXPECT_EQ(error(MakeAttribute(K::kEpsilon, 1)), "attribute epsilon takes a value of type Float");
  EXPECT_EQ(error(MakeAttribute(K::kDirection, ComparisonOrder::kTotal)),
            "attribute direction takes a value of type ComparisonDirection");
  EXPECT_EQ(error(MakeAttribute(K::kPadding, window)),
            "attribute padding takes a value of type PaddingConfig");
  EXPECT_EQ(error(MakeAttribute(K::kToApply, shape)),
            "attribute to_apply takes a value of type Computation");
  EXPECT_EQ(error(MakeListAttribute<bool>(K::kDimensions, {true})),
            "attribute dimensions takes a value of type Int64List");
  EXPECT_EQ(error(MakeAttribute(K::kCrossProgramPrefetchIndex, int64_t{1} << 40)),
            "attribute cross_program_prefetch_index has 32 bits, 1099511627776 does not fit");
  EXPECT_EQ(error(MakeAttribute(K::kUnknown, 1)), "unknown words come from a text only");
}

}  // namespace hlo_text_v1::make_attribute_test
