// See walk.h.
#include "src/ir/walk.h"

#include "absl/types/span.h"
#include "src/ir/module_state.h"

namespace hlo::internal {

std::vector<const HloComputation*> NamedComputations(const HloComputation& computation) {
  std::vector<const HloComputation*> named;
  if (!internal::Node(&computation).has_calls) return named;
  for (const HloInstruction* instruction : computation.instructions()) {
    instruction->ForEachNamedComputation(
        [&](const HloComputation* callee) { named.push_back(callee); });
  }
  return named;
}

HashSet<const HloComputation*> ComputationsReachedFrom(const HloComputation& entry) {
  HashSet<const HloComputation*> reached;
  WalkPostOrder(
      &entry, [&](const HloComputation* c) { return reached.insert(c).second; },
      [](const HloComputation* c) { return NamedComputations(*c); }, [](const HloComputation*) {});
  return reached;
}

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

}  // namespace hlo::internal
