// The orders in which a module prints.
//
// Both are depth-first walks with a stack of their own, linear in the size of what they walk.
// Neither is quite a post-order: XLA marks a callee as seen when it is put on the stack, and starts
// from what nobody uses, in order of creation.
#include <cstddef>

#include "hlo/printer.h"
#include "src/ir/huge_pages.h"
#include "src/ir/module_state.h"
#include "src/ir/predecessors.h"

namespace hlo {

using internal::IrAccess;

namespace {

// A computation on the walk's stack, with its instructions that call others.
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

Visit MakeVisit(HloComputation* computation, CallOrder order) {
  Visit visit{computation, {}};
  if (!IrAccess::HasCalls(computation)) return visit;
  if (order == CallOrder::kPrinted) {
    for (HloInstruction* instruction : PrintOrder(*computation)) {
      if (CallsAny(*instruction)) visit.callers.push_back(instruction);
    }
  } else {
    for (HloInstruction* instruction : computation->instructions()) {
      if (CallsAny(*instruction)) visit.callers.push_back(instruction);
    }
  }
  return visit;
}

LargeHashSet<const HloComputation*> CalledComputations(const HloModule& module) {
  LargeHashSet<const HloComputation*> called;
  for (const HloComputation* computation : module.computations()) {
    if (!IrAccess::HasCalls(computation)) continue;
    for (const HloInstruction* instruction : computation->instructions()) {
      instruction->ForEachNamedComputation([&](HloComputation* callee) { called.insert(callee); });
    }
  }
  return called;
}

}  // namespace

std::vector<HloComputation*> ComputationPostOrder(const HloModule& module, CallOrder call_order) {
  const LargeHashSet<const HloComputation*> called = CalledComputations(module);
  std::vector<HloComputation*> order;
  std::vector<Visit> stack;
  std::vector<HloComputation*> callees;
  LargeHashSet<const HloComputation*> seen;
  for (HloComputation* root : module.computations()) {
    if (called.contains(root)) continue;
    stack.push_back(MakeVisit(root, call_order));
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
        if (seen.insert(callee).second) stack.push_back(MakeVisit(callee, call_order));
      }
    }
  }
  return order;
}

std::vector<HloInstruction*> PrintOrder(const HloComputation& computation) {
  if (!computation.parent()->config().is_scheduled || computation.is_fusion_computation()) {
    return InstructionPostOrder(computation);
  }
  std::vector<HloInstruction*> order;
  order.reserve(static_cast<size_t>(computation.instruction_count()));
  for (HloInstruction* instruction : computation.instructions()) order.push_back(instruction);
  return order;
}

std::vector<HloInstruction*> InstructionPostOrder(const HloComputation& computation) {
  std::vector<HloInstruction*> order;
  order.reserve(static_cast<size_t>(computation.instruction_count()));
  std::vector<bool> seen(computation.index_limit());
  PostOrderWalk walk;
  for (HloInstruction* start : computation.instructions()) {
    if (!start->has_users()) walk.Append(start, &seen, &order);
  }
  return order;
}

}  // namespace hlo
