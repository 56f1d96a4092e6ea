// madvise(MADV_HUGEPAGE) only on huge pages that lie wholly inside the block, so it takes no extra
// memory.
#include "src/base/huge_pages.h"

#include <cstdint>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace hlo_text_v1::internal {
void AdviseHugePages(void* begin, size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  const uintptr_t first = (reinterpret_cast<uintptr_t>(begin) + kHugePage - 1) & ~(kHugePage - 1);
  const uintptr_t last = (reinterpret_cast<uintptr_t>(begin) + size) & ~(kHugePage - 1);
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#else
  (void)begin;
  (void)size;
#endif
}

void PopulatePages(void* begin, size_t size) {
#if defined(__linux__) && defined(MADV_POPULATE_WRITE)
  constexpr uintptr_t kPage = 4096;
  const uintptr_t first = reinterpret_cast<uintptr_t>(begin) & ~(kPage - 1);
  const uintptr_t last = (reinterpret_cast<uintptr_t>(begin) + size) & ~(kPage - 1);
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_POPULATE_WRITE);
#else
  (void)begin;
  (void)size;
#endif
}

void* AllocatePages(size_t size) {
  if (size < kHugePage) return ::operator new(size);
  void* begin = ::operator new(size, std::align_val_t{kHugePage});
  AdviseHugePages(begin, size);
  return begin;
}

void FreePages(void* begin, size_t size) {
  if (size < kHugePage) return ::operator delete(begin);
  ::operator delete(begin, std::align_val_t{kHugePage});
}

void* AllocateTable(size_t size) {
  // In bytes. Smaller blocks mostly reuse memory that the process has touched before.
  constexpr size_t kPopulated = size_t{128} << 10;
  void* begin = AllocatePages(size);
  if (kPopulated <= size && size < kHugePage) PopulatePages(begin, size);
  return begin;
}

}  // namespace hlo_text_v1::internal
