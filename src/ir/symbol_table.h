// The symbol table: every name of a module has one 32-bit id.
//
// Ids are dense, so a scope's bindings are an array indexed by id. Open addressing with the hash in
// the slot; texts are views into the source or the arena. Id 0 is the empty name.
#ifndef HLO_IR_SYMBOL_TABLE_H_
#define HLO_IR_SYMBOL_TABLE_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "src/base/huge_pages.h"
#include "src/base/name_hash.h"

namespace hlo_text_v1::internal {

class SymbolTable {
 public:
  static constexpr uint32_t kNone = 0;

  SymbolTable() : slots_(kFirstSlots) {
    SetLimit();
    texts_.reserve(kFirstSlots);
    texts_.emplace_back();
  }

  // A name that will be interned soon.
  struct Hashed {
    std::string_view name;
    uint32_t hash;
  };
  // Prefetches the slot of `name`: a miss in a large table takes as long as parsing an instruction.
  Hashed Prefetch(std::string_view name) const {
    const Hashed hashed{name, Hash(name)};
    PrefetchSlot(hashed.hash);
    return hashed;
  }

  // The id of `name`; adds it if it is new. `name` must outlive the table.
  uint32_t Intern(std::string_view name) { return Intern(Hashed{name, Hash(name)}); }
  uint32_t Intern(const Hashed& hashed) {
    return InternAs(hashed, [](std::string_view name) { return name; });
  }
  // The same for a name that need not outlive the table; keep(name), called if the name is new,
  // returns a copy that does.
  template <typename Keep>
  uint32_t InternAs(const Hashed& hashed, Keep keep) {
    const auto [name, hash] = hashed;
    size_t at = hash & (slots_.size() - 1);
    for (; slots_[at].id != kNone; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].hash == hash && IsText(slots_[at].id, name)) return slots_[at].id;
    }
    if (texts_.size() >= limit_) return InternSlowly(hashed, keep);
    const uint32_t id = size();
    texts_.push_back(keep(name));
    slots_[at] = Slot{hash, id};
    return id;
  }

  // Makes room for `names` names.
  void Reserve(size_t names) {
    texts_.reserve(names + 1);  // callers reserve only after one name too many
    size_t slots = slots_.size();
    while (names > MostNames(slots)) slots *= 2;
    if (slots > slots_.size()) Rehash(slots);
  }

  // The id of `name`; kNone if there is none.
  uint32_t Find(std::string_view name) const { return Find(Hashed{name, Hash(name)}); }
  uint32_t Find(const Hashed& hashed) const {
    const auto [name, hash] = hashed;
    for (size_t at = hash & (slots_.size() - 1); slots_[at].id != kNone;
         at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].hash == hash && IsText(slots_[at].id, name)) return slots_[at].id;
    }
    return kNone;
  }

  // Interns the names of `other` in the order of their ids, and leaves it empty. Returns the id
  // here of each id there.
  std::vector<uint32_t> Adopt(SymbolTable* other);

  std::string_view Text(uint32_t id) const { return texts_[id]; }
  // All ids are below this.
  uint32_t size() const { return static_cast<uint32_t>(texts_.size()); }

 private:
  static constexpr size_t kFirstSlots = 64;

  // The last byte changes few low bits, so add.10 to add.19 are within 512 bytes: names in a text
  // mostly count up. Fewer misses: 256 MB are read in half to two thirds of the time. Tables that
  // fit the cache take 1 % longer to fill, because they fill less evenly.
  uint32_t Hash(std::string_view name) const {
    if (name.empty()) return 0;
    const auto last = static_cast<uint8_t>(name.back());
    return HashName(name.substr(0, name.size() - 1), seed_) ^ (uint32_t{last} << 2);
  }

  bool IsText(uint32_t id, std::string_view name) const {
    const std::string_view text = texts_[id];
    return text.size() == name.size() && SameBytes(text.data(), name.data(), name.size());
  }

  void PrefetchSlot(uint32_t hash) const {
    __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  }

  struct Slot {
    uint32_t hash = 0;
    uint32_t id = kNone;
  };
  // Takes the first free slot after that of the hash.
  void InsertNew(const Slot& slot) {
    size_t at = slot.hash & (slots_.size() - 1);
    while (slots_[at].id != kNone) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
  void Rehash(size_t count) {
    LargeVector<Slot> old(count);
    old.swap(slots_);
    SetLimit();
    for (const Slot& slot : old) {
      if (slot.id != kNone) InsertNew(slot);
    }
  }

  template <typename Keep>
  ABSL_ATTRIBUTE_NOINLINE uint32_t InternSlowly(const Hashed& hashed, Keep keep) {
    const uint32_t id = size();
    texts_.push_back(keep(hashed.name));
    if (texts_.size() > MostNames(slots_.size())) Rehash(slots_.size() * 2);
    InsertNew(Slot{hashed.hash, id});
    return id;
  }
  // A fuller table would grow.
  static constexpr size_t MostNames(size_t slots) { return slots / 4 * 3; }
  void SetLimit() { limit_ = MostNames(slots_.size()); }

  uint64_t seed_ = HashSeed();
  // With that many names a new one makes the table grow.
  size_t limit_ = 0;
  LargeVector<Slot> slots_;
  LargeVector<std::string_view> texts_;
};

inline std::vector<uint32_t> SymbolTable::Adopt(SymbolTable* other) {
  std::vector<uint32_t> ids(other->size());
  for (const Slot& slot : other->slots_) ids[slot.id] = slot.hash;
  Reserve(texts_.size() + other->texts_.size());
  constexpr uint32_t kAhead = 16;
  for (uint32_t id = 1; id < other->size(); ++id) {
    PrefetchSlot(ids[std::min(id + kAhead, other->size() - 1)]);
    ids[id] = Intern(Hashed{other->texts_[id], ids[id]});
  }
  *other = SymbolTable();
  return ids;
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_IR_SYMBOL_TABLE_H_
