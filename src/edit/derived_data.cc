// The first edit creates the uniquers of names, and they stay in the module's state; Uniquify keeps
// the names that they give. Use lists are updated only if they exist. A fusion counts once its
// computation has a root.
#include "src/edit/derived_data.h"

#include <string>

#include "src/edit/schedule_place.h"
#include "src/ir/packed_metadata.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo::internal {
namespace {

// XLA NameUniquer::GetUniqueName.
std::string_view OrDefault(std::string_view name) { return name.empty() ? "name" : name; }

}  // namespace

uint32_t NewComputationName(IrAccess::ModuleState& state, std::string_view name) {
  if (state.computation_names == nullptr) {
    state.computation_names = std::make_unique<NameUniquer>();
    for (const HloComputation* computation : state.computations) {
      state.computation_names->GetUniqueName(state.symbols.Text(Node(computation).name));
    }
  }
  return state.InternCopy(state.computation_names->GetUniqueName(OrDefault(name)));
}

uint32_t NewInstructionName(IrAccess::ModuleState& state, std::string_view name) {
  if (state.instruction_names == nullptr) {
    state.instruction_names = std::make_unique<NameUniquer>();
    for (const HloComputation* computation : state.computations) {
      for (const HloInstruction* instruction : computation->instructions()) {
        state.instruction_names->GetUniqueName(state.symbols.Text(Node(instruction).name));
      }
    }
  }
  const std::string unique = state.instruction_names->GetUniqueName(OrDefault(name));
  state.names_may_collide |= IsOddlyNumbered(unique);
  return state.InternCopy(unique);
}

void LinkBefore(HloInstruction* instruction, HloInstruction* position) {
  HloComputation* computation = instruction->parent();
  HloInstruction*& last = Node(computation).last;
  HloInstruction* before = position == nullptr ? last : position->previous();
  Node(instruction).previous = before;
  Node(instruction).next = position;
  (before == nullptr ? Node(computation).first : Node(before).next) = instruction;
  (position == nullptr ? last : Node(position).previous) = instruction;
}

void Unlink(HloInstruction* instruction) {
  HloComputation* computation = instruction->parent();
  HloInstruction* before = instruction->previous();
  HloInstruction* after = instruction->next();
  (before == nullptr ? Node(computation).first : Node(before).next) = after;
  (after == nullptr ? Node(computation).last : Node(after).previous) = before;
}

void CountFusion(const HloInstruction* instruction, int delta) {
  if (instruction->spelled_opcode() != HloOpcode::kFusion) return;
  if (FollowsSugaredStart(instruction->async_phase())) return;
  if (instruction->parent()->root_instruction() == nullptr) return;  // not built yet
  instruction->ForEachCalledComputation([delta](HloComputation* callee) {
    Node(callee).fusion_callers += static_cast<uint32_t>(delta);
  });
}

void UncountFusion(const HloInstruction* instruction) {
  CountFusion(instruction, -1);
  if (instruction->spelled_opcode() != HloOpcode::kFusion) return;
  instruction->ForEachCalledComputation([](HloComputation* callee) { MakeSchedule(callee); });
}

void SetRootOf(HloComputation* computation, HloInstruction* root) {
  const bool is_new = computation->root_instruction() == nullptr;
  Node(computation).root = root;
  if (!is_new) return;
  for (const HloInstruction* instruction : computation->instructions()) {
    CountFusion(instruction, 1);
  }
}

const Attribute* FindByName(const HloInstruction& instruction, AttributeKind kind) {
  for (const Attribute& attribute : instruction.attributes()) {
    if (IsOrIsCalled(attribute, kind)) return &attribute;
  }
  return nullptr;
}

namespace {

void NoteStackFrames(const HloInstruction* instruction) {
  IrAccess::ModuleState& state = StateOf(instruction);
  for (const Attribute& attribute : instruction->attributes()) {
    if (attribute.kind() != AttributeKind::kMetadata) continue;
    state.uses_stack_frames = state.uses_stack_frames || StackFrameOf(attribute) != 0;
  }
}

// Notes that the control predecessors of `instruction` were `before` and are `after`: in the use
// lists, and in a schedule, where new ones come first. A common prefix or suffix costs no more than
// its comparison.
void UpdateControl(HloInstruction* instruction, absl::Span<HloInstruction* const> before,
                   absl::Span<HloInstruction* const> after) {
  while (!before.empty() && !after.empty() && before.front() == after.front()) {
    before.remove_prefix(1);
    after.remove_prefix(1);
  }
  while (!before.empty() && !after.empty() && before.back() == after.back()) {
    before.remove_suffix(1);
    after.remove_suffix(1);
  }
  for (HloInstruction* predecessor : after) PlaceBeforeUser(predecessor, instruction);
  // Lists that do not exist yet will be made from the new attributes.
  UseLists* uses = IrAccess::UsesIfAny(instruction->parent());
  if (uses == nullptr) return;
  for (HloInstruction* predecessor : before) uses->RemoveControl(predecessor, instruction);
  for (HloInstruction* predecessor : after) uses->AddControl(predecessor, instruction);
}

}  // namespace

void NoteAttributes(HloInstruction* instruction) {
  CountFusion(instruction, 1);
  UpdateControl(instruction, {}, instruction->control_predecessors());
  NoteStackFrames(instruction);
}

void ReplaceAttributes(HloInstruction* instruction, absl::Span<const Attribute> attributes) {
  const absl::Span<HloInstruction* const> before = instruction->control_predecessors();
  const bool is_fusion = instruction->spelled_opcode() == HloOpcode::kFusion;
  const Attribute* calls = is_fusion ? instruction->FindAttribute(AttributeKind::kCalls) : nullptr;
  HloComputation* fused = calls == nullptr ? nullptr : calls->AsComputation();
  CountFusion(instruction, -1);
  IrAccess::SetAttributes(StateOf(instruction).arena, instruction, attributes);
  CountFusion(instruction, 1);
  if (fused != nullptr) MakeSchedule(fused);  // if it calls another one now
  UpdateControl(instruction, before, instruction->control_predecessors());
  NoteStackFrames(instruction);
}

}  // namespace hlo::internal
