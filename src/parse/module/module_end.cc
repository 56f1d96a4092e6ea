// What is checked and filled in when the whole text has been read: undefined names, cycles of
// calls, the entry and its layout. module_parser.h declares it.
#include <vector>

#include "src/ir/walk.h"
#include "src/parse/module/instruction_checks.h"
#include "src/parse/module/module_header_parser.h"
#include "src/parse/module/module_parser.h"
#include "src/parse/module/unknown_words.h"

namespace hlo::internal {

bool FinishModule(ParseState& state) {
  if (!state.report.failed() && state.module.entry == nullptr && !state.module.is_partial &&
      !state.module.computations.empty()) {
    state.module.entry = state.module.computations.back();
  }
  if (!CheckForwardReferences(state) || state.report.failed()) return false;
  if (!CheckCompleteChains(state, 0) || !CheckMixedChains(state)) return false;
  ResolveInModule(state);
  if (!CheckCallCycles(state)) return false;
  if (state.module.entry == nullptr) return true;  // ParseOptions::only
  FillEntryLayout(state);
  return CheckModuleConfig(state, state.module.entry->root_instruction()->shape(),
                           state.module.config);
}

bool CheckForwardReferences(ParseState& state) {
  if (!state.forward.has_undefined()) return true;
  for (const ForwardReferences::Mention& mention : state.forward.mentions()) {
    if (mention.computation == nullptr) continue;
    if (state.forward.WasRefused(Node(mention.computation).name)) continue;
    state.ErrorAt(mention.position, Code::kComputationDoesNotExist, mention.computation->name());
    state.AttributeError(mention.attribute.position, mention.attribute.name);
    if (!state.report.TakeLog(state, mention.position, /*is_consequence=*/false)) return false;
  }
  return false;
}

bool CheckCallCycles(ParseState& state) {
  if (!state.forward.any()) return true;  // each calls earlier ones only
  struct Visit {
    WalkState state = WalkState::kNew;
    std::vector<HloComputation*> callees;
  };
  std::vector<Visit> visits(state.module.owned_computations.size());
  const auto state_of = [&](HloComputation* computation) -> WalkState& {
    return visits[Node(computation).number].state;
  };
  const auto get_callee = [&](HloComputation* computation, size_t i) -> HloComputation* {
    std::vector<HloComputation*>& callees = visits[Node(computation).number].callees;
    if (i == 0) {
      for (HloInstruction* instruction : computation->instructions()) {
        instruction->ForEachCalledComputation(
            [&](HloComputation* callee) { callees.push_back(callee); });
      }
    }
    return i < callees.size() ? callees[i] : nullptr;
  };
  for (HloComputation* computation : state.module.computations) {
    const std::vector<HloComputation*> cycle = FindCycle(computation, state_of, get_callee);
    if (cycle.empty()) continue;
    return state.ErrorAt(cycle.front()->source_offset(), Code::kComputationCycle,
                         cycle.front()->name(), cycle.back()->name());
  }
  return true;
}

void FillEntryLayout(ParseState& state) {
  const HloModuleConfig& config = state.module.config;
  if (config.has_entry_computation_layout) return;
  const bool reset = state.module.is_single_instruction || config.replica_count != 1 ||
                     config.num_partitions != 1 || config.alias_passthrough_params ||
                     config.has_sharding_propagation;
  const auto layout_of = [&](const HloInstruction* instruction) {
    const Shape& shape = instruction->shape();
    return reset ? state.shapes.ResetMinorToMajor(shape) : &shape;
  };
  std::vector<const Shape*> parameters;
  for (const HloInstruction* parameter : state.module.entry->parameters()) {
    parameters.push_back(layout_of(parameter));
  }
  state.module.config.entry_computation_layout =
      EntryComputationLayout{state.arena.CopySpan(absl::Span<const Shape* const>(parameters)),
                             layout_of(state.module.entry->root_instruction())};
}

}  // namespace hlo::internal
