// The orders in which a module prints.
//
// Both are depth-first walks with a stack of their own, linear in the size of what they walk.
// Neither is quite a post-order: XLA marks a callee as seen when it is put on the stack, and starts
// from what nobody uses, in order of creation.
#include <cstddef>

#include "absl/container/flat_hash_set.h"
#include "hlo/printer.h"
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

absl::flat_hash_set<const HloComputation*> CalledComputations(const HloModule& module) {
  absl::flat_hash_set<const HloComputation*> called;
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
  const absl::flat_hash_set<const HloComputation*> called = CalledComputations(module);
  std::vector<HloComputation*> order;
  std::vector<Visit> stack;
  std::vector<HloComputation*> callees;
  absl::flat_hash_set<const HloComputation*> seen;
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
  // Marked when they are put on the stack: on a path without cycles that is as good as when they
  // leave it, and on a cycle, which an edit may make, the walk ends.
  std::vector<bool> seen(computation.index_limit());
  std::vector<Predecessors> stack;
  for (HloInstruction* start : computation.instructions()) {
    if (start->has_users() || seen[start->index()]) continue;
    seen[start->index()] = true;
    stack.emplace_back(start);
    while (!stack.empty()) {
      HloInstruction* predecessor = stack.back().Next();
      if (predecessor == nullptr) {
        HloInstruction* instruction = stack.back().instruction();
        stack.pop_back();
        order.push_back(instruction);
      } else if (!seen[predecessor->index()]) {
        seen[predecessor->index()] = true;
        stack.emplace_back(predecessor);
      }
    }
  }
  return order;
}

}  // namespace hlo
