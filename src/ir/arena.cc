// Slow path of the arena: a new block.
//
// Blocks double from 4 KiB to 8 MiB, so that a small module stays small and a large one makes few
// calls of the allocator. An allocation of more than a quarter of the next block gets a block of
// its own, and the current block goes on being used.
#include "hlo/arena.h"

#include <algorithm>

#include "src/ir/huge_pages.h"

namespace hlo {
namespace {
constexpr size_t kFirstBlock = size_t{4} << 10;
constexpr size_t kLargestBlock = size_t{8} << 20;
}  // namespace

void* Arena::AllocateSlow(size_t size, size_t alignment) {
  size_t block_size = std::clamp(allocated_, kFirstBlock, kLargestBlock);
  const bool own_block = size > block_size / 4;
  if (own_block) block_size = size + alignment;
  // Not make_unique: it would zero the block, and touch pages that may never be used.
  blocks_.emplace_back(new char[block_size]);
  allocated_ += block_size;
  char* begin = blocks_.back().get();
  AdviseHugePages(begin, block_size);
  const uintptr_t at =
      (reinterpret_cast<uintptr_t>(begin) + alignment - 1) & ~(uintptr_t{alignment} - 1);
  if (!own_block) {
    next_ = reinterpret_cast<char*>(at + size);
    end_ = begin + block_size;
  }
  return reinterpret_cast<void*>(at);
}

}  // namespace hlo
