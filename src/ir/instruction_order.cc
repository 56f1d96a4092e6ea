// The orders in which a module prints.
//
// Both are depth-first walks with their own stack, linear in what they visit. Neither is quite a
// post-order: XLA marks a callee as seen when it pushes it, and starts from unused computations and
// instructions in order of creation, which is their order in the module unless a proto said
// otherwise.
#include "src/ir/instruction_order.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hlo/graph.h"
#include "src/ir/kept_text.h"
#include "src/ir/module_state.h"
#include "src/ir/mutable_parts.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// The calls of a module, from one walk over all instructions.
class Calls {
 public:
  // The calling instructions of each computation come in `order`.
  Calls(const HloModule& module, CallOrder order)
      : ranges_(IrAccess::StateOf(module).owned_computations.size()), is_called_(ranges_.size()) {
    const bool is_large = IsLargerThanCache(module);
    InstructionOrder print_order;
    for (const HloComputation* computation : module.computations()) {
      if (!Node(computation).has_calls) continue;
      Range& range = ranges_[Node(computation).number];
      range.begin = callers_.size();
      if (order == CallOrder::kPrinted) {
        for (const HloInstruction* each : print_order.PrintOrder(*computation)) Add(each);
      } else {
        for (const HloInstruction* each : computation->instructions()) {
          if (is_large) PrefetchBehind(each);
          Add(each);
        }
        SortByCreation(module, absl::MakeSpan(callers_).subspan(range.begin));
      }
      range.end = callers_.size();
    }
  }

  bool IsCalled(const HloComputation* computation) const {
    return is_called_[Node(computation).number];
  }
  absl::Span<const HloInstruction* const> CallersIn(const HloComputation* computation) const {
    const Range& range = ranges_[Node(computation).number];
    return absl::MakeConstSpan(callers_).subspan(range.begin, range.end - range.begin);
  }

 private:
  struct Range {
    size_t begin = 0;
    size_t end = 0;
  };

  void Add(const HloInstruction* instruction) {
    bool calls = false;
    instruction->ForEachCalledComputation([&](const HloComputation* callee) {
      calls = true;
      is_called_[Node(callee).number] = true;
    });
    if (calls) callers_.push_back(instruction);
  }

  // By number, like all sets of computations here: hash tables take twice the time if there are
  // more computations than fit into the cache.
  std::vector<Range> ranges_;  // of callers_
  std::vector<bool> is_called_;
  std::vector<const HloInstruction*> callers_;
};

// A computation on the walk's stack.
struct Visit {
  const HloComputation* computation;
  absl::Span<const HloInstruction* const> callers;  // that are left
};

}  // namespace

