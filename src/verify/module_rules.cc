// Checks the module's header against the entry computation, the order of a scheduled module, and
// the one rule about all all-reduces together.
// Source: XLA hlo_verifier.cc, VerifyEntryComputationLayout, VerifyLayoutConstrainedAllReduce;
// hlo_schedule.cc, HloSchedule::Verify.
#include <vector>

#include "src/verify/rules.h"

namespace hlo_text_v1::internal {

void VerifyEntryLayout(VerifyContext& context) {
  const HloModuleConfig& config = context.module().config();
  const HloComputation* entry = context.module().entry_computation();
  if (entry == nullptr || context.stopped()) return;
  const EntryComputationLayout& layout = config.entry_computation_layout;
  // Otherwise the layout was made from the computation, with the default orders.
  const bool is_told = config.has_entry_computation_layout || context.options().layout_sensitive;
  if (!is_told || layout.result == nullptr) return;
  LayoutRules layouts(context);
  for (const Shape* shape : layout.parameters) layouts.VerifyEntryShape(*shape);
  layouts.VerifyEntryShape(*layout.result);

  constexpr LayoutFields ignored = kTiles | kTailPadding | kMemorySpace;
  const HloInstruction& root = *entry->root_instruction();
  if (!context.Same(root.shape(), *layout.result, ignored)) {
    context.Error(root, Code::kEntryLayoutResult, context.Text(root.shape()),
                  context.Text(*layout.result));
  }
  const absl::Span<const HloInstruction* const> parameters = entry->parameters();
  if (layout.parameters.size() != parameters.size()) {
    context.Error(*entry, Code::kEntryLayoutParameterCount, layout.parameters.size(),
                  parameters.size());
    return;
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (context.Same(parameters[i]->shape(), *layout.parameters[i], ignored)) continue;
    context.Error(*parameters[i], Code::kEntryLayoutParameter, i,
                  context.Text(parameters[i]->shape()), context.Text(*layout.parameters[i]));
  }
}

// The order of the instructions is the schedule, so each is in it once.
void VerifySchedule(VerifyContext& context) {
  if (!context.module().config().is_scheduled) return;
  for (const HloComputation* computation : context.module().computations()) {
    if (context.stopped()) return;
    if (computation->is_fusion_computation()) continue;
    std::vector<bool> scheduled;
    const auto is_scheduled = [&](const HloInstruction* instruction) {
      return instruction->index() < scheduled.size() && scheduled[instruction->index()];
    };
    for (const HloInstruction* instruction : computation->instructions()) {
      for (const HloInstruction* operand : instruction->operands()) {
        if (is_scheduled(operand)) continue;
        context
            .Error(*instruction, Code::kScheduledBeforeOperand, instruction->name(),
                   operand->name())
            .Note(*operand, Code::kOperandIsHere);
      }
      for (const HloInstruction* predecessor : instruction->control_predecessors()) {
        if (is_scheduled(predecessor)) continue;
        context.Error(*instruction, Code::kScheduledBeforePredecessor, instruction->name(),
                      predecessor->name());
      }
      if (scheduled.size() <= instruction->index()) {
        scheduled.resize(size_t{instruction->index()} * 2 + 1);
      }
      scheduled[instruction->index()] = true;
    }
  }
}

void VerifyLayoutConstrainedAllReduce(VerifyContext& context) {
  const HloInstruction* constrained = nullptr;
  const HloInstruction* unconstrained = nullptr;
  for (const HloComputation* computation : context.module().computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      if (!Is(*instruction, HloOpcode::kAllReduce) &&
          !Is(*instruction, HloOpcode::kAllReduceStart)) {
        continue;
      }
      const bool is_constrained = IsTrue(*instruction, AttributeKind::kConstrainLayout);
      (is_constrained ? constrained : unconstrained) = instruction;
      if (constrained == nullptr || unconstrained == nullptr) continue;
      context.Error(*instruction, Code::kMixOfConstrainedAllReduces)
          .Note(is_constrained ? *unconstrained : *constrained, Code::kOtherAllReduceIsHere);
      return;
    }
  }
}

}  // namespace hlo_text_v1::internal
