// See symbol_table.h.
#include "src/ir/symbol_table.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hlo::internal {

std::vector<uint32_t> SymbolTable::Adopt(SymbolTable* other) {
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

}  // namespace hlo::internal
