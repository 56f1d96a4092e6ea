// See walk.h.
#include "src/ir/walk.h"

#include "absl/types/span.h"

namespace hlo {

void AppendLeaves(const Shape& shape, std::vector<const Shape*>* leaves, size_t limit) {
  std::vector<const Shape*> open = {&shape};
  while (!open.empty() && leaves->size() < limit) {
    const Shape* at = open.back();
    open.pop_back();
    if (!at->IsTuple()) {
      leaves->push_back(at);
      continue;
    }
    const absl::Span<const Shape* const> elements = at->tuple_shapes();
    open.insert(open.end(), elements.rbegin(), elements.rend());
  }
}

}  // namespace hlo
