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
  std::vector<Slot> added(count);  // by id there
  for (const Slot& slot : other.slots_) added[slot.id].hash = slot.hash;
  std::vector<uint32_t> ids(count);
  ForEachRange(count, jobs, [&](size_t begin, size_t end) {
    for (size_t id = begin; id < end; ++id) {
      if (id + kAhead < end) {
        __builtin_prefetch(&slots_[added[id + kAhead].hash & (slots_.size() - 1)]);
      }
      ids[id] = Find(Hashed{other.texts_[id], added[id].hash});
    }
  });
  for (size_t id = 1; id < count; ++id) {
    if (ids[id] != kNone) continue;
    ids[id] = added[id].id = static_cast<uint32_t>(texts_.size());
    texts_.push_back(other.texts_[id]);
  }
  InsertAllNew(added, jobs);
  return ids;
}

// Puts those that have an id into slots, of which there are enough.
void SymbolTable::InsertAllNew(absl::Span<const Slot> added, size_t jobs) {
  std::mutex mutex;
  std::vector<Slot> left;  // those that do not fit into their range
  const size_t mask = slots_.size() - 1;
  ForEachRange(slots_.size(), jobs, [&](size_t begin, size_t end) {
    const auto is_here = [&](const Slot& slot) {
      const size_t at = slot.hash & mask;
      return slot.id != kNone && begin <= at && at < end;
    };
    for (size_t i = 0; i < added.size(); ++i) {
      if (i + kAhead < added.size() && is_here(added[i + kAhead])) {
        __builtin_prefetch(&slots_[added[i + kAhead].hash & mask]);
      }
      if (!is_here(added[i])) continue;
      size_t at = added[i].hash & mask;
      while (at < end && slots_[at].id != kNone) ++at;
      if (at < end) {
        slots_[at] = added[i];
      } else {
        const std::lock_guard<std::mutex> lock(mutex);
        left.push_back(added[i]);
      }
    }
  });
  for (const Slot& slot : left) InsertNew(slot);
}

}  // namespace hlo::internal
