// Slow path of the arena: a new block.
//
// Blocks double from 4 KiB to 8 MiB: a small module stays small, a large one calls the allocator
// rarely. An allocation of more than a quarter of the next block gets its own block, and the
// current block stays in use. Blocks of huge pages are aligned to them: small pages took a third of
// the time to read a 4 MB module into a fresh process. Smaller blocks populate several small pages
// per call, which saves a page fault for each: 5 % of the time to read 400 KB into a fresh process.
#include "hlo/arena.h"

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "src/base/huge_pages.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {
constexpr size_t kFirstBlock = size_t{4} << 10;
constexpr size_t kLargestBlock = size_t{8} << 20;
constexpr size_t kPopulated = size_t{64} << 10;  // bytes at a time
constexpr size_t kWorthACall = size_t{16} << 10;
// Smaller blocks mostly reuse memory that the process has touched before.
constexpr size_t kSmallestFreshBlock = size_t{128} << 10;
}  // namespace

void* Arena::BumpSlow(size_t size, size_t alignment) {
  if (size > kMaxAllocation + kRedZone) throw std::bad_alloc();
  if (static_cast<size_t>(limit_ - next_) < size + alignment) {
    const size_t block_size = std::clamp(allocated_, kFirstBlock, kLargestBlock);
    if (size > block_size / 4) {
      const auto begin = reinterpret_cast<uintptr_t>(AddBlock(size + alignment));
      return reinterpret_cast<void*>((begin + alignment - 1) & ~(uintptr_t{alignment} - 1));
    }
    UseBlock(block_size);
  }
  Populate(size + alignment);
  return Bump(size, alignment);
}

void Arena::Reserve(size_t size) {
  if (size < kPopulated || static_cast<size_t>(limit_ - next_) >= size) return;
  if (size >= kHugePage / 2) {
    size = std::min((size + kHugePage - 1) / kHugePage * kHugePage, kLargestBlock);
  }
  UseBlock(size);
}

void Arena::UseBlock(size_t size) {
  next_ = AddBlock(size);
  limit_ = next_ + size;
  end_ = size < kSmallestFreshBlock ? limit_ : next_;
}

// Populates the `size` bytes of the block at next_ and some more, or all of a block of huge pages.
// Some may be populated already, so the rest may be less than `size`.
void Arena::Populate(size_t size) {
  const auto left = static_cast<size_t>(limit_ - end_);
  const size_t added = left < 2 * kPopulated || left >= kHugePage
                           ? left
                           : std::min(left, std::max(kPopulated, size));
  if (added >= kWorthACall && added < kHugePage) PopulatePages(end_, added);
  end_ += added;
}

void Arena::Adopt(Arena&& other) {
  for (auto& block : other.blocks_) blocks_.push_back(std::move(block));
  allocated_ += other.allocated_;
  other = Arena();
}

char* Arena::AddBlock(size_t size) {
  std::unique_ptr<char, FreeBlock> block(static_cast<char*>(AllocatePages(size)), FreeBlock{size});
  blocks_.push_back(std::move(block));
  allocated_ += size;
  return blocks_.back().get();
}

void Arena::FreeBlock::operator()(char* block) const { FreePages(block, size); }

}  // namespace hlo_text_v1
