// The table of passes, and functions that several of them need.
#include "src/reduce/pass.h"

#include <algorithm>
#include <vector>

#include "hlo/async.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "src/base/hash_table.h"
#include "src/reduce/passes.h"

namespace hlo_text_v1::internal {

ReduceSubject::ReduceSubject(HloModule* module) : module_(module) {
  const auto computations = module->computations();
  computations_.assign(computations.begin(), computations.end());
  for (HloComputation* computation : computations_) {
    std::vector<HloInstruction*>& list = instructions_.emplace_back();
    list.reserve(static_cast<size_t>(computation->instruction_count()));
    for (HloInstruction* instruction : computation->instructions()) list.push_back(instruction);
  }
}

absl::Span<const ReducePass> ReducePasses() {
  static constexpr ReducePass kPasses[] = {
#define HLO_REDUCE_PASS(X, name, help, kind, is_single) \
  {name, help, Propose##X, Apply##X, ReducePass::kind, is_single},
#include "src/reduce/passes.def"
  };
  return kPasses;
}

std::vector<HloInstruction*> AllInstructions(HloModule& module) {
  std::vector<HloInstruction*> all;
  ForEachReducible(module, [&](HloInstruction* i, const ReduceEdit&) { all.push_back(i); });
  return all;
}

std::vector<uint32_t> PositionsOf(const HloComputation& computation) {
  std::vector<uint32_t> positions(computation.index_limit());
  uint32_t position = 0;
  for (const HloInstruction* instruction : computation.instructions()) {
    positions[instruction->index()] = position++;
  }
  return positions;
}

HashSet<const HloComputation*> WrappedComputations(const HloModule& module) {
  HashSet<const HloComputation*> wrapped;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      if (instruction->opcode() != HloOpcode::kAsyncStart) continue;
      instruction->ForEachCalledComputation([&](const HloComputation* callee) {
        const auto parameters = static_cast<int64_t>(callee->parameters().size());
        if (callee->instruction_count() == parameters + 1) wrapped.insert(callee);
      });
    }
  }
  return wrapped;
}

HloInstruction* LastInstruction(HloComputation& computation) {
  HloInstruction* last = computation.root_instruction();
  while (last->next() != nullptr) last = last->next();
  return last;
}

void SubstituteInstruction(HloInstruction* instruction, HloInstruction* replacement) {
  if (instruction == replacement) return;
  ReplaceAllUsesWithDifferentShape(instruction, replacement).IgnoreError();
  RemoveUnneeded(instruction);
}

void RemoveUnneeded(HloInstruction* instruction) {
  std::vector<HloInstruction*> pending = {instruction};
  while (!pending.empty()) {
    HloInstruction* removed = pending.back();
    pending.pop_back();
    if (removed->parent() == nullptr || HasUsers(*removed) || removed->IsRoot() ||
        removed->opcode() == HloOpcode::kParameter) {
      continue;
    }
    const std::vector<HloInstruction*> operands(removed->operands().begin(),
                                                removed->operands().end());
    DropAllControlDependencies(removed).IgnoreError();
    if (RemoveInstruction(removed).ok()) {
      pending.insert(pending.end(), operands.begin(), operands.end());
    }
  }
}

void RemoveUnusedEntryParameters(HloModule& module, absl::Span<const HloInstruction* const> kept) {
  HloComputation* entry = module.entry_computation();
  for (auto i = static_cast<int64_t>(entry->parameters().size()); --i >= 0;) {
    HloInstruction* parameter = entry->parameters()[static_cast<size_t>(i)];
    if (HasUsers(*parameter) || parameter->IsRoot()) continue;
    if (std::find(kept.begin(), kept.end(), parameter) != kept.end()) continue;
    DropAllControlDependencies(parameter).IgnoreError();
    RemoveParameter(entry, i).IgnoreError();
  }
}

void MakeEntryComputation(HloComputation* computation) {
  HloModule& module = *computation->parent();
  ForgetAliases(module);
  std::vector<HloComputation*> pending = {computation};
  HashSet<const HloComputation*> seen = {computation};
  while (!pending.empty()) {
    HloComputation* next = pending.back();
    pending.pop_back();
    SetExecutionThread(next, "main").IgnoreError();
    for (HloInstruction* instruction : next->instructions()) {
      if (instruction->opcode() == HloOpcode::kAsyncStart) continue;
      instruction->ForEachCalledComputation([&](HloComputation* callee) {
        if (seen.insert(callee).second) pending.push_back(callee);
      });
    }
  }
  SetEntryComputation(&module, computation).IgnoreError();
}

void ForgetAliases(HloModule& module) {
  HloModuleConfig config = module.config();
  config.input_output_alias = {};
  config.buffer_donor = {};
  config.has_sharding_propagation = false;
  config.allow_spmd_sharding_propagation_to_parameters = {};
  config.allow_spmd_sharding_propagation_to_output = {};
  SetConfig(&module, config).IgnoreError();
}

}  // namespace hlo_text_v1::internal
