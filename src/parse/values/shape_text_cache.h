// Maps the text of a shape to the shape; ReadShape looks here before it parses.
//
// Open addressing, grown by doubling; the keys are views into the source.
#ifndef HLO_PARSE_VALUES_SHAPE_TEXT_CACHE_H_
#define HLO_PARSE_VALUES_SHAPE_TEXT_CACHE_H_

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "hlo/shape.h"
#include "src/base/huge_pages.h"
#include "src/base/name_hash.h"

namespace hlo::internal {

class ShapeTextCache {
 public:
  ShapeTextCache() : slots_(64) {}

  // The shape of `text`, or nullptr.
  const Shape* Find(std::string_view text) const {
    const uint32_t hash = HashName(text, seed_);
    for (size_t at = hash & (slots_.size() - 1); slots_[at].shape != nullptr;
         at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.hash == hash && slot.size == text.size() &&
          SameBytes(slot.text, text.data(), text.size())) {
        return slot.shape;
      }
    }
    return nullptr;
  }

  // `text` must be new and must outlive the cache.
  void Insert(std::string_view text, const Shape* shape) {
    if (++size_ * 2 > slots_.size()) Grow();
    Put(Slot{text.data(), static_cast<uint32_t>(text.size()), HashName(text, seed_), shape});
  }

 private:
  struct Slot {
    const char* text = nullptr;
    uint32_t size = 0;
    uint32_t hash = 0;
    const Shape* shape = nullptr;  // nullptr: free
  };
  void Put(const Slot& slot) {
    size_t at = slot.hash & (slots_.size() - 1);
    while (slots_[at].shape != nullptr) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
  void Grow() {
    LargeVector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.shape != nullptr) Put(slot);
    }
  }

  uint64_t seed_ = HashSeed();
  LargeVector<Slot> slots_;
  size_t size_ = 0;
};

}  // namespace hlo::internal

#endif  // HLO_PARSE_VALUES_SHAPE_TEXT_CACHE_H_
