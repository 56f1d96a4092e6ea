#include "src/base/huge_pages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "tests/base/huge_pages_test_util.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace hlo_text_v1::huge_pages_test {

using namespace internal;

#ifdef __linux__
constexpr size_t kPage = 4096;
constexpr size_t kHugePageBytes = size_t{2} << 20;

// Untouched memory.
class Mapping {
 public:
  Mapping()
      : begin_(static_cast<char*>(
            mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {}
  ~Mapping() { munmap(begin_, kSize); }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  static constexpr size_t kSize = 8 * kHugePageBytes;
  char* begin() const { return begin_; }

  size_t ResidentPages() const {
    std::vector<unsigned char> pages(kSize / kPage);
    EXPECT_EQ(mincore(begin_, kSize, pages.data()), 0);
    size_t resident = 0;
    for (const unsigned char page : pages) resident += page & 1;
    return resident;
  }

 private:
  char* begin_;
};

#ifdef MADV_POPULATE_WRITE
TEST(HugePages, PopulatedPagesAreThere) {
  const Mapping mapping;
  madvise(mapping.begin(), Mapping::kSize, MADV_NOHUGEPAGE);  // otherwise a page may include others
  if (madvise(mapping.begin(), kPage, MADV_POPULATE_WRITE) != 0) GTEST_SKIP() << "old kernel";
  ASSERT_EQ(mapping.ResidentPages(), 1u);
  PopulatePages(mapping.begin() + 100, 5 * kPage);
  EXPECT_EQ(mapping.ResidentPages(), 5u);
  mapping.begin()[0] = 'x';
  PopulatePages(mapping.begin(), 2 * kPage);
  PopulatePages(mapping.begin(), 0);
  EXPECT_EQ(mapping.begin()[0], 'x');
}
#endif

// Advises no memory beyond the block.
TEST(HugePages, WholePagesInsideAreAdvised) {
  if (!HasHugePages()) GTEST_SKIP() << "no huge pages";
  const Mapping mapping;
  const auto address = reinterpret_cast<uintptr_t>(mapping.begin());
  char* first = mapping.begin() + (kHugePageBytes - address % kHugePageBytes);
  AdviseHugePages(first, kHugePageBytes - 1);
  AdviseHugePages(nullptr, 0);
  EXPECT_FALSE(IsAdvised(first));
  AdviseHugePages(first - kPage, 3 * kHugePageBytes);
  EXPECT_FALSE(IsAdvised(first - kPage));
  EXPECT_TRUE(IsAdvised(first));
  EXPECT_TRUE(IsAdvised(first + kHugePageBytes));
  EXPECT_FALSE(IsAdvised(first + 2 * kHugePageBytes));
}
#endif

TEST(HugePages, LargeTablesBeginAtOne) {
  for (const size_t size : {size_t{1}, size_t{2} << 20, (size_t{5} << 20) + 1}) {
    void* table = AllocateTable(size);
    std::memset(table, 1, size);
    if (size >= size_t{2} << 20) {
      EXPECT_EQ(reinterpret_cast<uintptr_t>(table) % (size_t{2} << 20), 0u);
    }
    FreePages(table, size);
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

}  // namespace hlo_text_v1::huge_pages_test
