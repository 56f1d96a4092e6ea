// Iota tiles: sizes that overflow, invalid permutations, and the device list against a direct
// computation.
#include "src/ir/sharding/tile_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "src/base/sort_unique.h"

namespace hlo_text_v1::tile_builder_test {

using namespace internal;

using ::testing::ElementsAre;

constexpr int64_t kManyDevices = int64_t{1} << 20;

TileBuilder Iota(Int64s dimensions, Int64s reshape_dims, Permutation transpose_perm) {
  TileBuilder tile;
  tile.is_iota = true;
  tile.dimensions = std::move(dimensions);
  tile.reshape_dims = std::move(reshape_dims);
  tile.transpose_perm = std::move(transpose_perm);
  return tile;
}

TEST(TileBuilder, CheckedProduct) {
  int64_t product = 0;
  EXPECT_TRUE(CheckedProduct({}, &product));
  EXPECT_EQ(product, 1);
  EXPECT_TRUE(CheckedProduct({-3, 7}, &product));
  EXPECT_EQ(product, -21);
  EXPECT_FALSE(CheckedProduct({int64_t{1} << 32, int64_t{1} << 31}, &product));
  EXPECT_FALSE(CheckedProduct({std::numeric_limits<int64_t>::min(), -1}, &product));
}

TEST(TileBuilder, IsPermutation) {
  EXPECT_TRUE(IsPermutation(Permutation({})));
  EXPECT_TRUE(IsPermutation(Permutation({2, 0, 1})));
  EXPECT_FALSE(IsPermutation(Permutation({1, 1})));
  EXPECT_FALSE(IsPermutation(Permutation({0, 2})));
  EXPECT_FALSE(IsPermutation(Permutation({-1, 0})));
}

TEST(TileBuilder, CanonicalizeIota) {
  Int64s dims = {1, 3, 1, 4, 1, 5};
  Permutation perm = {4, 3, 2, 5, 1, 0};
  EXPECT_EQ(CanonicalizeIota(&dims, &perm), CanonicalStatus::kOk);
  EXPECT_THAT(dims, ElementsAre(3, 20));
  EXPECT_THAT(perm, ElementsAre(1, 0));

  dims = {1, 1};
  perm = {1, 0};
  EXPECT_EQ(CanonicalizeIota(&dims, &perm), CanonicalStatus::kOk);
  EXPECT_THAT(dims, ElementsAre(1));
  EXPECT_THAT(perm, ElementsAre(0));

  dims = {int64_t{1} << 40, int64_t{1} << 40};
  perm = {0, 1};
  EXPECT_EQ(CanonicalizeIota(&dims, &perm), CanonicalStatus::kSizeOverflow);
  dims = {1, 1, 1, 4, 3};
  perm = {2, 4, 1, 1, 0};
  EXPECT_EQ(CanonicalizeIota(&dims, &perm), CanonicalStatus::kNotAPermutation);
}

TEST(TileBuilder, ExpandIota) {
  std::vector<int64_t> devices;
  EXPECT_EQ(ExpandIota({2, 3}, {1, 0}, 6, &devices), CanonicalStatus::kOk);
  EXPECT_THAT(devices, ElementsAre(0, 3, 1, 4, 2, 5));
  EXPECT_EQ(ExpandIota({2, 3}, {1, 0}, 5, &devices), CanonicalStatus::kTooManyDevices);
  EXPECT_EQ(ExpandIota({2, 3}, {1, 1}, 6, &devices), CanonicalStatus::kNotAPermutation);
  EXPECT_EQ(ExpandIota({2, 0}, {1, 0}, 6, &devices), CanonicalStatus::kNonPositiveSize);
  EXPECT_EQ(ExpandIota({int64_t{1} << 40, int64_t{1} << 40}, {1, 0}, 6, &devices),
            CanonicalStatus::kSizeOverflow);
}

// The devices of `tile` with its dimensions in `order`, computed without an iota.
std::vector<int64_t> Transposed(TileBuilder tile, absl::Span<const int32_t> order) {
  EXPECT_EQ(MakeExplicit(kManyDevices, &tile), CanonicalStatus::kOk);
  const Int64s row_major = RowMajorStrides(tile.dimensions);
  Int64s sizes, strides;
  for (const int32_t d : order) {
    sizes.push_back(tile.dimensions[d]);
    strides.push_back(row_major[d]);
  }
  std::vector<int64_t> devices;
  for (const int64_t i : StridedOffsets(sizes, strides)) devices.push_back(tile.devices[i]);
  return devices;
}

TEST(TileTranspose, KeepsTheDevices) {
  struct Case {
    TileBuilder tile;
    Permutation order;
    bool stays_iota;
  };
  const Case kCases[] = {
      {Iota({2, 3, 4}, {24}, {0}), {2, 0, 1}, true},
      {Iota({2, 1, 4}, {8}, {0}), {1, 0, 2}, true},
      {Iota({3, 4, 2}, {2, 3, 4}, {1, 2, 0}), {2, 1, 0}, true},
      {Iota({6, 2, 2}, {4, 6}, {1, 0}), {0, 2, 1}, true},
      {Iota({1, 4, 5, 24}, {15, 4, 8}, {1, 0, 2}), {0, 2, 3, 1}, true},
      {Iota({1, 2, 3}, {2, 3}, {1, 0}), {0, 2, 1}, false},
      {Iota({4, 9, 5}, {6, 30}, {1, 0}), {1, 0, 2}, false},
      {Iota({6, 4, 15}, {12, 30}, {0, 1}), {2, 0, 1}, true},
  };
  for (const Case& c : kCases) {
    TileBuilder tile = c.tile;
    ASSERT_EQ(TransposeTile(c.order, kManyDevices, &tile), CanonicalStatus::kOk);
    EXPECT_EQ(tile.is_iota, c.stays_iota) << ::testing::PrintToString(c.tile.dimensions);
    EXPECT_EQ(MakeExplicit(kManyDevices, &tile), CanonicalStatus::kOk);
    EXPECT_EQ(tile.devices, Transposed(c.tile, c.order));
  }
}

TEST(TileTranspose, Refuses) {
  TileBuilder tile = Iota({2, 3}, {3, 2}, {1, 0});
  EXPECT_EQ(TransposeTile({1, 0}, 5, &tile), CanonicalStatus::kOk);
  tile = Iota({2, 3}, {2, 3}, {1, 0});
  EXPECT_EQ(TransposeTile({1, 0}, 5, &tile), CanonicalStatus::kTooManyDevices);
  tile = Iota({2, 2}, {2, 2}, {1, 1});
  EXPECT_EQ(TransposeTile({1, 0}, 5, &tile), CanonicalStatus::kNotAPermutation);
  tile = Iota({-2, -2}, {4}, {0});
  EXPECT_EQ(TransposeTile({1, 0}, 5, &tile), CanonicalStatus::kNonPositiveSize);
}

}  // namespace hlo_text_v1::tile_builder_test
