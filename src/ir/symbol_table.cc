// Adopts the names of another table on several threads: each looks up some of them in this one,
// then numbers some of the new ones, then writes these ids to some of the other table's slots. None
// of these is moved.
//
// Names are looked up in the order of the other table's slots. That is the order of the low bits of
// their hashes, and so that of the slots here: both are read from begin to end, not at random.
#include "src/ir/symbol_table.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>
#include <vector>

#include "src/base/thread_group.h"

namespace hlo::internal {

class SymbolTable::Adoption {
 public:
  Adoption(SymbolTable& table, SymbolTable& other, size_t jobs)
      : table_(table), other_(other), count_(other.texts_.size()), ids_(count_) {
    // Names for each: to start a thread takes as long as some thousand.
    constexpr size_t kLeastPerJob = 1 << 15;
    jobs_ = std::max<size_t>(std::min(jobs, count_ / kLeastPerJob), 1);
  }

  std::vector<uint32_t> Run() {
    ForEachRange(other_.slots_.size(), [this](size_t, Range range) { FindKnown(range); });
    // How many are new before each range of ids.
    std::vector<size_t> added(jobs_ + 1);
    for (size_t i = 0; i < jobs_; ++i) {
      const auto [begin, end] = RangeOf(count_, i);
      const auto first = ids_.begin();
      const auto added_here = std::count(first + begin, first + end, kNone) - (begin == 0 ? 1 : 0);
      added[i + 1] = added[i] + static_cast<size_t>(added_here);
    }
    const size_t known = table_.texts_.size();
    table_.texts_.resize(known + added.back());
    ForEachRange(count_, [&](size_t i, Range range) { AddNew(range, known + added[i]); });
    ForEachRange(other_.slots_.size(), [this](size_t, Range range) {
      for (size_t at = range.begin; at < range.end; ++at) {
        other_.slots_[at].id = ids_[other_.slots_[at].id];
      }
    });
    return std::move(ids_);
  }

 private:
  struct Range {
    size_t begin, end;
  };
  Range RangeOf(size_t count, size_t job) const {
    return {count * job / jobs_, count * (job + 1) / jobs_};
  }
  // Calls work(i, range) for all ranges of [0, count), one for each job.
  template <typename Work>
  void ForEachRange(size_t count, Work work) const {
    if (!ForEachOnThreads(jobs_, [&](size_t i) { work(i, RangeOf(count, i)); })) {
      throw std::bad_alloc();
    }
  }

  // A slot of the other table, and where its hash is in a table.
  struct Candidate {
    Slot slot;
    size_t at = 0;
  };
  static constexpr size_t kAtOnce = 256;
  using Candidates = std::array<Candidate, kAtOnce>;

  // Gives the names in a range of the other table's slots the ids that they have.
  void FindKnown(Range range) {
    for (size_t begin = range.begin; begin < range.end; begin += kAtOnce) {
      const size_t end = std::min(begin + kAtOnce, range.end);
      FindKnownIn(table_.slots_, {begin, end});
      for (const Slots& adopted : table_.adopted_) FindKnownIn(adopted, {begin, end});
    }
  }

  // In at most kAtOnce slots, in steps: each asks for the memory that the next one reads.
  void FindKnownIn(const Slots& slots, Range range) {
    Candidates candidates;
    const size_t count = FindCandidates(slots, range, &candidates);
    for (size_t i = 0; i < count; ++i) {
      __builtin_prefetch(&table_.texts_[slots[candidates[i].at].id]);
      __builtin_prefetch(&other_.texts_[candidates[i].slot.id]);
    }
    for (size_t i = 0; i < count; ++i) {
      __builtin_prefetch(table_.texts_[slots[candidates[i].at].id].data());
      __builtin_prefetch(other_.texts_[candidates[i].slot.id].data());
    }
    for (size_t i = 0; i < count; ++i) {
      const auto [hash, id] = candidates[i].slot;
      const uint32_t found = table_.FindIn(slots, Hashed{other_.texts_[id], hash});
      if (found != kNone) ids_[id] = found;
    }
  }

  // The names in `range` that `slots` may have.
  size_t FindCandidates(const Slots& slots, Range range, Candidates* candidates) const {
    size_t taken = 0;
    for (size_t at = range.begin; at < range.end; ++at) {
      (*candidates)[taken].slot = other_.slots_[at];
      taken += other_.slots_[at].id != kNone ? 1 : 0;
    }
    size_t count = 0;
    for (size_t i = 0; i < taken; ++i) {
      Candidate candidate = (*candidates)[i];
      const bool may_be_there = LookUp(slots, &candidate);
      (*candidates)[count] = candidate;
      count += may_be_there ? 1 : 0;
    }
    return count;
  }

  // Whether `slots` may have the name, by the first few slots that it could be in. Without
  // branches, of which one in three would be mispredicted.
  static bool LookUp(const Slots& slots, Candidate* candidate) {
    constexpr size_t kLookedAt = 4;
    const uint32_t hash = candidate->slot.hash;
    const size_t first = hash & (slots.size() - 1);
    candidate->at = first;
    if (first + kLookedAt > slots.size()) return true;
    bool is_there = false;
    bool ends = false;
    for (size_t at = first; at < first + kLookedAt; ++at) {
      const bool is_same = slots[at].hash == hash;
      candidate->at = is_same ? at : candidate->at;
      is_there |= is_same;
      ends |= slots[at].id == kNone;
    }
    return is_there || !ends;
  }

  // Numbers the new names in `range` from `id` on.
  void AddNew(Range range, size_t id) {
    for (size_t there = std::max<size_t>(range.begin, 1); there < range.end; ++there) {
      if (ids_[there] != kNone) continue;
      ids_[there] = static_cast<uint32_t>(id);
      table_.texts_[id++] = other_.texts_[there];
    }
  }

  SymbolTable& table_;
  SymbolTable& other_;
  const size_t count_;
  size_t jobs_;
  std::vector<uint32_t> ids_;  // by id there; kNone while unknown
};

std::vector<uint32_t> SymbolTable::Adopt(SymbolTable* other, size_t jobs) {
  std::vector<uint32_t> ids = Adoption(*this, *other, jobs).Run();
  adopted_.push_back(std::move(other->slots_));
  SetLimit();
  *other = SymbolTable();
  return ids;
}

}  // namespace hlo::internal
