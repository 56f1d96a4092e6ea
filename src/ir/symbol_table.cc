// Adopts the names of another table on several threads: each looks up some of the names and, when
// the new ones have their ids, inserts those.
#include "src/ir/symbol_table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
      if (id + kAhead < end) PrefetchSlot(hashes[id + kAhead]);
      ids[id] = Find(Hashed{other.texts_[id], hashes[id]});
    }
  });
  const uint32_t first_new = size();
  for (size_t id = 1; id < count; ++id) {
    if (ids[id] != kNone) continue;
    ids[id] = size();
    texts_.push_back(other.texts_[id]);
  }
  ForEachRange(count, jobs, [&](size_t begin, size_t end) {
    for (size_t id = begin; id < end; ++id) {
      if (id + kAhead < end) PrefetchSlot(hashes[id + kAhead]);
      if (ids[id] >= first_new) InsertBesideOthers(Slot{hashes[id], ids[id]});
    }
  });
  return ids;
}

// Other threads may insert other names at the same time. A slot is taken with its id; nobody reads
// its hash until all are done.
void SymbolTable::InsertBesideOthers(const Slot& slot) {
  for (size_t at = slot.hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
    // Most slots are found taken, and a look costs a tenth of an exchange.
    if (__atomic_load_n(&slots_[at].id, __ATOMIC_RELAXED) != kNone) continue;
    uint32_t expected = kNone;
    if (__atomic_compare_exchange_n(&slots_[at].id, &expected, slot.id, /*weak=*/false,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      slots_[at].hash = slot.hash;
      return;
    }
  }
}

}  // namespace hlo::internal