namespace internal {

bool HasCreationRanks(const HloModule& module) {
  return IrAccess::StateOf(module).creation_ranks != nullptr;
}

void SortByCreation(const HloModule& module, absl::Span<const HloInstruction*> instructions) {
  if (!HasCreationRanks(module)) return;
  const CreationRanks& ranks = *IrAccess::StateOf(module).creation_ranks;
  std::vector<std::pair<uint32_t, const HloInstruction*>> ranked;
  ranked.reserve(instructions.size());
  for (const HloInstruction* each : instructions) {
    const auto found = ranks.find(each);
    ranked.emplace_back(found == ranks.end() ? each->index() : found->second, each);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (size_t i = 0; i < ranked.size(); ++i) instructions[i] = ranked[i].second;
}

std::vector<uint32_t> CallerCounts(const HloModule& module) {
  return CallerCounts(module, module.computations());
}

std::vector<uint32_t> CallerCounts(const HloModule& module,
                                   absl::Span<const HloComputation* const> callers) {
  const bool is_large = IsLargerThanCache(module);
  std::vector<uint32_t> counts(IrAccess::StateOf(module).owned_computations.size());
  const auto count = [&](const HloComputation* callee) { ++counts[Node(callee).number]; };
  for (const HloComputation* computation : callers) {
    if (!Node(computation).has_calls) continue;
    for (const HloInstruction* instruction : computation->instructions()) {
      if (is_large) PrefetchBehind(instruction);
      instruction->ForEachCalledComputation(count);
    }
  }
  return counts;
}

bool HasOperandsFirst(const HloComputation& computation) {
  std::vector<bool> seen(computation.index_limit());
  for (const HloInstruction* instruction : computation.instructions()) {
    const Predecessors predecessors(instruction);
    for (size_t i = 0; i < predecessors.size(); ++i) {
      if (predecessors[i]->parent() == &computation && !seen[predecessors[i]->index()])
        return false;
    }
    seen[instruction->index()] = true;
  }
  return true;
}

}  // namespace internal

std::vector<const HloComputation*> ComputationPostOrder(const HloModule& module,
                                                        CallOrder call_order) {
  const Calls calls(module, call_order);
  std::vector<const HloComputation*> order;
  order.reserve(module.computations().size());
  std::vector<Visit> stack;
  std::vector<const HloComputation*> callees;
  std::vector<bool> seen(IrAccess::StateOf(module).owned_computations.size());
  const auto walk = [&](const HloComputation* root) {
    if (seen[Node(root).number]) return;
    seen[Node(root).number] = true;
    stack.push_back({root, calls.CallersIn(root)});
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.callers.empty()) {
        order.push_back(top.computation);
        stack.pop_back();
        continue;
      }
      const HloInstruction* caller = top.callers.front();
      top.callers.remove_prefix(1);
      callees.clear();
      caller->ForEachCalledComputation([&](const HloComputation* c) { callees.push_back(c); });
      for (size_t i = callees.size(); i > 0; --i) {
        const HloComputation* callee = callees[i - 1];
        if (seen[Node(callee).number]) continue;
        seen[Node(callee).number] = true;
        stack.push_back({callee, calls.CallersIn(callee)});
      }
    }
  };
  // A text kept as written may need the things it names before it.
  if (!IrAccess::StateOf(module).pinned_names.empty()) {
    for (const HloComputation* named : module.computations()) {
      if (IsPinned(*named) && !named->IsEntry()) walk(named);
    }
  }
  for (const HloComputation* root : module.computations()) {
    if (!calls.IsCalled(root)) walk(root);
  }
  return order;
}

std::vector<HloComputation*> ComputationPostOrder(HloModule& module, CallOrder order) {
  return MutableParts(ComputationPostOrder(std::as_const(module), order));
}

namespace internal {

std::vector<const HloInstruction*> InstructionOrder::PrintOrder(const HloComputation& computation) {
  if (!IsScheduled(computation)) return PostOrder(computation);
  std::vector<const HloInstruction*> order;
  order.reserve(static_cast<size_t>(computation.instruction_count()));
  for (const HloInstruction* instruction : computation.instructions()) order.push_back(instruction);
  return order;
}

std::vector<const HloInstruction*> InstructionOrder::PostOrder(const HloComputation& computation) {
  std::vector<const HloInstruction*> order;
  order.reserve(static_cast<size_t>(computation.instruction_count()));
  seen_.assign(computation.index_limit(), false);
  const HloModule& module = *computation.parent();
  if (HasCreationRanks(module)) {
    std::vector<const HloInstruction*> created;
    for (const HloInstruction* start : computation.instructions()) {
      if (!Node(start).has_users) created.push_back(start);
    }
    SortByCreation(module, absl::MakeSpan(created));
    for (const HloInstruction* start : created) walk_.Append(start, &seen_, &order);
    return order;
  }
  const bool is_large = IsLargerThanCache(module);
  for (const HloInstruction* start : computation.instructions()) {
    if (is_large) PrefetchBehind(start);
    if (!Node(start).has_users) walk_.Append(start, &seen_, &order);
  }
  return order;
}

std::vector<const HloInstruction*> InstructionOrder::PostOrder(
    const HloComputation& computation, absl::Span<const HloInstruction* const> without_users) {
  std::vector<const HloInstruction*> order;
  order.reserve(static_cast<size_t>(computation.instruction_count()));
  seen_.assign(computation.index_limit(), false);
  for (const HloInstruction* start : without_users) walk_.Append(start, &seen_, &order);
  return order;
}

}  // namespace internal

std::vector<const HloInstruction*> PrintOrder(const HloComputation& computation) {
  return InstructionOrder().PrintOrder(computation);
}
std::vector<HloInstruction*> PrintOrder(HloComputation& computation) {
  return MutableParts(PrintOrder(std::as_const(computation)));
}

std::vector<const HloInstruction*> InstructionPostOrder(const HloComputation& computation) {
  return InstructionOrder().PostOrder(computation);
}
std::vector<HloInstruction*> InstructionPostOrder(HloComputation& computation) {
  return MutableParts(InstructionPostOrder(std::as_const(computation)));
}

}  // namespace hlo_text_v1
