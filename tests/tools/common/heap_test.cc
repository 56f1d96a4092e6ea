#include "src/tools/common/heap.h"

#include <gtest/gtest.h>

#ifdef __linux__
#include <malloc.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "tests/base/huge_pages_test_util.h"

namespace hlo_text_v1::heap_test {

using namespace internal;

// A file of `size` zeros.
class FileOf {
 public:
  explicit FileOf(size_t size)
      : path_((std::filesystem::path(testing::TempDir()) / ("heap" + std::to_string(getpid())))) {
    std::ofstream file(path_);
    file.close();
    std::filesystem::resize_file(path_, size);
  }
  ~FileOf() { std::filesystem::remove(path_); }
  FileOf(const FileOf&) = delete;
  FileOf& operator=(const FileOf&) = delete;

  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

// Whether earlier tests left free blocks that may fit a block larger than the end of the heap.
bool HasFreeBlocks() {
#ifdef __GLIBC__
#if __GLIBC_PREREQ(2, 33)
  const struct mallinfo2 heap = mallinfo2();
  return heap.fordblks - heap.keepcost > heap.keepcost;
#endif
#endif
  return false;
}

// Whether the heap grew.
bool Grows(const std::string& path) {
  const void* const end = sbrk(0);
  UseHugePagesFor(path);
  return sbrk(0) != end;
}

TEST(Heap, ATextLiesInHugePages) {
  if (!huge_pages_test::HasHugePages()) GTEST_SKIP() << "no huge pages";
  constexpr size_t kSize = size_t{1} << 20;
  EXPECT_FALSE(Grows("."));
  EXPECT_FALSE(Grows("no such file"));
  EXPECT_FALSE(Grows(FileOf((size_t{128} << 10) - 1).path()));
  EXPECT_FALSE(Grows(FileOf((size_t{6} << 20) + 1).path()));
  if (HasFreeBlocks()) GTEST_SKIP() << "the heap need not grow";
  PrepareHeap();
  const bool grows = Grows(FileOf(size_t{128} << 10).path());
  const std::unique_ptr<char, void (*)(void*)> block(static_cast<char*>(std::calloc(kSize, 1)),
                                                     std::free);
  const auto at = reinterpret_cast<uintptr_t>(block.get());
  const auto end = reinterpret_cast<uintptr_t>(sbrk(0));
  constexpr size_t kHeapStep = size_t{16} << 20;
  if (at > end || at + 2 * kHeapStep < end) GTEST_SKIP() << "another malloc";
  EXPECT_TRUE(grows);
  EXPECT_TRUE(huge_pages_test::IsAdvised(block.get() + kSize / 64));
  EXPECT_TRUE(huge_pages_test::IsAdvised(block.get() + kSize - 1));
  EXPECT_FALSE(Grows(FileOf(kSize).path())) << "only once";
}

}  // namespace hlo_text_v1::heap_test
#endif
