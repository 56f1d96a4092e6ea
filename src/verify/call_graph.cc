// All callers are in one array: a first pass over the module counts, a second fills.
#include "src/verify/call_graph.h"

#include "src/ir/walk.h"

namespace hlo::internal {
namespace {

template <typename Visit>
void ForEachCall(const HloModule& module, Visit visit) {
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* caller : computation->instructions()) {
      caller->ForEachCalledComputation(
          [&](const HloComputation* callee) { visit(caller, callee); });
    }
  }
}

}  // namespace

CallGraph::CallGraph(const HloModule& module) : module_(module) {
  number_.reserve(module.computations().size());
  for (const HloComputation* computation : module.computations()) {
    number_.emplace(computation, static_cast<uint32_t>(number_.size()));
  }
  first_.assign(number_.size() + 1, 0);
  ForEachCall(module, [&](const HloInstruction*, const HloComputation* callee) {
    const auto it = number_.find(callee);
    if (it != number_.end()) ++first_[it->second + 1];
  });
  for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  callers_.resize(first_.back());
  std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
  ForEachCall(module, [&](const HloInstruction* caller, const HloComputation* callee) {
    const auto it = number_.find(callee);
    if (it != number_.end()) callers_[next[it->second]++] = caller;
  });
}

absl::Span<const HloInstruction* const> CallGraph::callers(
    const HloComputation& computation) const {
  const auto it = number_.find(&computation);
  if (it == number_.end()) return {};
  const uint32_t begin = first_[it->second];
  return absl::MakeConstSpan(callers_).subspan(begin, first_[it->second + 1] - begin);
}

CallGraph::Cycle CallGraph::FindCycle() const {
  // Walks from callee to caller.
  std::vector<WalkState> states(number_.size());
  const auto state_of = [&](const HloComputation* computation) -> WalkState& {
    return states[number_.at(computation)];
  };
  const auto caller_of = [&](const HloComputation* callee, size_t i) -> const HloComputation* {
    const absl::Span<const HloInstruction* const> all = callers(*callee);
    return i < all.size() ? all[i]->parent() : nullptr;
  };
  for (const HloComputation* root : module_.computations()) {
    const std::vector<const HloComputation*> cycle = internal::FindCycle(root, state_of, caller_of);
    if (!cycle.empty()) return {cycle.back(), cycle.front()};
  }
  return {};
}

}  // namespace hlo::internal
