// Arena: alignment, stable addresses, little waste.
#include "hlo/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace hlo_text_v1::arena_test {

struct Pair {
  int64_t first;
  char second;
};

TEST(Arena, AlignsWhatItReturns) {
  Arena arena;
  for (size_t i = 0; i < 1000; ++i) {
    const size_t alignment = size_t{1} << (i % 5);
    const auto at = reinterpret_cast<uintptr_t>(arena.Allocate(1 + i % 37, alignment));
    EXPECT_EQ(at % alignment, 0u);
  }
}

TEST(Arena, ValuesStayInPlace) {
  Arena arena;
  std::vector<Pair*> pairs;
  for (int64_t i = 0; i < 100'000; ++i) pairs.push_back(arena.New<Pair>(i, 'x'));
  Arena moved = std::move(arena);
  Arena moved_again;
  moved_again = std::move(moved);
  for (int64_t i = 0; i < 100'000; ++i) ASSERT_EQ(pairs[static_cast<size_t>(i)]->first, i);
}

// Blocks below a huge page become present in steps: every byte must be distinct and stay.
TEST(Arena, BlocksThatArePopulatedInPieces) {
  Arena arena;
  std::vector<absl::Span<unsigned char>> all;
  for (size_t i = 0; i < 3000; ++i) {
    const size_t size = 1 + i * 7919 % 3000;
    auto* bytes = static_cast<unsigned char*>(arena.Allocate(size, 8));
    all.emplace_back(bytes, size);
    std::memset(bytes, static_cast<int>(i % 251), size);
  }
  for (size_t i = 0; i < all.size(); ++i) {
    for (const unsigned char byte : all[i]) ASSERT_EQ(byte, i % 251);
  }
}

// The second allocation populates more than itself, so the third is partly populated.
TEST(Arena, ALargeAllocationAtTheEndOfABlock) {
  constexpr size_t kBlock = 200'000;
  Arena arena;
  arena.Reserve(kBlock);
  const char* begin = arena.NewArray<char>(8);
  arena.NewArray<char>(1'000);
  const char* large = arena.NewArray<char>(190'000);
  EXPECT_EQ(large, begin + 1'008 + 2 * Arena::kRedZone);
  const char* last = arena.NewArray<char>(20'000);
  EXPECT_TRUE(last < begin || last >= begin + kBlock);
}

TEST(Arena, AdoptsAnother) {
  Arena arena;
  const int64_t* ours = arena.New<int64_t>(1);
  const int64_t* theirs;
  {
    Arena other;
    theirs = other.New<int64_t>(2);
    const size_t bytes = arena.allocated_bytes() + other.allocated_bytes();
    arena.Adopt(std::move(other));
    EXPECT_EQ(arena.allocated_bytes(), bytes);
    EXPECT_EQ(other.allocated_bytes(), 0u);
    other.New<int64_t>(3);
  }
  arena.New<int64_t>(4);
  EXPECT_EQ(*ours, 1);
  EXPECT_EQ(*theirs, 2);
}

TEST(Arena, CopiesSpansAndStrings) {
  Arena arena;
  std::vector<int64_t> values = {1, 2, 3};
  const absl::Span<const int64_t> copy = arena.CopySpan(absl::Span<const int64_t>(values));
  values = {7, 7, 7};
  EXPECT_EQ(copy, absl::Span<const int64_t>({1, 2, 3}));
  EXPECT_TRUE(arena.CopySpan<int64_t>({}).empty());

  std::string text("a\0b", 3);
  const std::string_view text_copy = arena.CopyString(text);
  text = "xyz";
  EXPECT_EQ(text_copy, std::string_view("a\0b", 3));
  EXPECT_TRUE(arena.CopyString("").empty());
}

TEST(Arena, TakesNoMemoryForNothingAndLittleForSmallThings) {
  Arena arena;
  EXPECT_EQ(arena.allocated_bytes(), 0u);
  arena.CopyString("x");
  EXPECT_LE(arena.allocated_bytes(), size_t{8} << 10);
  for (int i = 0; i < 1'000'000; ++i) arena.New<int64_t>(i);
  EXPECT_GE(arena.allocated_bytes(), size_t{8'000'000});
  EXPECT_LE(arena.allocated_bytes(), (8 + Arena::kRedZone) * size_t{1'500'000});
}

TEST(Arena, LargeAllocationsHaveBlocksOfTheirOwn) {
  Arena arena;
  char* small = arena.NewArray<char>(8);
  arena.NewArray<char>(5'000'000);
  EXPECT_LE(arena.allocated_bytes(), size_t{5'100'000});
  EXPECT_EQ(arena.NewArray<char>(8), small + 8 + Arena::kRedZone)
      << "the block that was in use stays in use";
}

TEST(Arena, AMovedFromArenaIsEmpty) {
  Arena arena;
  arena.CopyString("x");
  Arena other = std::move(arena);
  EXPECT_EQ(arena.allocated_bytes(), 0u);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(arena.CopyString("abc"), "abc");
  EXPECT_GT(other.allocated_bytes(), 0u);
}

TEST(Arena, RefusesSizesThatOverflow) {
  Arena arena;
  EXPECT_THROW(arena.NewArray<int64_t>(size_t{1} << 61), std::bad_alloc);
  EXPECT_THROW(arena.NewArray<int64_t>(SIZE_MAX), std::bad_alloc);
  EXPECT_THROW(arena.Allocate(SIZE_MAX, 8), std::bad_alloc);
  EXPECT_EQ(arena.CopyString("abc"), "abc");
}

// Only builds with the sanitizer have it. Its last bytes may share an aligned group of eight with
// the next object.
#ifdef ABSL_HAVE_ADDRESS_SANITIZER
TEST(Arena, ARedZoneFollowsEachAllocation) {
  Arena arena;
  for (const size_t size : {1, 7, 8, 24, 4'000, 100'000, 5'000'000}) {
    const char* begin = arena.NewArray<char>(size);
    EXPECT_FALSE(__asan_address_is_poisoned(begin + size - 1)) << size;
    for (size_t i = 0; i <= Arena::kRedZone - 8; ++i) {
      EXPECT_TRUE(__asan_address_is_poisoned(begin + size + i)) << size << " + " << i;
    }
  }
}
#endif

}  // namespace hlo_text_v1::arena_test
