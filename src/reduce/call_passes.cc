// Passes over calls: entry, inline, parameters.
#include <algorithm>
#include <utility>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/transform.h"
#include "src/base/hash_table.h"
#include "src/reduce/passes.h"

namespace hlo_text_v1::internal {

// ---- entry: first the computations that nothing calls, then those with the most instructions.

ReduceEdits ProposeEntry(const HloModule& module) {
  HashSet<const HloComputation*> called;
  ForEachReducible(module, [&](const HloInstruction* instruction, const ReduceEdit&) {
    instruction->ForEachCalledComputation([&](const HloComputation* c) { called.insert(c); });
  });
  ReduceEdits edits;
  const auto computations = module.computations();
  for (size_t c = 0; c < computations.size(); ++c) {
    const HloComputation& computation = *computations[c];
    const auto parameters = static_cast<int64_t>(computation.parameters().size());
    if (computation.IsEntry() || computation.instruction_count() == parameters) continue;
    edits.push_back({static_cast<uint32_t>(c), 0, computation.instruction_count()});
  }
  std::stable_sort(edits.begin(), edits.end(), [&](const ReduceEdit& a, const ReduceEdit& b) {
    const bool calls_a = called.contains(computations[a.computation]);
    const bool calls_b = called.contains(computations[b.computation]);
    return calls_a != calls_b ? calls_b : a.detail > b.detail;
  });
  return edits;
}

void ApplyEntry(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  MakeEntryComputation(subject.computation(edits.front()));
}

// ---- inline: the detail is the branch of a conditional.

namespace {

// Replaces `instruction` with a call of `callee`; nullptr if that is not possible.
HloInstruction* MakeCall(HloInstruction* instruction, HloComputation* callee,
                         absl::Span<HloInstruction* const> operands) {
  const std::vector<HloInstruction*> arguments(operands.begin(), operands.end());
  const absl::StatusOr<HloInstruction*> call =
      ReplaceWithNewInstruction(instruction, HloOpcode::kCall, &instruction->shape(), arguments,
                                {MakeAttribute<AttributeKind::kToApply>(callee)});
  return call.ok() ? *call : nullptr;
}

template <typename Instruction>
auto CalleesOf(Instruction& instruction) {
  std::vector<decltype(instruction.to_apply())> callees;
  instruction.ForEachCalledComputation([&](auto* c) { callees.push_back(c); });
  return callees;
}

bool MayInline(const HloInstruction& instruction) {
  return instruction.opcode() == HloOpcode::kCall || instruction.opcode() == HloOpcode::kFusion ||
         instruction.opcode() == HloOpcode::kWhile ||
         instruction.opcode() == HloOpcode::kConditional;
}

}  // namespace

ReduceEdits ProposeInline(const HloModule& module) {
  ReduceEdits edits;
  ForEachReducible(module, [&](const HloInstruction* instruction, ReduceEdit edit) {
    if (!MayInline(*instruction)) return;
    const bool is_conditional = instruction->opcode() == HloOpcode::kConditional;
    const size_t branches = is_conditional ? CalleesOf(*instruction).size() : 1;
    for (size_t i = 0; i < branches; ++i) {
      edit.detail = static_cast<int64_t>(i);
      edits.push_back(edit);
    }
  });
  return edits;
}

void ApplyInline(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  for (const ReduceEdit& edit : edits) {
    HloInstruction* call = subject.instruction(edit);
    if (call == nullptr) continue;
    const std::vector<HloComputation*> callees = CalleesOf(*call);
    if (static_cast<size_t>(edit.detail) >= callees.size()) continue;
    HloComputation* callee = callees[static_cast<size_t>(edit.detail)];
    if (call->opcode() == HloOpcode::kConditional) {
      call = MakeCall(call, callee, {call->operand(edit.detail + 1)});
    } else if (call->opcode() != HloOpcode::kCall) {
      call = MakeCall(call, callee, call->operands());
    }
    if (call != nullptr) InlineCall(call).status().IgnoreError();
  }
}

// ---- parameters: drops parameters of computations that only calls and fusions call, if they are
// unused or always get the same value as an earlier one.

namespace {

template <typename Instruction>
using Callers = HashMap<const HloComputation*, std::vector<Instruction*>>;

// The computations that only calls and fusions call, with their callers.
template <typename Instruction, typename Module>
Callers<Instruction> PlainCallers(Module& module) {
  Callers<Instruction> callers;
  std::vector<const HloComputation*> others;
  for (auto* computation : module.computations()) {
    for (Instruction* instruction : computation->instructions()) {
      const bool is_plain =
          instruction->opcode() == HloOpcode::kCall || instruction->opcode() == HloOpcode::kFusion;
      instruction->ForEachCalledComputation([&](const HloComputation* callee) {
        if (is_plain) callers[callee].push_back(instruction);
        if (!is_plain) others.push_back(callee);
      });
    }
  }
  for (const HloComputation* other : others) callers.erase(other);
  return callers;
}

// The earlier parameter that gets the same operand from all `callers`; nullptr if there is none.
template <typename Instruction>
Instruction* EarlierTwin(Instruction& parameter, const std::vector<Instruction*>& callers) {
  const auto all = parameter.parent()->parameters();
  const int64_t number = parameter.parameter_number();
  for (int64_t i = 0; i < number; ++i) {
    const bool is_twin =
        std::all_of(callers.begin(), callers.end(), [&](const HloInstruction* caller) {
          return number < caller->operand_count() && caller->operand(i) == caller->operand(number);
        });
    if (is_twin && &all[static_cast<size_t>(i)]->shape() == &parameter.shape()) {
      return all[static_cast<size_t>(i)];
    }
  }
  return nullptr;
}

bool IsUsed(const HloInstruction& parameter) { return HasUsers(parameter) || parameter.IsRoot(); }

}  // namespace

ReduceEdits ProposeParameters(const HloModule& module) {
  ReduceEdits edits;
  const auto callers = PlainCallers<const HloInstruction>(module);
  const auto computations = module.computations();
  for (size_t c = 0; c < computations.size(); ++c) {
    const auto at = callers.find(computations[c]);
    if (at == callers.end()) continue;
    for (const HloInstruction* parameter : computations[c]->parameters()) {
      if (IsUsed(*parameter) && EarlierTwin(*parameter, at->second) == nullptr) continue;
      edits.push_back({static_cast<uint32_t>(c), 0, parameter->parameter_number()});
    }
  }
  return edits;
}

void ApplyParameters(const ReduceSubject& subject, absl::Span<const ReduceEdit> edits) {
  const auto callers = PlainCallers<HloInstruction>(subject.module());
  // From the last, so that the numbers of the others stay.
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    HloComputation* computation = subject.computation(*edit);
    const auto at = callers.find(computation);
    if (at == callers.end()) continue;
    HloInstruction* parameter = computation->parameters()[static_cast<size_t>(edit->detail)];
    DropAllControlDependencies(parameter).IgnoreError();
    if (IsUsed(*parameter)) {
      HloInstruction* twin = EarlierTwin(*parameter, at->second);
      if (twin == nullptr) continue;
      ReplaceAllUsesWithDifferentShape(parameter, twin).IgnoreError();
    }
    if (!RemoveParameter(computation, edit->detail).ok()) continue;
    for (HloInstruction* caller : at->second) {
      if (caller->parent() == nullptr || edit->detail >= caller->operand_count()) continue;
      std::vector<HloInstruction*> operands(caller->operands().begin(), caller->operands().end());
      HloInstruction* dropped = operands[static_cast<size_t>(edit->detail)];
      operands.erase(operands.begin() + edit->detail);
      SetOperands(caller, operands).IgnoreError();
      RemoveUnneeded(dropped);
    }
  }
  RemoveUnusedEntryParameters(subject.module());
}

}  // namespace hlo_text_v1::internal
