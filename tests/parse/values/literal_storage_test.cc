#include "src/parse/values/literal_storage.h"

#include <cstdint>
#include <cstring>

#include "gtest/gtest.h"
#include "src/vocabulary/float_formats.h"

namespace hlo::literal_storage_test {

using namespace internal;

void WriteAll(LiteralStorage& storage, int64_t count) {
  for (int64_t i = 0; i < count; ++i) StoreElement(storage.Slot(i), 4, static_cast<uint64_t>(i));
}

void ExpectAll(absl::Span<const char> bytes, int64_t count) {
  ASSERT_EQ(bytes.size(), static_cast<size_t>(4 * count));
  for (int64_t i = 0; i < count; ++i) {
    ASSERT_EQ(LoadElement(bytes.data() + 4 * i, 4), static_cast<uint64_t>(i));
  }
}

TEST(LiteralStorage, TakesAffordableMemoryAtOnce) {
  Arena arena;
  LiteralStorage storage(arena, /*source_size=*/100, /*count=*/1000, /*width=*/4);
  const char* first = storage.Slot(0);
  WriteAll(storage, 1000);
  EXPECT_EQ(storage.Finish().data(), first);
  ExpectAll(storage.Finish(), 1000);
}

TEST(LiteralStorage, GrowsWithTheElementsWhereTheArenaIsLargeAlready) {
  Arena arena;
  arena.Allocate(size_t{8} << 20, 1);
  const size_t before = arena.allocated_bytes();
  LiteralStorage storage(arena, /*source_size=*/100, /*count=*/5000, /*width=*/4);
  WriteAll(storage, 4000);
  EXPECT_EQ(arena.allocated_bytes(), before);
  for (int64_t i = 4000; i < 5000; ++i) {
    StoreElement(storage.Slot(i), 4, static_cast<uint64_t>(i));
  }
  ExpectAll(storage.Finish(), 5000);
}

TEST(LiteralStorage, AffordsWhatTheTextPaysFor) {
  Arena arena;
  const LiteralStorage small(arena, /*source_size=*/100, /*count=*/1, /*width=*/4);
  EXPECT_TRUE(small.IsAffordable(1 << 16));
  EXPECT_FALSE(small.IsAffordable(int64_t{1} << 30));
  const LiteralStorage large(arena, /*source_size=*/size_t{1} << 30, /*count=*/1, /*width=*/4);
  EXPECT_TRUE(large.IsAffordable(int64_t{1} << 30));
  arena.Allocate(size_t{8} << 20, 1);
  EXPECT_FALSE(small.IsAffordable(1 << 16));
  EXPECT_TRUE(small.IsAffordable(16));  // a scalar always
}

TEST(LiteralStorage, DoesNotStoreTheZerosBehindAFill) {
  Arena arena;
  LiteralStorage storage(arena, /*source_size=*/100, /*count=*/3, /*width=*/2);
  const char first[] = {1, 2};
  const absl::Span<const char> bytes = storage.Fill(first);
  ASSERT_EQ(bytes.size(), 2u);
  EXPECT_EQ(std::memcmp(bytes.data(), "\1\2", 2), 0);
  LiteralStorage none(arena, /*source_size=*/100, /*count=*/0, /*width=*/2);
  EXPECT_TRUE(none.Fill(first).empty());
  EXPECT_TRUE(none.Finish().empty());
}

}  // namespace hlo::literal_storage_test
