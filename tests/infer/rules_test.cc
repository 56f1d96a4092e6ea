#include "src/infer/rules.h"

#include <gtest/gtest.h>

#include <string>

#include "hlo/arena.h"
#include "hlo/print_values.h"

namespace hlo_text_v1::internal::infer::rules_test {

using P = PrimitiveType;

TEST(HigherTypeTest, OrdersTypes) {
  // In ascending order; XLA's order is by overflow exponent, then significand, then width.
  const P ascending[] = {P::kPRED,     P::kS1,       P::kU2,     P::kS2,       P::kU8,
                         P::kS8,       P::kU32,      P::kS32,    P::kU64,      P::kS64,
                         P::kF4E2M1FN, P::kF6E2M3FN, P::kF8E3M4, P::kF6E3M2FN, P::kF8E4M3B11FNUZ,
                         P::kF8E4M3,   P::kF8E4M3FN, P::kF8E5M2, P::kF16,      P::kF8E8M0FNU,
                         P::kBF16,     P::kF32,      P::kF64,    P::kC64,      P::kC128};
  for (size_t low = 0; low < std::size(ascending); ++low) {
    for (size_t high = low; high < std::size(ascending); ++high) {
      absl::StatusOr<P> type = HigherType(ascending[low], ascending[high]);
      absl::StatusOr<P> swapped = HigherType(ascending[high], ascending[low]);
      ASSERT_TRUE(type.ok() && swapped.ok());
      EXPECT_EQ(PrimitiveTypeName(*type), PrimitiveTypeName(ascending[high]));
      EXPECT_EQ(PrimitiveTypeName(*swapped), PrimitiveTypeName(ascending[high]));
    }
  }
}

TEST(HigherTypeTest, RefusesTies) {
  const std::pair<P, P> ties[] = {
      {P::kF8E4M3, P::kF8E4M3FNUZ}, {P::kF8E5M2, P::kF8E5M2FNUZ}, {P::kPRED, P::kU1}};
  for (const auto& [a, b] : ties) {
    EXPECT_FALSE(HigherType(a, b).ok()) << PrimitiveTypeName(a);
    EXPECT_FALSE(HigherType(b, a).ok()) << PrimitiveTypeName(a);
  }
}

TEST(HasDuplicatesTest, FindsThemAnywhere) {
  EXPECT_FALSE(HasDuplicates({}));
  EXPECT_FALSE(HasDuplicates({3, 1, 2}));
  EXPECT_TRUE(HasDuplicates({3, 1, 2, 3}));
}

class ShapesTest : public ::testing::Test {
 protected:
  Arena arena_;
  ShapePool shapes_{&arena_};
};

TEST_F(ShapesTest, FreshArrayChecksItsBytes) {
  DimensionList fits;
  fits.Add(int64_t{1} << 60, false);
  EXPECT_TRUE(FreshArray(shapes_, P::kF32, fits).ok());
  EXPECT_FALSE(FreshArray(shapes_, P::kF64, fits).ok());

  DimensionList empty_but_too_large = fits;
  empty_but_too_large.Add(1 << 10, false);
  empty_but_too_large.Add(0, false);
  EXPECT_FALSE(FreshArray(shapes_, P::kPRED, empty_but_too_large).ok());

  DimensionList unbounded;
  unbounded.Add(kUnboundedSize, true);
  ASSERT_TRUE(FreshArray(shapes_, P::kF32, unbounded).ok());
  EXPECT_EQ(PrintShape(**FreshArray(shapes_, P::kF32, unbounded)), "f32[?]{0}");
}

TEST_F(ShapesTest, MakeTupleRefusesSharedElementsBeyondReason) {
  const Shape* shape = shapes_.Scalar(P::kF32);
  for (int depth = 0; depth < 64; ++depth) {
    ShapeOr doubled = MakeTuple(shapes_, {shape, shape});
    if (!doubled.ok()) return;
    shape = *doubled;
  }
  FAIL() << "a tuple of 2^64 elements";
}

TEST_F(ShapesTest, MakeTupleRefusesDeepNesting) {
  const Shape* shape = shapes_.Scalar(P::kF32);
  for (int depth = 0; depth < 5000; ++depth) {
    ShapeOr nested = MakeTuple(shapes_, {shape});
    if (!nested.ok()) {
      EXPECT_GE(depth, 100);
      return;
    }
    shape = *nested;
  }
  FAIL() << "a tuple of depth 5000";
}

TEST_F(ShapesTest, CompatibleUpToPrecision) {
  const Shape* f32 = shapes_.Array(P::kF32, {2, 3});
  const Shape* bf16 = shapes_.Array(P::kBF16, {2, 3});
  const Shape* s32 = shapes_.Array(P::kS32, {2, 3});
  const bool dynamic[] = {true, false};
  const Shape* unbounded = shapes_.Array(P::kF16, {kUnboundedSize, 3}, dynamic, nullptr);
  EXPECT_TRUE(CompatibleUpToPrecision(*f32, *bf16));
  EXPECT_TRUE(CompatibleUpToPrecision(*f32, *unbounded));
  EXPECT_FALSE(CompatibleUpToPrecision(*f32, *s32));
  EXPECT_TRUE(CompatibleUpToPrecision(*shapes_.Tuple({f32, s32}), *shapes_.Tuple({bf16, s32})));
  EXPECT_FALSE(CompatibleUpToPrecision(*shapes_.Tuple({f32}), *shapes_.Tuple({f32, f32})));
}

}  // namespace hlo_text_v1::internal::infer::rules_test
