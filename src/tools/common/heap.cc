// In a virtual machine the first touch of a huge page costs as much as that of fifty small pages,
// which took a fifth of the time to read and print 400 KB. The source, the arena and the tables of
// a short text share one huge page, because malloc takes blocks of any size from the end of the
// heap.
//
// A touched page cannot become part of a huge page, and malloc writes after each block. So an
// unused block, which is never touched, ends shortly before the first huge page.
#include "src/tools/common/heap.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#if __GLIBC_PREREQ(2, 33) && defined(MADV_HUGEPAGE)
#define HLO_HAS_HUGE_HEAP
#endif
#endif

#include "src/base/huge_pages.h"

namespace hlo_text_v1::internal {

namespace {

[[maybe_unused]] constexpr size_t kHeapStep = size_t{16} << 20;  // bytes

#ifdef HLO_HAS_HUGE_HEAP

constexpr size_t kPage = 4096;
// Below this size, touching small pages costs no more than a huge page.
constexpr size_t kLeastText = size_t{128} << 10;
// Longer texts have their own blocks of huge pages.
constexpr size_t kMostText = size_t{6} << 20;

// The number of huge pages that will certainly be filled: from one megabyte on, 2.4 times the text.
size_t HugePagesFor(size_t text) { return std::max<size_t>(text * 12 / 5 / kHugePage, 1); }

void UseHugePages(size_t count) {
  static void* volatile block;  // volatile: otherwise the compiler would omit malloc
  if (block != nullptr) return;
  mallopt(M_MMAP_THRESHOLD, kHeapStep);              // no block gets its own mapping
  const size_t size = mallinfo2().keepcost + kPage;  // more than the heap has, so that it grows
  block = std::malloc(size);
  const auto address = reinterpret_cast<uintptr_t>(block);
  if (address == 0) return;
  const uintptr_t begin = (address + size + 2 * kPage - 1) / kHugePage * kHugePage + kHugePage;
  std::free(block);
  block = std::malloc(begin - kPage - address);  // at the same place
  madvise(reinterpret_cast<void*>(begin), count * kHugePage, MADV_HUGEPAGE);
}

#endif

}  // namespace

void PrepareHeap() {
#ifdef __GLIBC__
  // Untouched memory costs nothing, but a thread's heap grows page by page, with a call and a fault
  // for each.
  mallopt(M_TOP_PAD, kHeapStep);
#endif
}

void UseHugePagesFor(const std::string& path) {
#ifdef HLO_HAS_HUGE_HEAP
  static_assert(kMostText * 12 / 5 <= kHeapStep);
  struct stat status;
  const int result = path == "-" ? fstat(STDIN_FILENO, &status) : stat(path.c_str(), &status);
  if (result != 0 || !S_ISREG(status.st_mode)) return;
  const auto text = static_cast<uint64_t>(status.st_size);
  if (kLeastText <= text && text <= kMostText) UseHugePages(HugePagesFor(text));
#else
  (void)path;
#endif
}

}  // namespace hlo_text_v1::internal
