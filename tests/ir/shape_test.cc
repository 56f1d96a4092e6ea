// Interned shapes and their queries.
#include "hlo/shape.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "hlo/print_values.h"

namespace hlo_text_v1::shape_test {

class ShapeTest : public ::testing::Test {
 protected:
  Arena arena_;
  ShapePool pool_{&arena_};
  const Shape* F32(absl::Span<const int64_t> dimensions) {
    return pool_.Array(PrimitiveType::kF32, dimensions);
  }
};

TEST_F(ShapeTest, EqualShapesAreOnePointer) {
  EXPECT_EQ(F32({2, 3}), F32({2, 3}));
  EXPECT_NE(F32({2, 3}), F32({3, 2}));
  EXPECT_NE(F32({2}), pool_.Array(PrimitiveType::kS32, {2}));
  EXPECT_NE(F32({}), F32({0}));
  EXPECT_EQ(pool_.Tuple({F32({2}), pool_.Token()}), pool_.Tuple({F32({2}), pool_.Token()}));
  EXPECT_NE(pool_.Tuple({F32({2})}), F32({2}));
  EXPECT_NE(pool_.Tuple({F32({2})}), pool_.Buffer(F32({2})));
  EXPECT_NE(pool_.Token(), pool_.Opaque());
  EXPECT_EQ(pool_.Tuple({}), pool_.Tuple({}));
  EXPECT_EQ(F32({}), pool_.Scalar(PrimitiveType::kF32));
}

// Arrays of a type that is not known are told apart by their texts.
TEST_F(ShapeTest, OfUnknownTypes) {
  const Shape* f99 = pool_.Opaque("f99[2]{0:T(2)}");
  EXPECT_EQ(pool_.Opaque("f99[2]{0:T(2)}"), f99);
  EXPECT_TRUE(pool_.Contains(f99));
  EXPECT_TRUE(f99->IsOpaque());
  EXPECT_EQ(f99->unknown_text(), "f99[2]{0:T(2)}");
  EXPECT_EQ(f99->unknown_type(), "f99");
  EXPECT_EQ(PrintShape(*f99), "f99[2]{0:T(2)}");
  EXPECT_EQ(PrintShape(*f99, /*with_layout=*/false), "f99[2]");
  const Shape *plain = pool_.Opaque(), *other = pool_.Opaque("f99[3]{0}");
  EXPECT_NE(f99, plain);
  EXPECT_NE(f99, other);
  EXPECT_EQ(plain->unknown_text(), "");
  EXPECT_TRUE(ShapesCompatible(*f99, *pool_.Opaque("f99[2]")));
  EXPECT_FALSE(ShapesCompatible(*f99, *other));
  EXPECT_FALSE(ShapesCompatible(*f99, *plain));
  const Shape *tuple = pool_.Tuple({F32({2}), f99}), *buffer = pool_.Buffer(f99);
  EXPECT_TRUE(tuple->has_unknown_type() && buffer->has_unknown_type());
  EXPECT_FALSE(pool_.Tuple({F32({2}), plain})->has_unknown_type());
  EXPECT_EQ(tuple->unknown_text(), "");
  EXPECT_EQ(PrintShape(*tuple), "(f32[2]{0}, f99[2]{0:T(2)})");
  EXPECT_EQ(pool_.MakeStatic(*f99), f99);
  EXPECT_EQ(pool_.ResetMinorToMajor(*tuple), tuple);
  EXPECT_FALSE(pool_.ChangeElementType(*f99, PrimitiveType::kTOKEN)->has_unknown_type());
  ShapePool whole(&arena_);
  whole.Adopt(std::move(pool_), [](const Shape*, const Shape*) {});
  EXPECT_EQ(whole.Opaque("f99[2]{0:T(2)}"), f99);
}

TEST_F(ShapeTest, LayoutsAndMarksTellShapesApart) {
  Layout layout;
  const std::vector<int64_t> order = {1, 0};
  layout.minor_to_major = order;
  EXPECT_EQ(pool_.Array(PrimitiveType::kF32, {2, 3}, {}, &layout), F32({2, 3}))
      << "the default layout";
  layout.memory_space = 1;
  EXPECT_NE(pool_.Array(PrimitiveType::kF32, {2, 3}, {}, &layout), F32({2, 3}));
  const Shape* dynamic = pool_.Array(PrimitiveType::kF32, {2, 3}, {true, false}, nullptr);
  EXPECT_NE(dynamic, F32({2, 3}));
  EXPECT_NE(dynamic, pool_.Array(PrimitiveType::kF32, {2, 3}, {false, true}, nullptr));
  EXPECT_EQ(pool_.Array(PrimitiveType::kF32, {2, 3}, {false, false}, nullptr), F32({2, 3}));
  EXPECT_TRUE(dynamic->is_dynamic_dimension(0));
  EXPECT_FALSE(dynamic->is_dynamic_dimension(1));
  EXPECT_FALSE(dynamic->is_static());
  EXPECT_EQ(pool_.MakeStatic(*dynamic), F32({2, 3}));
  EXPECT_EQ(pool_.ArrayWithoutLayout(PrimitiveType::kF32, {2, 3}, {})->layout(), nullptr);
}

TEST_F(ShapeTest, ArgumentsAreCopied) {
  std::vector<int64_t> dimensions = {2, 3};
  const Shape* shape = F32(dimensions);
  dimensions = {9, 9};
  EXPECT_EQ(PrintShape(*shape), "f32[2,3]{1,0}");
}

TEST_F(ShapeTest, ShapesSurviveAMoveOfThePool) {
  const Shape* shape = F32({2});
  ShapePool moved = std::move(pool_);
  EXPECT_EQ(moved.Array(PrimitiveType::kF32, {2}), shape);
}

TEST_F(ShapeTest, AdoptsAnotherPool) {
  Arena other_arena;
  ShapePool other(&other_arena);
  const auto pair_in = [](ShapePool& pool, PrimitiveType type) {
    return pool.Tuple({pool.Array(type, {2, 3}), pool.Scalar(PrimitiveType::kPRED)});
  };
  const Shape* ours = pair_in(pool_, PrimitiveType::kF32);
  const Shape* same = pair_in(other, PrimitiveType::kF32);
  const Shape* different = other.Tuple({pair_in(other, PrimitiveType::kS8), same});
  std::map<const Shape*, const Shape*> replaced;
  pool_.Adopt(std::move(other),
              [&](const Shape* theirs, const Shape* kept) { replaced[theirs] = kept; });
  arena_.Adopt(std::move(other_arena));
  EXPECT_EQ(replaced.size(), 3u);  // the tuple and its two elements
  EXPECT_EQ(replaced[same], ours);
  const Shape* again = pool_.Tuple({pair_in(pool_, PrimitiveType::kS8), ours});
  EXPECT_EQ(again, different);
  EXPECT_EQ(different->tuple_shapes(1), ours);
  EXPECT_EQ(different->tuple_shapes(0)->tuple_shapes(0)->layout(), ours->tuple_shapes(0)->layout());
  EXPECT_EQ(different->cached_text(), "((s8[2,3]{1,0}, pred[]), (f32[2,3]{1,0}, pred[]))");
}

TEST_F(ShapeTest, ChangeElementTypeKeepsTheLayout) {
  Layout layout;
  const std::vector<int64_t> order = {0};
  layout.minor_to_major = order;
  layout.element_size_in_bits = 4;
  layout.memory_space = 5;
  const Shape* s4 = pool_.Array(PrimitiveType::kS4, {8}, {}, &layout);
  EXPECT_EQ(PrintShape(*pool_.ChangeElementType(*s4, PrimitiveType::kF32)), "f32[8]{0:S(5)}");
  EXPECT_EQ(PrintShape(*pool_.ChangeElementType(*s4, PrimitiveType::kU4)), "u4[8]{0:E(4)S(5)}");
  EXPECT_EQ(PrintShape(*pool_.ChangeElementType(*s4, PrimitiveType::kPRED)), "pred[8]{0:S(5)}");
}

TEST_F(ShapeTest, Compatibility) {
  const Shape* any = pool_.Array(PrimitiveType::kF32, {kUnboundedSize}, {true}, nullptr);
  const Shape* bounded = pool_.Array(PrimitiveType::kF32, {2}, {true}, nullptr);
  EXPECT_TRUE(ShapesCompatible(*F32({2}), *any));
  EXPECT_TRUE(ShapesCompatible(*any, *F32({3})));
  EXPECT_TRUE(ShapesCompatible(*bounded, *F32({2})));
  EXPECT_FALSE(ShapesCompatible(*bounded, *F32({3})));
  EXPECT_FALSE(ShapesCompatible(*F32({2}), *F32({2, 1})));
  EXPECT_FALSE(ShapesCompatible(*F32({2}), *pool_.Array(PrimitiveType::kF64, {2})));
  EXPECT_TRUE(ShapesCompatible(*pool_.Tuple({any, pool_.Token()}),
                               *pool_.Tuple({F32({7}), pool_.Token()})));
  EXPECT_FALSE(ShapesCompatible(*pool_.Tuple({F32({2})}), *pool_.Tuple({})));
  EXPECT_FALSE(ShapesCompatible(*pool_.Tuple({F32({2})}), *F32({2})));
}

TEST_F(ShapeTest, NestingIsLimited) {
  const Shape* shape = F32({});
  for (int i = 0; i < kMaxShapeDepth; ++i) shape = pool_.Tuple({shape});
  EXPECT_EQ(LeafCount(*shape), 1);
  EXPECT_EQ(pool_.Tuple({shape}), pool_.Tuple({}));
  EXPECT_EQ(pool_.Buffer(shape), pool_.Buffer(pool_.Tuple({})));
  for (int i = 0; i < 100000; ++i) shape = pool_.Tuple({shape, F32({2})});
  EXPECT_GT(LeafCount(*shape), 1);
}

TEST_F(ShapeTest, LeavesOfManyTuplesOfOneTuple) {
  const Shape* shape = F32({});
  for (int i = 0; i < 40; ++i) shape = pool_.Tuple({shape, shape});
  EXPECT_EQ(LeafCount(*shape), int64_t{1} << 40);
  for (int i = 0; i < 40; ++i) shape = pool_.Tuple({shape, shape});
  EXPECT_EQ(LeafCount(*shape), std::numeric_limits<int64_t>::max());
}

TEST_F(ShapeTest, Counts) {
  EXPECT_EQ(LeafCount(*F32({2})), 1);
  EXPECT_EQ(LeafCount(*pool_.Tuple({})), 0);
  EXPECT_EQ(LeafCount(*pool_.Tuple({F32({}), pool_.Tuple({pool_.Token(), pool_.Opaque()})})), 3);
  EXPECT_EQ(ElementCount(*F32({})), 1);
  EXPECT_EQ(ElementCount(*F32({2, 3})), 6);
  EXPECT_EQ(ElementCount(*F32({2, 0})), 0);
  EXPECT_EQ(
      ElementCount(*pool_.Array(PrimitiveType::kF32, {3, kUnboundedSize}, {false, true}, nullptr)),
      3);
  constexpr int64_t kLarge = int64_t{1} << 32;
  EXPECT_EQ(ElementCount(*F32({kLarge, kLarge})), std::nullopt);
}

}  // namespace hlo_text_v1::shape_test
