// Walks the result of a link before and now side by side; a part that both have is not walked
// again.
#include "src/async/chain_shapes.h"

#include <utility>

namespace hlo::internal {

std::vector<OutputLeaf> NewOutputLeaves(const Shape& before, const Shape& now, size_t limit) {
  struct Open {
    const Shape* before;  // nullptr if it is not bound
    const Shape* now;
    std::vector<int64_t> index;
  };
  std::vector<OutputLeaf> leaves;
  std::vector<Open> stack = {{&before, &now, {}}};
  while (!stack.empty() && leaves.size() < limit) {
    Open at = std::move(stack.back());
    stack.pop_back();
    if (at.before == at.now) continue;
    const bool is_unbound = at.before == nullptr || IsEmptyTuple(*at.before);
    if (!at.now->IsTuple()) {
      if (is_unbound) leaves.push_back({at.now, std::move(at.index)});
      continue;
    }
    const absl::Span<const Shape* const> parts = at.now->tuple_shapes();
    const absl::Span<const Shape* const> bound = is_unbound || !at.before->IsTuple()
                                                     ? absl::Span<const Shape* const>()
                                                     : at.before->tuple_shapes();
    for (size_t i = parts.size(); i-- > 0;) {
      std::vector<int64_t> index = at.index;
      index.push_back(static_cast<int64_t>(i));
      stack.push_back({i < bound.size() ? bound[i] : nullptr, parts[i], std::move(index)});
    }
  }
  return leaves;
}

}  // namespace hlo::internal
