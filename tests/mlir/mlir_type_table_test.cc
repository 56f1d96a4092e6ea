#include "src/mlir/mlir_type_table.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hlo_text_v1::mlir_type_table_test {

using namespace internal;

TEST(MlirTypeTable, EqualTypesHaveEqualIds) {
  MlirTypeTable types;
  const MlirTypeId f32 = types.Leaf("f32[]");
  const MlirTypeId pair = types.Tuple({f32, types.Tuple({})});
  EXPECT_EQ(types.Leaf("f32[]"), f32);
  EXPECT_EQ(types.Tuple({f32, types.Tuple({})}), pair);
  EXPECT_NE(types.AsyncValue(f32), f32);
  EXPECT_EQ(types.AsyncToken(), types.AsyncToken());
  std::string text;
  types.AppendText(pair, &text);
  EXPECT_EQ(text, "(f32[], ())");
  EXPECT_EQ(types[pair].text_size, text.size());
  EXPECT_EQ(types[pair].depth, 2u);
}

TEST(MlirTypeTable, LeavesAreComparedInOrder) {
  MlirTypeTable types;
  const MlirTypeId f32 = types.Leaf("f32[]");
  const MlirTypeId s32 = types.Leaf("s32[]");
  const MlirTypeId tuple = types.Tuple({f32, types.Tuple({types.Tuple({}), s32})});
  EXPECT_TRUE(types.HasLeaves(tuple, {f32, s32}));
  EXPECT_FALSE(types.HasLeaves(tuple, {s32, f32}));
  EXPECT_FALSE(types.HasLeaves(tuple, {f32}));
  EXPECT_TRUE(types.HasLeaves(f32, {f32}));
  EXPECT_TRUE(types.HasLeaves(types.Tuple({}), {}));
}

TEST(MlirTypeTable, SizesOfWhatNobodyCouldWriteAreCounted) {
  MlirTypeTable types;
  MlirTypeId leaf = types.Leaf("f32[]");
  MlirTypeId empty = types.Tuple({});
  for (int i = 0; i < 200; ++i) {
    leaf = types.Tuple({leaf, leaf});
    empty = types.Tuple({empty, empty});
  }
  EXPECT_GT(types[leaf].text_size, uint64_t{1} << 60);
  EXPECT_GT(types[leaf].leaf_count, uint64_t{1} << 60);
  EXPECT_FALSE(types.HasLeaves(leaf, std::vector<MlirTypeId>(3, 0)));
  EXPECT_TRUE(types.HasLeaves(empty, {}));
}

}  // namespace hlo_text_v1::mlir_type_table_test
