// UnwrapAsyncCalls: from `start -> wrapped computation -> call -> callee` to `start -> callee`, the
// form of asynchronous calls in the Async HLO document.
#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "hlo/async.h"
#include "src/ir/attribute_order.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"

namespace hlo {

using namespace internal;

namespace {

// The callee of `wrapped` if that only calls it; else nullptr.
HloComputation* OnlyCallee(const HloComputation& wrapped) {
  const HloInstruction* root = wrapped.root_instruction();
  if (root->opcode() != HloOpcode::kCall || root->attributes().size() != 1 ||
      wrapped.instruction_count() != root->operand_count() + 1 ||
      !wrapped.backend_config().empty() || !wrapped.unknown_attributes().empty()) {
    return nullptr;
  }
  for (int64_t i = 0; i < root->operand_count(); ++i) {
    const HloInstruction* parameter = root->operand(i);
    if (parameter->opcode() != HloOpcode::kParameter || parameter->parameter_number() != i ||
        !parameter->attributes().empty()) {
      return nullptr;
    }
  }
  HloComputation* callee = root->FindAttribute(AttributeKind::kToApply)->AsComputation();
  return callee->execution_thread() == wrapped.execution_thread() ? callee : nullptr;
}

}  // namespace

void UnwrapAsyncCalls(HloModule& module) {
  IrAccess::ModuleState& state = IrAccess::StateOf(module);
  if (!state.has_async) return;
  const std::vector<uint32_t> callers = CallerCounts(module);
  absl::flat_hash_set<const HloComputation*> removed;
  for (HloComputation* computation : state.computations) {
    for (HloInstruction* instruction : computation->instructions()) {
      if (instruction->opcode() != HloOpcode::kAsyncStart) continue;
      for (Attribute& attribute : IrAccess::MutableAttributes(instruction)) {
        if (attribute.kind() != AttributeKind::kCalls) continue;
        HloComputation* wrapped = attribute.AsComputation();
        HloComputation* callee = OnlyCallee(*wrapped);
        if (callee == nullptr || callers[IrAccess::Number(wrapped)] != 1 ||
            callers[IrAccess::Number(callee)] != 1 || wrapped->IsEntry() || callee->IsEntry()) {
          continue;
        }
        ReplaceAttribute(Attribute::Pointer(AttributeKind::kCalls, callee), &attribute);
        removed.insert(wrapped);
      }
    }
  }
  const auto is_removed = [&](HloComputation* c) { return removed.contains(c); };
  state.computations.erase(
      std::remove_if(state.computations.begin(), state.computations.end(), is_removed),
      state.computations.end());
}

}  // namespace hlo
