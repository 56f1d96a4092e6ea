#include "src/base/huge_pages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

namespace hlo::huge_pages_test {

TEST(HugePages, AdviceLeavesTheMemoryAsItIs) {
  for (const size_t size : {size_t{0}, size_t{100}, size_t{9} << 20}) {
    std::vector<char> block(size, 'x');
    AdviseHugePages(block.data(), block.size());
    PopulatePages(block.data(), block.size());
    EXPECT_EQ(block, std::vector<char>(size, 'x'));
  }
  AdviseHugePages(nullptr, 0);
}

TEST(HugePages, LargeTablesBeginAtOne) {
  for (const size_t size : {size_t{1}, size_t{2} << 20, (size_t{5} << 20) + 1}) {
    void* table = AllocateTable(size);
    std::memset(table, 1, size);
    if (size >= size_t{2} << 20) {
      EXPECT_EQ(reinterpret_cast<uintptr_t>(table) % (size_t{2} << 20), 0u);
    }
    FreeTable(table, size);
  }
}

TEST(HugePages, ContainersGrow) {
  constexpr uint32_t kCount = 1'000'000;
  LargeVector<uint32_t> vector;
  LargeHashMap<uint32_t, uint32_t> map;
  LargeHashSet<uint32_t> set;
  for (uint32_t i = 0; i < kCount; ++i) {
    vector.push_back(i);
    map[i] = i;
    set.insert(i);
  }
  EXPECT_EQ(map.size(), kCount);
  EXPECT_EQ(set.size(), kCount);
  for (uint32_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(vector[i], i);
    ASSERT_EQ(map.at(i), i);
  }
}

}  // namespace hlo::huge_pages_test
