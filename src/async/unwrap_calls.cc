// UnwrapAsyncCalls: from `start -> wrapped computation -> call -> callee` to `start -> callee`, the
// form of asynchronous calls in the Async HLO document.
#include "src/async/unwrap_calls.h"

#include <algorithm>
#include <vector>

#include "hlo/async.h"
#include "src/ir/attribute_order.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"

namespace hlo {

using namespace internal;

namespace {

using CountsFunction = absl::FunctionRef<bool(const Attribute&)>;

// The callee of `wrapped` if that only calls it; else nullptr.
HloComputation* OnlyCallee(const HloComputation& wrapped, CountsFunction counts) {
  const HloInstruction* root = wrapped.root_instruction();
  if (root->spelled_opcode() != HloOpcode::kCall ||
      wrapped.instruction_count() != root->operand_count() + 1 ||
      !wrapped.backend_config().empty() || !wrapped.unknown_attributes().empty()) {
    return nullptr;
  }
  HloComputation* callee = nullptr;
  for (const Attribute& attribute : root->attributes()) {
    if (attribute.kind() == AttributeKind::kToApply) {
      callee = attribute.AsComputation();
    } else if (counts(attribute)) {
      return nullptr;
    }
  }
  for (int64_t i = 0; i < root->operand_count(); ++i) {
    const HloInstruction* parameter = root->operand(i);
    if (parameter->opcode() != HloOpcode::kParameter || parameter->parameter_number() != i ||
        std::any_of(parameter->attributes().begin(), parameter->attributes().end(), counts)) {
      return nullptr;
    }
  }
  const bool is_same_thread =
      callee != nullptr && callee->execution_thread() == wrapped.execution_thread();
  return is_same_thread ? callee : nullptr;
}

// Whether a start that calls `callee` wraps an opcode with a start of its own, which the verifier
// refuses.
bool IsFirstClass(const HloComputation& callee) {
  const HloInstruction* root = callee.root_instruction();
  if (!HasFirstClassAsync(root->spelled_opcode())) return false;
  const auto instructions = callee.instructions();
  return std::all_of(instructions.begin(), instructions.end(), [&](const HloInstruction* i) {
    return i == root || i->opcode() == HloOpcode::kParameter;
  });
}

}  // namespace

internal::AsyncWrappers internal::FindAsyncWrappers(const HloModule& module,
                                                    absl::Span<HloComputation* const> computations,
                                                    CountsFunction counts) {
  AsyncWrappers wrappers;
  if (!IrAccess::StateOf(module).has_async) return wrappers;
  const std::vector<uint32_t> callers = CallerCounts(module, computations);
  const auto is_only_called_here = [&](const HloComputation& computation) {
    return callers[Node(&computation).number] == 1 && !computation.IsEntry();
  };
  std::vector<const HloComputation*> through;
  for (const HloComputation* computation : computations) {
    if (!Node(computation).has_calls) continue;  // nor an async-start
    for (const HloInstruction* instruction : computation->instructions()) {
      if (instruction->spelled_opcode() != HloOpcode::kAsyncStart) continue;
      const Attribute* calls = instruction->FindAttribute(AttributeKind::kCalls);
      if (calls == nullptr) continue;
      HloComputation* callee = calls->AsComputation();
      through.clear();
      // Ends: a cycle would be entered by two callers.
      while (is_only_called_here(*callee)) {
        HloComputation* next = OnlyCallee(*callee, counts);
        if (next == nullptr || !is_only_called_here(*next) || IsFirstClass(*next)) break;
        through.push_back(callee);
        callee = next;
      }
      for (const HloComputation* wrapper : through) wrappers[wrapper] = callee;
    }
  }
  return wrappers;
}

void UnwrapAsyncCalls(HloModule& module) {
  const AsyncWrappers wrappers =
      FindAsyncWrappers(module, module.computations(), [](const Attribute&) { return true; });
  if (wrappers.empty()) return;
  IrAccess::ModuleState& state = IrAccess::StateOf(module);
  for (HloComputation* computation : state.computations) {
    if (!Node(computation).has_calls) continue;
    for (const AsyncOperation& operation : FindAsyncOperations(*computation)) {
      const auto wrapper = wrappers.find(operation.wrapped_computation());
      if (wrapper == wrappers.end()) continue;
      // The module is ours to change.
      auto* start = const_cast<HloInstruction*>(&operation.start());
      for (Attribute& attribute : IrAccess::MutableAttributes(start)) {
        if (attribute.kind() != AttributeKind::kCalls) continue;
        ReplaceAttribute(Attribute::Pointer(AttributeKind::kCalls, wrapper->second), &attribute);
      }
      // It cannot be spelled as the sugar that it was.
      for (const HloInstruction* link : operation.all_links()) {
        Node(const_cast<HloInstruction*>(link)).was_sugar = false;
      }
    }
  }
  const auto remove = [&](HloComputation* computation) {
    return Node(computation).is_removed = wrappers.contains(computation);
  };
  state.computations.erase(
      std::remove_if(state.computations.begin(), state.computations.end(), remove),
      state.computations.end());
}

}  // namespace hlo
