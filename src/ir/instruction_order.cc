// The orders in which a module prints.
//
// Both are depth-first walks with their own stack, linear in what they visit. Neither is quite a
// post-order: XLA marks a callee as seen when it pushes it, and starts from unused computations and
// instructions in order of creation.
#include "src/ir/instruction_order.h"

#include <cstddef>

#include "hlo/order.h"
#include "src/ir/module_state.h"
#include "src/ir/prefetch.h"

namespace hlo {

using namespace internal;

namespace {

// A computation on the walk's stack and its instructions that call others.
struct Visit {
  HloComputation* computation;
  std::vector<HloInstruction*> callers;
  size_t next = 0;
};

bool CallsAny(const HloInstruction& instruction) {
  bool calls = false;
  instruction.ForEachNamedComputation([&](HloComputation*) { calls = true; });
  return calls;
}

Visit MakeVisit(HloComputation* computation, CallOrder call_order, InstructionOrder* order) {
  Visit visit{computation, {}};
  if (!IrAccess::HasCalls(computation)) return visit;
  const auto add = [&](HloInstruction* instruction) {
    if (CallsAny(*instruction)) visit.callers.push_back(instruction);
  };
  if (call_order == CallOrder::kPrinted) {
    for (HloInstruction* instruction : order->PrintOrder(*computation)) add(instruction);
  } else {
    for (HloInstruction* instruction : computation->instructions()) add(instruction);
  }
  return visit;
}

}  // namespace

namespace internal {

// By number, like all sets of computations here: hash tables take twice the time once there are
// more computations than the cache holds.
std::vector<uint32_t> CallerCounts(const HloModule& module) {
  return CallerCounts(module, module.computations());
}

std::vector<uint32_t> CallerCounts(const HloModule& module,
                                   absl::Span<HloComputation* const> callers) {
  const bool is_large = IsLargerThanCache(module);
  std::vector<uint32_t> counts(IrAccess::StateOf(module).owned_computations.size());
  for (const HloComputation* computation : callers) {
    if (!IrAccess::HasCalls(computation)) continue;
    for (const HloInstruction* instruction : computation->instructions()) {
      if (is_large) PrefetchBehind(instruction);
      instruction->ForEachNamedComputation(
          [&](HloComputation* callee) { ++counts[IrAccess::Number(callee)]; });
    }
  }
  return counts;
}

}  // namespace internal

std::vector<HloComputation*> ComputationPostOrder(const HloModule& module, CallOrder call_order) {
  const std::vector<uint32_t> callers = CallerCounts(module);
  InstructionOrder instruction_order;
  std::vector<HloComputation*> order;
  order.reserve(module.computations().size());
  std::vector<Visit> stack;
  std::vector<HloComputation*> callees;
  std::vector<bool> seen(callers.size());
  for (HloComputation* root : module.computations()) {
    if (callers[IrAccess::Number(root)] > 0) continue;
    stack.push_back(MakeVisit(root, call_order, &instruction_order));
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.next == top.callers.size()) {
        order.push_back(top.computation);
        stack.pop_back();
        continue;
      }
      const HloInstruction* caller = top.callers[top.next++];
      callees.clear();
      caller->ForEachNamedComputation([&](HloComputation* c) { callees.push_back(c); });
      for (size_t i = callees.size(); i > 0; --i) {
        HloComputation* callee = callees[i - 1];
        if (seen[IrAccess::Number(callee)]) continue;
        seen[IrAccess::Number(callee)] = true;
        stack.push_back(MakeVisit(callee, call_order, &instruction_order));
      }
    }
  }
  return order;
}

namespace internal {

std::vector<HloInstruction*> InstructionOrder::PrintOrder(const HloComputation& computation) {
  if (!computation.parent()->config().is_scheduled || computation.is_fusion_computation()) {
    return PostOrder(computation);
  }
  std::vector<HloInstruction*> order;
  order.reserve(static_cast<size_t>(computation.instruction_count()));
  for (HloInstruction* instruction : computation.instructions()) order.push_back(instruction);
  return order;
}

std::vector<HloInstruction*> InstructionOrder::PostOrder(const HloComputation& computation) {
  std::vector<HloInstruction*> order;
  order.reserve(static_cast<size_t>(computation.instruction_count()));
  seen_.assign(computation.index_limit(), false);
  const bool is_large = IsLargerThanCache(*computation.parent());
  for (HloInstruction* start : computation.instructions()) {
    if (is_large) PrefetchBehind(start);
    if (!start->has_users()) walk_.Append(start, &seen_, &order);
  }
  return order;
}

std::vector<HloInstruction*> InstructionOrder::PostOrder(
    const HloComputation& computation, absl::Span<HloInstruction* const> without_users) {
  std::vector<HloInstruction*> order;
  order.reserve(static_cast<size_t>(computation.instruction_count()));
  seen_.assign(computation.index_limit(), false);
  for (HloInstruction* start : without_users) walk_.Append(start, &seen_, &order);
  return order;
}

}  // namespace internal

std::vector<HloInstruction*> PrintOrder(const HloComputation& computation) {
  return InstructionOrder().PrintOrder(computation);
}

std::vector<HloInstruction*> InstructionPostOrder(const HloComputation& computation) {
  return InstructionOrder().PostOrder(computation);
}

}  // namespace hlo
