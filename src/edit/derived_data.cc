// The first edit creates the uniquers of names, and they stay in the module's state; Uniquify keeps
// the names that they give. Use lists are updated only if they exist. A fusion counts once its
// computation has a root.
#include "src/edit/derived_data.h"

#include <algorithm>
#include <string>
#include <vector>

#include "hlo/graph.h"
#include "src/base/hash_table.h"
#include "src/ir/instruction_order.h"
#include "src/ir/kept_text.h"
#include "src/ir/packed_metadata.h"
#include "src/ir/walk.h"

namespace hlo_text_v1::internal {

namespace {

// XLA NameUniquer::GetUniqueName.
std::string_view OrDefault(std::string_view name) { return name.empty() ? "name" : name; }

}  // namespace

uint32_t NewComputationName(IrAccess::ModuleState& state, std::string_view name) {
  if (state.computation_names == nullptr) {
    state.computation_names = state.NewUniquer();
    for (const HloComputation* computation : state.computations) {
      if (IsPinned(*computation)) continue;
      state.computation_names->GetUniqueName(state.symbols.Text(Node(computation).name));
    }
  }
  return state.InternCopy(state.computation_names->GetUniqueName(OrDefault(name)));
}

uint32_t NewInstructionName(IrAccess::ModuleState& state, std::string_view name) {
  if (state.instruction_names == nullptr) {
    state.instruction_names = state.NewUniquer();
    for (const HloComputation* computation : state.computations) {
      for (const HloInstruction* instruction : computation->instructions()) {
        if (IsPinned(*instruction)) continue;
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

void CountFusion(HloInstruction* instruction, int delta) {
  if (instruction->opcode() != HloOpcode::kFusion) return;
  if (instruction->parent()->root_instruction() == nullptr) return;  // not built yet
  instruction->ForEachCalledComputation([delta](HloComputation* callee) {
    Node(callee).fusion_callers += static_cast<uint32_t>(delta);
  });
}

void UncountFusion(HloInstruction* instruction) {
  CountFusion(instruction, -1);
  if (instruction->opcode() != HloOpcode::kFusion) return;
  instruction->ForEachCalledComputation([](HloComputation* callee) { MakeSchedule(callee); });
}

void SetRootOf(HloComputation* computation, HloInstruction* root) {
  const bool is_new = computation->root_instruction() == nullptr;
  Node(computation).root = root;
  if (!is_new) return;
  for (HloInstruction* instruction : computation->instructions()) CountFusion(instruction, 1);
}

namespace {

void NoteStackFrames(HloInstruction* instruction) {
  IrAccess::ModuleState& state = StateOf(instruction);
  for (const Attribute& attribute : instruction->attributes()) {
    if (attribute.kind() != AttributeKind::kMetadata) continue;
    state.uses_stack_frames = state.uses_stack_frames || StackFrameOf(attribute) != 0;
  }
}

// Updates the use lists, and a schedule, where new ones come first, after the control predecessors
// of `instruction` changed from `before` to `after`. A common prefix or suffix only costs its
// comparison.
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
  const bool is_fusion = instruction->opcode() == HloOpcode::kFusion;
  HloComputation* fused = is_fusion ? instruction->fused_computation() : nullptr;
  CountFusion(instruction, -1);
  IrAccess::SetAttributes(StateOf(instruction).arena, instruction, attributes);
  CountFusion(instruction, 1);
  if (fused != nullptr) MakeSchedule(fused);  // if it calls another one now
  UpdateControl(instruction, before, instruction->control_predecessors());
  NoteStackFrames(instruction);
}

// ---- Places in a schedule.

namespace {

bool IsFloating(const HloInstruction* instruction) { return Node(instruction).is_floating; }

// Whether `a` comes before `b` in the list of their computation. Linear in their distance.
bool IsBefore(const HloInstruction* a, const HloInstruction* b) {
  // Searches in both directions at once, so that the nearer one is found first.
  const HloInstruction* forward = a;
  const HloInstruction* backward = a;
  while (forward != nullptr && backward != nullptr) {
    forward = forward->next();
    backward = backward->previous();
    if (forward == b) return b != nullptr;
    if (backward == b) return false;
  }
  for (; forward != nullptr; forward = forward->next()) {
    if (forward == b) return true;
  }
  return false;
}

// Whether `instruction` comes after `other` by an operand or a control dependency.
bool Follows(const HloInstruction& instruction, const HloInstruction* other) {
  const auto has = [other](absl::Span<const HloInstruction* const> list) {
    return std::find(list.begin(), list.end(), other) != list.end();
  };
  return has(instruction.operands()) || has(instruction.control_predecessors());
}

}  // namespace

void LinkWithoutPlace(HloInstruction* instruction) {
  HloComputation& computation = *instruction->parent();
  HloInstruction* root = computation.root_instruction();
  if (root == nullptr || !IsScheduled(computation)) return LinkBefore(instruction, nullptr);
  // From the end, because new instructions mostly use recent ones.
  HloInstruction* before = Node(&computation).last;
  while (before != root->previous() && !Follows(*instruction, before)) before = before->previous();
  LinkBefore(instruction, before == root->previous() ? root : before->next());
  Node(instruction).is_floating = true;
}

void PlaceBeforeUser(HloInstruction* operand, HloInstruction* user) {
  if (!IsFloating(operand) || operand == user) return;
  HashSet<const HloInstruction*> seen = {user};
  const auto is_to_move = [&](const HloInstruction* instruction) {
    return IsFloating(instruction) && seen.insert(instruction).second &&
           !IsBefore(instruction, user);
  };
  const auto predecessors_of = [](HloInstruction* instruction) {
    std::vector<HloInstruction*> all;
    const Predecessors predecessors(instruction);
    all.reserve(predecessors.size());
    for (size_t i = 0; i < predecessors.size(); ++i) all.push_back(predecessors[i]);
    return all;
  };
  WalkPostOrder(operand, is_to_move, predecessors_of, [&](HloInstruction* moved) {
    Unlink(moved);
    LinkBefore(moved, user);
  });
}

void PlaceBeforeUsers(HloInstruction* operand, absl::Span<HloInstruction* const> users) {
  if (!IsFloating(operand)) return;
  constexpr size_t kFew = 8;
  if (users.size() <= kFew) {
    for (HloInstruction* user : users) PlaceBeforeUser(operand, user);
    return;
  }
  const HashSet<const HloInstruction*> all(users.begin(), users.end());
  HloInstruction* at = Node(operand->parent()).first;
  while (at != operand && !all.contains(at)) at = at->next();
  PlaceBeforeUser(operand, at);
}

void MakeSchedule(HloComputation* computation) {
  if (!IsScheduled(*computation) || HasOperandsFirst(*computation)) return;
  const std::vector<HloInstruction*> order = InstructionPostOrder(*computation);
  // A cycle, which it may not reach, has no schedule.
  if (static_cast<int64_t>(order.size()) != computation->instruction_count()) return;
  for (HloInstruction* instruction : order) {
    Unlink(instruction);
    LinkBefore(instruction, nullptr);
  }
}

namespace {

// Whether `operand` comes before `user`, or PlaceBeforeUser can move it there, because everything
// it needs is there or floats, too.
bool CanPrecede(HloInstruction* operand, const HloInstruction* user) {
  HashSet<const HloInstruction*> seen;
  std::vector<HloInstruction*> pending = {operand};
  while (!pending.empty()) {
    HloInstruction* at = pending.back();
    pending.pop_back();
    if (IsBefore(at, user) || !seen.insert(at).second) continue;
    if (at == user || !IsFloating(at)) return false;
    const Predecessors predecessors(at);
    for (size_t i = 0; i < predecessors.size(); ++i) pending.push_back(predecessors[i]);
  }
  return true;
}

}  // namespace

bool FitsSchedule(absl::Span<HloInstruction* const> before, HloInstruction* instruction,
                  absl::Span<HloInstruction* const> after) {
  if (!IsScheduled(*instruction->parent())) return true;
  for (HloInstruction* predecessor : before) {
    if (!CanPrecede(predecessor, instruction)) return false;
  }
  for (HloInstruction* successor : after) {
    if (!CanPrecede(instruction, successor)) return false;
    if (IsBefore(instruction, successor)) continue;
    // It would move, with its predecessors.
    for (HloInstruction* predecessor : before) {
      if (!CanPrecede(predecessor, successor)) return false;
    }
  }
  return true;
}

}  // namespace hlo_text_v1::internal
