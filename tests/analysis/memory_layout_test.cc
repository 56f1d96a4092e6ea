#include "hlo/memory_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

#include "hlo/parse_values.h"
#include "hlo/print_values.h"
#include "tests/support/read.h"

namespace hlo_text_v1::memory_layout_test {

using ::testing::ElementsAre;

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

class MemoryLayout : public ::testing::Test {
 protected:
  const Shape& Of(std::string_view text) {
    const absl::StatusOr<const Shape*> shape = ParseShape(text, module_.shapes());
    EXPECT_TRUE(shape.ok()) << text << shape.status();
    return **shape;
  }
  HloModule module_;
};

TEST_F(MemoryLayout, ByteSizes) {
  const struct {
    const char* shape;
    int64_t bytes;
    int64_t allocated;
  } cases[] = {
      {"f32[2,3]", 24, 24},
      {"f32[]", 4, 4},
      {"pred[9]", 9, 9},
      {"s4[3]", 3, 3},
      {"s4[3]{0:E(4)}", 2, 2},
      {"s4[3]{0:L(8)E(4)}", 2, 4},
      {"c128[2]", 32, 32},
      {"f32[0]", 0, 0},
      {"(f32[2], (s8[3], f64[]))", 19, 19},
      {"()", 0, 0},
      {"token[]", 0, 0},
      {"opaque[]", 0, 0},
      {"f32[<=8]", 32, 32},
      {"f32[?,8]", 32, 32},
      {"b(f32[4])", 16, 16},
      {"f32[10,10]{1,0:T(8,128)}", 400, 8192},
      {"f32[10,10]{0,1:T(8,128)}", 400, 8192},
      {"f32[10]{0:T(1024)}", 40, 4096},
      {"f32[10]{0:T(8,128)}", 40, 4096},  // as [1,10]
      {"bf16[10,10]{1,0:T(8,128)(2,1)}", 200, 4096},
      {"bf16[10,3,5]{2,1,0:T(2,128)(4,1)}", 300, 20480},
      {"f32[5,3]{1,0:T(*,4)}", 60, 64},
      {"f32[2,2]{1,0:M(8)}", 16, 24},
      {"f32[4,2]{5,5}", 32, 32},  // not an order of the dimensions: row-major
      {"f32[4,2]{1,1:T(8,128)}", 32, 4096},
      {"f32[1000000000000000000]", 4000000000000000000, 4000000000000000000},
      {"(f32[1000000000000000000], f32[1000000000000000000], f32[1000000000000000000])", kMost,
       kMost},
      {"f32[4611686018427387904,4]", kMost, kMost},
      {"f32[4611686018427387904]{0:T(9223372036854775807)}", kMost, kMost},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(ByteSizeOf(Of(c.shape)), c.bytes) << c.shape;
    EXPECT_EQ(AllocatedBytesOf(Of(c.shape)), c.allocated) << c.shape;
  }
}

TEST_F(MemoryLayout, MemorySpaces) {
  const std::vector<MemorySpaceBytes> spaces =
      AllocatedBytesByMemorySpace(Of("(f32[4], f32[2]{0:S(5)}, (f32[3]{0:S(5)}, token[]), s8[1])"));
  ASSERT_EQ(spaces.size(), 2u);
  EXPECT_EQ(spaces[0].memory_space, 0);
  EXPECT_EQ(spaces[0].bytes, 17);
  EXPECT_EQ(spaces[1].memory_space, 5);
  EXPECT_EQ(spaces[1].bytes, 20);
  EXPECT_TRUE(AllocatedBytesByMemorySpace(Of("token[]")).empty());
}

TEST_F(MemoryLayout, ManyTimesTheSameTuple) {
  const Shape* shape = &Of("f32[4]");
  for (int i = 0; i < 40; ++i) shape = module_.shapes().Tuple({shape, shape});
  EXPECT_EQ(ByteSizeOf(*shape), int64_t{16} << 40);
  EXPECT_EQ(TotalElementCount(*shape), int64_t{4} << 40);
}

TEST_F(MemoryLayout, TotalElementCounts) {
  EXPECT_EQ(TotalElementCount(Of("f32[]")), 1);
  EXPECT_EQ(TotalElementCount(Of("(f32[2,3], (s8[5]{0:T(8)}, token[]), b(f32[4]))")), 15);
  EXPECT_EQ(TotalElementCount(Of("token[]")), 0);
  EXPECT_EQ(TotalElementCount(Of("f32[4611686018427387904,4]")), kMost);
}

// The example of XLA's document on tiled layouts.
TEST_F(MemoryLayout, ElementOfATile) {
  const Shape& tiled = Of("f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(PaddedElementCount(tiled), 24);
  EXPECT_EQ(LinearIndex(tiled, {2, 3}), 17);
  EXPECT_THAT(*MultiIndex(tiled, 17), ElementsAre(2, 3));
  EXPECT_EQ(MultiIndex(tiled, 18), std::nullopt);  // [3,2], padding
  EXPECT_EQ(LinearIndex(tiled, {3, 2}), std::nullopt);
  EXPECT_EQ(LinearIndex(tiled, {2}), std::nullopt);
  EXPECT_EQ(MultiIndex(tiled, 24), std::nullopt);
  EXPECT_EQ(MultiIndex(tiled, -1), std::nullopt);
  const Shape& plain = Of("f32[2,3]{0,1}");
  EXPECT_EQ(LinearIndex(plain, {1, 2}), 5);
  EXPECT_EQ(LinearIndex(plain, {0, 1}), 2);
  EXPECT_EQ(LinearIndex(Of("f32[]"), {}), 0);
  EXPECT_EQ(LinearIndex(Of("(f32[])"), {}), std::nullopt);
  EXPECT_EQ(LinearIndex(Of("f32[0]"), {0}), std::nullopt);
  EXPECT_EQ(MultiIndex(Of("f32[0]"), 0), std::nullopt);
}

// Writes the elements of an array into memory block by block, with nested lists: the first tile
// makes an array of arrays.
struct Grid {
  std::vector<int64_t> sizes;
  std::vector<int64_t> cells;  // row-major; the number of the element, -1 for padding
};

Grid Tiled(const Grid& grid, const std::vector<int64_t>& tile) {
  const size_t rank = grid.sizes.size();
  const size_t untiled = rank - tile.size();
  Grid out;
  for (size_t i = 0; i < rank; ++i) {
    out.sizes.push_back(i < untiled ? grid.sizes[i]
                                    : (grid.sizes[i] + tile[i - untiled] - 1) / tile[i - untiled]);
  }
  out.sizes.insert(out.sizes.end(), tile.begin(), tile.end());
  std::vector<int64_t> at(out.sizes.size());
  while (true) {
    int64_t offset = 0;
    bool inside = true;
    for (size_t i = 0; i < rank; ++i) {
      const int64_t x = i < untiled ? at[i] : at[i] * tile[i - untiled] + at[rank + i - untiled];
      inside &= x < grid.sizes[i];
      offset = offset * grid.sizes[i] + x;
    }
    out.cells.push_back(inside ? grid.cells[static_cast<size_t>(offset)] : -1);
    size_t i = at.size();
    while (i > 0 && ++at[i - 1] == out.sizes[i - 1]) at[--i] = 0;
    if (i == 0) return out;
  }
}

TEST_F(MemoryLayout, AgreesWithWritingOutEveryElement) {
  std::mt19937_64 random(1);
  const auto below = [&](int n) {
    return static_cast<int64_t>(random() % static_cast<uint64_t>(n));
  };
  for (int round = 0; round < 400; ++round) {
    const int64_t rank = 1 + below(4);
    std::vector<int64_t> dimensions, order;
    for (int64_t i = 0; i < rank; ++i) {
      dimensions.push_back(1 + below(5));
      order.insert(order.begin() + below(static_cast<int>(order.size()) + 1), i);
    }
    std::vector<std::vector<int64_t>> tiles(static_cast<size_t>(below(3)));
    size_t most = static_cast<size_t>(rank);
    for (std::vector<int64_t>& tile : tiles) {
      for (int64_t i = below(static_cast<int>(most)); i >= 0; --i) tile.push_back(1 + below(4));
      most += tile.size();
    }
    Layout layout;
    layout.minor_to_major = order;
    std::vector<Tile> views;
    for (const std::vector<int64_t>& tile : tiles) views.push_back({tile});
    layout.tiles = views;
    const Shape& shape = *module_.shapes().Array(PrimitiveType::kF32, dimensions, {}, &layout);
    SCOPED_TRACE(PrintShape(shape));

    // The untiled memory: the elements in physical order, each by its logical row-major number.
    Grid grid;
    int64_t count = 1;
    for (int64_t i = rank - 1; i >= 0; --i) {
      grid.sizes.push_back(dimensions[static_cast<size_t>(order[static_cast<size_t>(i)])]);
      count *= grid.sizes.back();
    }
    std::map<int64_t, std::vector<int64_t>> index_of;
    std::vector<int64_t> at(static_cast<size_t>(rank));
    for (int64_t n = 0; n < count; ++n) {
      int64_t rest = n;
      std::vector<int64_t> index(static_cast<size_t>(rank));
      for (int64_t i = 0; i < rank; ++i) {  // minor first
        const auto dimension = static_cast<size_t>(order[static_cast<size_t>(i)]);
        index[dimension] = rest % dimensions[dimension];
        rest /= dimensions[dimension];
      }
      int64_t number = 0;
      for (size_t i = 0; i < index.size(); ++i) number = number * dimensions[i] + index[i];
      grid.cells.push_back(number);
      index_of[number] = index;
    }
    for (const std::vector<int64_t>& tile : tiles) grid = Tiled(grid, tile);

    ASSERT_EQ(PaddedElementCount(shape), static_cast<int64_t>(grid.cells.size()));
    for (size_t offset = 0; offset < grid.cells.size(); ++offset) {
      const auto found = MultiIndex(shape, static_cast<int64_t>(offset));
      if (grid.cells[offset] < 0) {
        ASSERT_EQ(found, std::nullopt);
        continue;
      }
      ASSERT_EQ(found, index_of[grid.cells[offset]]);
      ASSERT_EQ(LinearIndex(shape, *found), static_cast<int64_t>(offset));
    }
  }
}

// T(*,4): two dimensions as one.
TEST_F(MemoryLayout, CombinedDimensions) {
  const Shape& shape = Of("f32[3,5]{1,0:T(*,4)}");
  for (int64_t i = 0; i < 3; ++i) {
    for (int64_t j = 0; j < 5; ++j) {
      EXPECT_EQ(LinearIndex(shape, {i, j}), i * 5 + j);
      EXPECT_THAT(*MultiIndex(shape, i * 5 + j), ElementsAre(i, j));
    }
  }
  EXPECT_EQ(PaddedElementCount(shape), 16);
  EXPECT_EQ(MultiIndex(shape, 15), std::nullopt);
}

TEST_F(MemoryLayout, PhysicalShapes) {
  const std::pair<const char*, const char*> cases[] = {
      {"f32[10,20,30]{2,0,1}", "f32[20,10,30]{2,1,0}"},
      {"f32[10,20]{0,1:T(8,128)S(1)}", "f32[20,10]{1,0:T(8,128)S(1)}"},
      {"s4[3,<=5]{0,1:E(4)}", "s4[<=5,3]{1,0:E(4)}"},
      {"f32[]", "f32[]"},
      {"(f32[2,3]{0,1}, token[], b(f32[4,5]{0,1}))", "(f32[3,2]{1,0}, token[], b(f32[5,4]{1,0}))"},
  };
  for (const auto& [shape, physical] : cases) {
    EXPECT_EQ(PrintShape(*PhysicalShape(Of(shape), module_.shapes())), physical);
  }
}

TEST_F(MemoryLayout, ReshapesThatAreBitcasts) {
  const struct {
    const char* operand;
    const char* result;
    bool is_bitcast;
  } cases[] = {
      {"f32[6,4]{1,0}", "f32[24]{0}", true},
      {"f32[6,4]{0,1}", "f32[24]{0}", false},
      {"f32[6,4]{0,1}", "f32[2,3,4]{1,0,2}", true},
      {"f32[6,4]{0,1}", "f32[2,3,4]{0,1,2}", false},
      {"f32[6,1,4]{0,2,1}", "f32[6,4]{0,1}", true},
      {"f32[0,4]{0,1}", "f32[0]{0}", true},
      {"f32[6,4]{1,0}", "s32[24]{0}", false},
      {"f32[6,4]{1,0}", "f32[25]{0}", false},
      {"f32[6,4]{1,0:S(1)}", "f32[24]{0}", false},
      {"f32[2,3,8,128]{3,2,1,0:T(8,128)}", "f32[6,8,128]{2,1,0:T(8,128)}", true},
      {"f32[2,8,128]{2,1,0:T(8,128)}", "f32[16,128]{1,0:T(8,128)}", false},
      {"f32[?,4]{1,0}", "f32[?,2,2]{2,1,0}", false},
      {"(f32[4])", "f32[4]{0}", false},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(ReshapeIsBitcast(Of(c.operand), Of(c.result)), c.is_bitcast)
        << c.operand << " " << c.result;
  }
}

// Against the places of all elements.
TEST_F(MemoryLayout, TransposesThatAreBitcasts) {
  std::mt19937 random(7);
  int bitcasts = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<int64_t> sizes, to = {0, 1, 2}, from_order = {0, 1, 2}, to_order = {0, 1, 2};
    for (int i = 0; i < 3; ++i) sizes.push_back(1 + static_cast<int64_t>(random() % 3));
    for (auto* each : {&to, &from_order, &to_order})
      std::shuffle(each->begin(), each->end(), random);
    Layout layout;
    layout.minor_to_major = from_order;
    ShapePool& pool = module_.shapes();
    const Shape& operand = *pool.Array(PrimitiveType::kF32, sizes, {}, &layout);
    std::vector<int64_t> moved;
    for (const int64_t dimension : to) moved.push_back(sizes[static_cast<size_t>(dimension)]);
    layout.minor_to_major = to_order;
    const Shape& result = *pool.Array(PrimitiveType::kF32, moved, {}, &layout);
    bool is_bitcast = true;
    for (int64_t offset = 0; offset < *ElementCount(operand); ++offset) {
      const std::vector<int64_t> index = *MultiIndex(operand, offset);
      std::vector<int64_t> there;
      for (const int64_t dimension : to) there.push_back(index[static_cast<size_t>(dimension)]);
      is_bitcast = is_bitcast && LinearIndex(result, there) == offset;
    }
    bitcasts += is_bitcast ? 1 : 0;
    EXPECT_EQ(TransposeIsBitcast(operand, result, to), is_bitcast)
        << PrintShape(operand) << PrintShape(result);
  }
  EXPECT_GT(bitcasts, 200);
  EXPECT_FALSE(TransposeIsBitcast(Of("f32[2,2]"), Of("f32[2,2]"), {0, 0}));
  EXPECT_FALSE(TransposeIsBitcast(Of("f32[2,3]"), Of("f32[2,3]"), {1, 0}));
  EXPECT_FALSE(TransposeIsBitcast(Of("f32[2,3]"), Of("f32[2,3]"), {0}));
}

}  // namespace hlo_text_v1::memory_layout_test
