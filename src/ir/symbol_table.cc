// Adopts the names of another table on several threads. Each thread looks up some of the names;
// then each one fills its own range of the slots with the new names that belong there.
#include "src/ir/symbol_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <new>
#include <vector>

#include "src/base/thread_group.h"

namespace hlo::internal {

namespace {

constexpr size_t kAhead = 16;             // the table is larger than a cache
constexpr size_t kLeastPerJob = 1 << 15;  // names: to start a thread takes as long as some thousand

// Calls work(begin, end) for `jobs` ranges of [0, count).
template <typename Work>
void ForEachRange(size_t count, size_t jobs, Work work) {
  const bool ok =
      ForEachOnThreads(jobs, [&](size_t i) { work(count * i / jobs, count * (i + 1) / jobs); });
  if (!ok) throw std::bad_alloc();
}

}  // namespace

std::vector<uint32_t> SymbolTable::Adopt(const SymbolTable& other, size_t jobs) {
  const size_t count = other.texts_.size();
  jobs = std::max<size_t>(std::min(jobs, count / kLeastPerJob), 1);
  Reserve(texts_.size() + count);
  std::vector<uint32_t> hashes(count);  // by id there
  for (const Slot& slot : other.slots_) hashes[slot.id] = slot.hash;
  std::vector<uint32_t> ids(count);
  ForEachRange(count, jobs, [&](size_t begin, size_t end) {
    for (size_t id = begin; id < end; ++id) {
      if (id + kAhead < end) {
        __builtin_prefetch(&slots_[hashes[id + kAhead] & (slots_.size() - 1)]);
      }
      ids[id] = Find(Hashed{other.texts_[id], hashes[id]});
    }
  });
  const uint32_t first_new = size();
  for (size_t id = 1; id < count; ++id) {
    if (ids[id] != kNone) continue;
    ids[id] = size();
    texts_.push_back(other.texts_[id]);
  }
  InsertAllFrom(first_new, ids, hashes, jobs);
  return ids;
}

// There is room for those of `ids` that are at least `first_new`; `hashes` has theirs.
void SymbolTable::InsertAllFrom(uint32_t first_new, absl::Span<const uint32_t> ids,
                                absl::Span<const uint32_t> hashes, size_t jobs) {
  std::mutex mutex;
  std::vector<Slot> left;  // those that do not fit into their range
  const size_t mask = slots_.size() - 1;
  ForEachRange(slots_.size(), jobs, [&](size_t begin, size_t end) {
    const auto is_here = [&](size_t i) {
      const size_t at = hashes[i] & mask;
      return ids[i] >= first_new && begin <= at && at < end;
    };
    for (size_t i = 0; i < ids.size(); ++i) {
      if (i + kAhead < ids.size() && is_here(i + kAhead)) {
        __builtin_prefetch(&slots_[hashes[i + kAhead] & mask]);
      }
      if (!is_here(i)) continue;
      size_t at = hashes[i] & mask;
      while (at < end && slots_[at].id != kNone) ++at;
      if (at < end) {
        slots_[at] = Slot{hashes[i], ids[i]};
      } else {
        const std::lock_guard<std::mutex> lock(mutex);
        left.push_back(Slot{hashes[i], ids[i]});
      }
    }
  });
  for (const Slot& slot : left) InsertNew(slot);
}

}  // namespace hlo::internal
