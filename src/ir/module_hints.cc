// Recomputes each hint from the instructions. A set flag makes no claim.
#include "src/ir/module_hints.h"

#include <algorithm>
#include <string_view>

#include "hlo/module.h"
#include "src/ir/module_state.h"
#include "src/ir/name_uniquer.h"

namespace hlo_text_v1::internal {
namespace {

template <typename Visit>
void ForEachInstruction(const IrAccess::ModuleState& state, Visit visit) {
  for (HloComputation* computation : state.computations) {
    for (HloInstruction* instruction : computation->instructions()) visit(instruction);
  }
}

bool IsSugar(const HloInstruction& instruction) {
  return instruction.async_phase() != AsyncPhase::kNone;
}

bool MentionsStackFrame(const HloInstruction& instruction) {
  for (const Attribute& attribute : instruction.attributes()) {
    if (attribute.kind() != AttributeKind::kUnknown) continue;
    const std::string_view text = attribute.As<UnknownAttribute>().value;
    if (text.find("stack_frame_id=") != std::string_view::npos) return true;
  }
  return false;
}

std::string CheckNames(const IrAccess::ModuleState& state) {
  NameUniquer computations, instructions;
  std::string unused, wrong;
  for (const HloComputation* computation : state.computations) {
    if (!computations.Keep(computation->name(), &unused) && !state.computation_names_may_collide) {
      return "computation_names_may_collide: " + std::string(computation->name());
    }
  }
  std::vector<bool> seen(state.symbols.size());
  ForEachInstruction(state, [&](const HloInstruction* instruction) {
    const uint32_t symbol = Node(instruction).name;
    const bool is_kept = instructions.Keep(instruction->name(), &unused);
    if (state.names_may_collide) return;
    if (seen[symbol] || !is_kept || IsOddlyNumbered(instruction->name())) {
      wrong = "names_may_collide: " + std::string(instruction->name());
    }
    seen[symbol] = true;
  });
  return wrong;
}

}  // namespace

std::string CheckHints(const HloModule& module) {
  const IrAccess::ModuleState& state = IrAccess::StateOf(module);
  std::string wrong;
  ForEachInstruction(state, [&](const HloInstruction* instruction) {
    const bool is_start = instruction->opcode() == HloOpcode::kAsyncStart;
    if (!state.has_async && (is_start || IsSugar(*instruction))) wrong = "has_async";
    if (!state.has_sugar && IsSugar(*instruction)) wrong = "has_sugar";
    if (!state.uses_stack_frames && instruction->metadata().stack_frame_id != 0) {
      wrong = "uses_stack_frames";
    }
    if (!state.keeps_stack_frames && MentionsStackFrame(*instruction)) wrong = "keeps_stack_frames";
  });
  if (wrong.empty()) wrong = CheckNames(state);
  return wrong;
}

}  // namespace hlo_text_v1::internal
