// Shapes and layouts as text, including those that do not cache their text.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/print_values.h"
#include "hlo/shape.h"

namespace hlo_text_v1::shape_text_test {

class ShapeText : public ::testing::Test {
 protected:
  Arena arena_;
  ShapePool pool_{&arena_};
};

TEST_F(ShapeText, WithAndWithoutLayout) {
  struct Case {
    const Shape* shape;
    const char* with_layout;
    const char* without_layout;
  };
  const Shape* f32 = pool_.Array(PrimitiveType::kF32, {2, 3});
  const Shape* scalar = pool_.Scalar(PrimitiveType::kS32);
  const Shape* dynamic =
      pool_.Array(PrimitiveType::kF8E4M3FN, {8, kUnboundedSize, 3}, {true, true, false}, nullptr);
  for (const Case& c : {
           Case{f32, "f32[2,3]{1,0}", "f32[2,3]"},
           Case{scalar, "s32[]", "s32[]"},
           Case{dynamic, "f8e4m3fn[<=8,?,3]{2,1,0}", "f8e4m3fn[<=8,?,3]"},
           Case{pool_.Token(), "token[]", "token[]"},
           Case{pool_.Opaque(), "opaque[]", "opaque[]"},
           Case{pool_.Buffer(f32), "b(f32[2,3]{1,0})", "b(f32[2,3])"},
           Case{pool_.Tuple({}), "()", "()"},
           Case{pool_.Tuple({f32, pool_.Tuple({scalar})}), "(f32[2,3]{1,0}, (s32[]))",
                "(f32[2,3], (s32[]))"},
           Case{pool_.ArrayWithoutLayout(PrimitiveType::kF32, {2}, {}), "f32[2]", "f32[2]"},
       }) {
    EXPECT_EQ(PrintShape(*c.shape), c.with_layout);
    EXPECT_EQ(PrintShape(*c.shape, /*with_layout=*/false), c.without_layout);
  }
}

TEST_F(ShapeText, IndexComments) {
  const Shape* s8 = pool_.Scalar(PrimitiveType::kS8);
  const Shape* five = pool_.Tuple({s8, s8, s8, s8, s8});
  EXPECT_EQ(PrintShape(*five), "(s8[], s8[], s8[], s8[], s8[])");
  const Shape* eleven = pool_.Tuple({s8, s8, s8, s8, s8, five, s8, s8, s8, s8, s8});
  EXPECT_EQ(PrintShape(*eleven),
            "(s8[], s8[], s8[], s8[], s8[], /*index=5*/(s8[], s8[], s8[], s8[], s8[]), s8[], s8[], "
            "s8[], s8[], /*index=10*/s8[])");
}

TEST_F(ShapeText, FieldsOfALayout) {
  Layout layout;
  const std::vector<int64_t> order = {1, 0}, tile1 = {8, kCombineDimension, kMatchDimension};
  const std::vector<int64_t> tile2 = {2}, no_indices, indices = {1, 2};
  const std::vector<Tile> tiles = {Tile{tile1}, Tile{tile2}};
  const std::vector<SplitConfig> splits = {{0, no_indices}, {1, indices}};
  std::string text;
  AppendLayout(layout, &text);
  EXPECT_EQ(text, "{}");
  layout.minor_to_major = order;
  layout.tiles = tiles;
  layout.tail_padding_alignment = 4;
  layout.index_primitive_type = PrimitiveType::kU32;
  layout.pointer_primitive_type = PrimitiveType::kF32;
  layout.element_size_in_bits = -1;
  layout.memory_space = -56;
  layout.split_configs = splits;
  layout.dynamic_shape_metadata_prefix_bytes = 16;
  text = "x";
  AppendLayout(layout, &text);
  EXPECT_EQ(text, "x{1,0:T(8,*,d)(2)L(4)#(u32)*(f32)E(-1)S(-56)SC(0:)(1:1,2)M(16)}");
  layout = Layout();
  layout.dynamic_shape_metadata_prefix_bytes = -5;
  text.clear();
  AppendLayout(layout, &text);
  EXPECT_EQ(text, "{}") << "a negative prefix does not print";
}

TEST_F(ShapeText, LongTuples) {
  const Shape* shape = pool_.Array(PrimitiveType::kBF16, {128, 1024});
  std::vector<const Shape*> elements(500, shape);
  const Shape* tuple = pool_.Tuple(elements);
  EXPECT_TRUE(tuple->cached_text().empty()) << "its text is not kept";
  const std::string text = PrintShape(*tuple, /*with_layout=*/false);
  EXPECT_EQ(text.substr(0, 34), "(bf16[128,1024], bf16[128,1024], b");
  EXPECT_EQ(text.substr(text.size() - 17), ", bf16[128,1024])");
  const Shape* outer = pool_.Tuple({tuple, shape});
  EXPECT_EQ(PrintShape(*outer, false), "(" + text + ", bf16[128,1024])");
}

}  // namespace hlo_text_v1::shape_text_test
