// The printer's orders, then what they leave out. Callees that XLA prints after a caller are moved
// before it.
#include "src/export/numbering.h"

#include <cstddef>

#include "hlo/order.h"
#include "src/ir/module_state.h"

namespace hlo {

ModuleNumbering::ModuleNumbering(const HloModule& module) {
  for (const HloComputation* computation : ComputationPostOrder(module)) Add(computation);
  for (const HloComputation* computation : module.computations()) Add(computation);
}

void ModuleNumbering::Add(const HloComputation* computation) {
  // Depth-first; callees from `next` on are still to be visited.
  struct Open {
    const HloComputation* computation;
    std::vector<const HloComputation*> callees;
    size_t next = 0;
  };
  std::vector<Open> stack;
  const auto open = [&](const HloComputation* next) {
    if (!numbers_.try_emplace(next, -1).second) return;
    Open& visit = stack.emplace_back(Open{next, {}});
    if (!internal::IrAccess::HasCalls(next)) return;
    for (const HloInstruction* instruction : next->instructions()) {
      instruction->ForEachNamedComputation(
          [&](const HloComputation* callee) { visit.callees.push_back(callee); });
    }
  };
  open(computation);
  while (!stack.empty()) {
    Open& top = stack.back();
    if (top.next < top.callees.size()) {
      open(top.callees[top.next++]);
      continue;
    }
    numbers_[top.computation] = static_cast<int64_t>(computations_.size());
    computations_.push_back(top.computation);
    stack.pop_back();
  }
}

InstructionNumbering::InstructionNumbering(const HloComputation& computation)
    : computation_(computation), numbers_(computation.index_limit(), -1) {
  instructions_.reserve(static_cast<size_t>(computation.instruction_count()));
  const auto add = [&](const HloInstruction* instruction) {
    int64_t& number = numbers_[instruction->index()];
    if (number >= 0) return;
    number = static_cast<int64_t>(instructions_.size());
    instructions_.push_back(instruction);
  };
  for (const HloInstruction* instruction : PrintOrder(computation)) add(instruction);
  for (const HloInstruction* instruction : computation.instructions()) add(instruction);
}

}  // namespace hlo
