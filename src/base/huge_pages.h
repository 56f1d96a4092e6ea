// Hints to the system about large blocks of memory.
#ifndef HLO_BASE_HUGE_PAGES_H_
#define HLO_BASE_HUGE_PAGES_H_

#include <cstddef>
#include <utility>
#include <vector>

#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

inline constexpr size_t kHugePage = size_t{2} << 20;  // bytes

// Asks for huge pages in [begin, begin + size), memory that is about to be filled. The first touch
// of an ordinary page costs as much as parsing a kilobyte of text. No effect on blocks below a few
// megabytes, or on systems without huge pages.
void AdviseHugePages(void* begin, size_t size);

// Populates the pages of [begin, begin + size) in one call, except a last page that is only partly
// inside; one fault per page takes twice as long, above all in a virtual machine. For memory that
// is about to be filled. No effect on systems that cannot do it (before Linux 5.14).
void PopulatePages(void* begin, size_t size);

// Uninitialised memory; large blocks use huge pages. Throws what operator new throws.
void* AllocatePages(size_t size);
void FreePages(void* begin, size_t size);

// The same for an array or table, which is about to be filled.
void* AllocateTable(size_t size);

// For containers with one element per name, instruction or shape of a module. Random access to a
// large one mostly misses the TLB, and a miss in a virtual machine walks two page tables.
template <typename T>
struct HugePageAllocator {
  using value_type = T;
  HugePageAllocator() = default;
  template <typename U>
  HugePageAllocator(const HugePageAllocator<U>&) {}  // NOLINT: allocators convert
  T* allocate(size_t count) { return static_cast<T*>(AllocateTable(count * sizeof(T))); }
  void deallocate(T* begin, size_t count) { FreePages(begin, count * sizeof(T)); }
  friend bool operator==(HugePageAllocator, HugePageAllocator) { return true; }
  friend bool operator!=(HugePageAllocator, HugePageAllocator) { return false; }
};

template <typename T>
using LargeVector = std::vector<T, HugePageAllocator<T>>;
template <typename Key, typename Value>
using LargeHashMap = HashMap<Key, Value, typename HashMap<Key, Value>::hasher,
                             typename HashMap<Key, Value>::key_equal,
                             HugePageAllocator<std::pair<const Key, Value>>>;
template <typename Key>
using LargeHashSet = HashSet<Key, typename HashSet<Key>::hasher, typename HashSet<Key>::key_equal,
                             HugePageAllocator<Key>>;

}  // namespace hlo_text_v1::internal

#endif  // HLO_BASE_HUGE_PAGES_H_
