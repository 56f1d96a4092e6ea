// A bump allocator: all nodes, names and attribute values of a module live in one.
//
//   hlo_text::Arena arena;
//   auto* window = arena.New<hlo_text::Window>();
//   absl::Span<const int64_t> dims = arena.CopySpan<int64_t>({1, 0});
//   std::string_view name = arena.CopyString("add.1");
//
// Everything an arena returns stays valid and in place until the arena is destroyed; nothing is
// freed earlier. It runs no destructors, so it holds only trivially destructible types. It can be
// moved (pointers into it stay valid) but not copied, and is not safe for concurrent use.
//
// Without memory, or beyond kMaxAllocation, it throws std::bad_alloc, as a container does.
//
// Under AddressSanitizer a red zone follows each allocation: an access past its end is reported.
#ifndef HLO_ARENA_H_
#define HLO_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/base/config.h"
#include "absl/types/span.h"
#include "hlo/version.h"

#ifdef ABSL_HAVE_ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#endif

namespace hlo_text_v1 {

class Arena {
 public:
  // Bytes behind each allocation that are kept free.
#ifdef ABSL_HAVE_ADDRESS_SANITIZER
  static constexpr size_t kRedZone = 16;
#else
  static constexpr size_t kRedZone = 0;
#endif

  // Bytes of one allocation.
  static constexpr size_t kMaxAllocation = SIZE_MAX / 4;

  Arena() = default;
  Arena(Arena&& other) noexcept { *this = std::move(other); }
  Arena& operator=(Arena&& other) noexcept {
    blocks_ = std::move(other.blocks_);
    next_ = std::exchange(other.next_, nullptr);
    end_ = std::exchange(other.end_, nullptr);
    limit_ = std::exchange(other.limit_, nullptr);
    allocated_ = std::exchange(other.allocated_, 0);
    return *this;
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  // `size` uninitialised bytes aligned to `alignment` (a power of two, at most 16).
  void* Allocate(size_t size, size_t alignment) {
#ifdef ABSL_HAVE_ADDRESS_SANITIZER
    // A byte of its shadow memory stands for eight, so what is poisoned starts at a multiple.
    const size_t whole = size > kMaxAllocation ? SIZE_MAX : size + kRedZone;
    void* begin = Bump(whole, alignment < 8 ? 8 : alignment);
    ASAN_POISON_MEMORY_REGION(begin, whole);
    ASAN_UNPOISON_MEMORY_REGION(begin, size);
    return begin;
#else
    return Bump(size, alignment);
#endif
  }

  // Makes a T from `args`; the arena owns it.
  template <typename T, typename... Args>
  T* New(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>, "an arena runs no destructors");
    return new (Allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  // `count` uninitialised elements.
  template <typename T>
  T* NewArray(size_t count) {
    static_assert(std::is_trivially_destructible_v<T>, "an arena runs no destructors");
    const size_t size =
        count <= kMaxAllocation / sizeof(T) ? count * sizeof(T) : kMaxAllocation + 1;
    return static_cast<T*>(Allocate(size, alignof(T)));
  }

  // A copy of `values` that lives as long as the arena; the empty span for no values.
  template <typename T>
  absl::Span<const T> CopySpan(absl::Span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (values.empty()) return {};
    T* copy = NewArray<T>(values.size());
    std::memcpy(static_cast<void*>(copy), values.data(), values.size() * sizeof(T));
    return absl::Span<const T>(copy, values.size());
  }

  // A copy of `text` that lives as long as the arena.
  std::string_view CopyString(std::string_view text) {
    if (text.empty()) return {};
    char* copy = static_cast<char*>(Allocate(text.size(), 1));
    std::memcpy(copy, text.data(), text.size());
    return std::string_view(copy, text.size());
  }

  // A hint: about `size` bytes will be needed. Allocates room at once, in huge pages if the system
  // has them, or does nothing if that would not pay.
  void Reserve(size_t size);

  // Takes over all allocations of `other`; they stay in place and live as long as this arena.
  // `other` is then empty. The rest of its last block stays unused. Linear in its blocks.
  void Adopt(Arena&& other);

  // Bytes taken from the system so far.
  size_t allocated_bytes() const { return allocated_; }

 private:
  struct FreeBlock {
    void operator()(char* block) const;
    size_t size;  // bytes
  };

  void* Bump(size_t size, size_t alignment) {
    const uintptr_t at = (reinterpret_cast<uintptr_t>(next_) + alignment - 1) & ~(alignment - 1);
    if (next_ == nullptr || size > reinterpret_cast<uintptr_t>(end_) - at ||
        at > reinterpret_cast<uintptr_t>(end_)) {
      return BumpSlow(size, alignment);
    }
    next_ = reinterpret_cast<char*>(at + size);
    return reinterpret_cast<void*>(at);
  }
  void* BumpSlow(size_t size, size_t alignment);
  char* AddBlock(size_t size);
  void UseBlock(size_t size);
  void Populate(size_t size);

  std::vector<std::unique_ptr<char, FreeBlock>> blocks_;
  char* next_ = nullptr;
  char* end_ = nullptr;    // of the memory already populated
  char* limit_ = nullptr;  // of the block
  size_t allocated_ = 0;
};

}  // namespace hlo_text_v1

#endif  // HLO_ARENA_H_
