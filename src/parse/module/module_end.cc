#include "src/parse/module/module_end.h"

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "src/parse/module/kept_text.h"
#include "src/parse/module/module_header_parser.h"

namespace hlo {

using Code = DiagnosticCode;

bool FinishModule(ParseState& state) {
  if (!state.report.failed() && state.module.entry == nullptr &&
      !state.module.computations.empty()) {
    state.module.entry = state.module.computations.back();
  }
  if (!CheckForwardReferences(state) || state.report.failed()) return false;
  ResolveInModule(state);
  if (!CheckCallCycles(state)) return false;
  FillEntryLayout(state);
  return CheckModuleConfig(state, state.module.entry->root_instruction()->shape(),
                           state.module.config);
}

bool CheckForwardReferences(ParseState& state) {
  const std::vector<ForwardReferences::Mention> missing = state.forward.Undefined();
  for (const ForwardReferences::Mention& mention : missing) {
    state.ErrorAt(mention.position, Code::kComputationDoesNotExist, mention.computation->name());
    state.ErrorAt(mention.attribute.position, Code::kErrorParsingAttribute, mention.attribute.name);
    if (!state.report.TakeLog(state, mention.position, /*is_consequence=*/false)) return false;
  }
  return missing.empty();
}

bool CheckCallCycles(ParseState& state) {
  if (!state.forward.any()) return true;  // each calls earlier ones only
  // Depth-first, with a stack of its own.
  struct Visit {
    HloComputation* computation;
    std::vector<HloComputation*> callees;
    size_t next = 0;
  };
  absl::flat_hash_map<HloComputation*, bool> is_open;  // absent: not seen; false: done
  std::vector<Visit> stack;
  const auto push = [&](HloComputation* computation) {
    is_open[computation] = true;
    stack.push_back(Visit{computation, {}, 0});
    for (HloInstruction* instruction : computation->instructions()) {
      instruction->ForEachCalledComputation(
          [&](HloComputation* callee) { stack.back().callees.push_back(callee); });
    }
  };
  for (HloComputation* start : state.module.computations) {
    if (is_open.contains(start)) continue;
    push(start);
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.next == top.callees.size()) {
        is_open[top.computation] = false;
        stack.pop_back();
        continue;
      }
      HloComputation* callee = top.callees[top.next++];
      auto found = is_open.find(callee);
      if (found == is_open.end()) {
        push(callee);
      } else if (found->second) {
        return state.ErrorAt(callee->source_offset(), Code::kComputationCycle, callee->name(),
                             top.computation->name());
      }
    }
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

}  // namespace hlo
