// See walk.h.
#include "src/ir/walk.h"

#include "src/ir/module_state.h"

namespace hlo_text_v1::internal {

std::vector<const HloComputation*> Callees(const HloComputation& computation) {
  std::vector<const HloComputation*> callees;
  if (!Node(&computation).has_calls) return callees;
  for (const HloInstruction* instruction : computation.instructions()) {
    instruction->ForEachCalledComputation(
        [&](const HloComputation* callee) { callees.push_back(callee); });
  }
  return callees;
}

std::vector<const HloComputation*> FindCallCycle(absl::Span<HloComputation* const> computations) {
  if (computations.empty()) return {};
  struct Visit {
    WalkState state = WalkState::kNew;
    std::vector<const HloComputation*> callees;
  };
  std::vector<Visit> visits(
      IrAccess::StateOf(*computations[0]->parent()).owned_computations.size());
  const auto state_of = [&](const HloComputation* computation) -> WalkState& {
    return visits[Node(computation).number].state;
  };
  const auto get_callee = [&](const HloComputation* computation, size_t i) {
    std::vector<const HloComputation*>& callees = visits[Node(computation).number].callees;
    if (i == 0) callees = Callees(*computation);
    return i < callees.size() ? callees[i] : nullptr;
  };
  for (const HloComputation* computation : computations) {
    std::vector<const HloComputation*> cycle = FindCycle(computation, state_of, get_callee);
    if (!cycle.empty()) return cycle;
  }
  return {};
}

HashSet<const HloComputation*> ComputationsReachedFrom(
    absl::Span<const HloComputation* const> roots) {
  HashSet<const HloComputation*> reached;
  for (const HloComputation* root : roots) {
    if (reached.contains(root)) continue;
    WalkPostOrder(
        root, [&](const HloComputation* c) { return reached.insert(c).second; },
        [](const HloComputation* c) { return Callees(*c); }, [](const HloComputation*) {});
  }
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

}  // namespace hlo_text_v1::internal
