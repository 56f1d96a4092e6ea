// Removes and replaces instructions. A removed one stays in the arena, off the list.
#include <algorithm>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/internal/attribute_access.h"
#include "src/analysis/side_effects.h"
#include "src/async/chain.h"
#include "src/base/strings.h"
#include "src/edit/derived_data.h"
#include "src/edit/edit_links.h"
#include "src/edit/entry_layout.h"
#include "src/edit/misuse.h"
#include "src/ir/attribute_order.h"
#include "src/ir/desugared.h"
#include "src/ir/instruction_order.h"
#include "src/ir/kept_text.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

bool IsParameter(const HloInstruction& instruction) {
  return instruction.opcode() == HloOpcode::kParameter;
}

bool HasControlDependencies(const HloInstruction* instruction, const UseLists& uses) {
  return !instruction->control_predecessors().empty() ||
         !uses.ControlSuccessors(instruction).empty();
}

// The reason why `instruction` cannot be removed; nullptr if it can.
const char* Obstacle(const HloInstruction* instruction, const UseLists& uses) {
  if (Node(instruction).has_users) return "it has users";
  if (instruction->IsRoot()) return "it is the root of its computation";
  return HasControlDependencies(instruction, uses) ? "it has control dependencies" : nullptr;
}

// If `instruction` is a done: the reason why it must stay, since its start would be orphaned.
// Otherwise nullptr.
const char* ObstacleOfStart(const HloInstruction* instruction, const UseLists& uses,
                            SideEffects& effects) {
  if (PreviousLink(*instruction) == nullptr) return nullptr;
  const HloInstruction* start = StartOf(*instruction);
  if (start == nullptr) return nullptr;
  if (effects.Of(*start)) return "its start has a side effect";
  for (const HloInstruction* at = instruction; at != start;) {
    at = at->operand(0);
    if (HasControlDependencies(at, uses)) return "its start has control dependencies";
  }
  return nullptr;
}

absl::Status Refuse(const HloInstruction* instruction, std::string_view reason) {
  return absl::FailedPreconditionError(
      StrCat("instruction ", instruction->name(), " cannot be removed: ", reason));
}

absl::Status CheckRemovable(const HloInstruction* instruction, const UseLists& uses) {
  if (IsParameter(*instruction)) return Refuse(instruction, "it is a parameter");
  const char* obstacle = Obstacle(instruction, uses);
  return obstacle == nullptr ? absl::OkStatus() : Refuse(instruction, obstacle);
}

// Whether it is removed as dead code.
bool IsDeadCode(const HloInstruction* instruction, const UseLists& uses, SideEffects& effects) {
  return !IsParameter(*instruction) && Obstacle(instruction, uses) == nullptr &&
         !IsPinned(*instruction) && !effects.Of(*instruction) &&
         ObstacleOfStart(instruction, uses, effects) == nullptr;
}

// Takes `instruction`, which has no users, out of its computation.
void TakeOut(HloInstruction* instruction, UseLists& uses) {
  uses.RemoveOperands(instruction);
  UncountFusion(instruction);
  Unlink(instruction);
  --Node(instruction->parent()).instruction_count;
  Node(instruction).parent = nullptr;
}

// Never removes `kept`, which may be nullptr.
absl::Status RemoveWithOperands(HloInstruction* instruction, const HloInstruction* kept,
                                SideEffects& effects) {
  UseLists& uses = IrAccess::Uses(instruction->parent());
  if (absl::Status status = CheckRemovable(instruction, uses); !status.ok()) return status;
  std::vector<HloInstruction*> pending = {instruction};
  while (!pending.empty()) {
    HloInstruction* removed = pending.back();
    pending.pop_back();
    // The same operand may occur twice.
    if (removed->parent() == nullptr) continue;
    if (removed != instruction && (removed == kept || !IsDeadCode(removed, uses, effects)))
      continue;
    TakeOut(removed, uses);
    const auto operands = removed->operands();
    pending.insert(pending.end(), operands.begin(), operands.end());
  }
  return absl::OkStatus();
}

// Adds metadata and frontend attributes that `to` does not have. Every opcode takes them.
void InheritAttributes(const HloInstruction& from, HloInstruction* to) {
  ChangedAttributes attributes(*to);
  for (AttributeKind kind : {AttributeKind::kMetadata, AttributeKind::kFrontendAttributes}) {
    const Attribute* attribute = FindByName(from, kind);
    if (attribute == nullptr || FindByName(*to, kind) != nullptr) continue;
    attributes.push_back(*attribute);
    AttributeAccess::Rank(attributes.back()) = TailRank(kind);
  }
  if (attributes.size() == to->attributes().size()) return;
  ReplaceAttributes(to, attributes.Sort(to->opcode()));
}

// Whether `instruction` is `other` or depends on it by operands and control dependencies. Linear in
// the predecessors of `instruction`.
bool DependsOn(const HloInstruction* instruction, const HloInstruction* other) {
  std::vector<bool> seen(instruction->parent()->index_limit());
  std::vector<const HloInstruction*> predecessors;
  PostOrderWalk().Append(instruction, &seen, &predecessors);
  return seen[other->index()];
}

// Moves the control dependencies of `from` to `to`. If that would make a cycle or contradict the
// schedule, because `to` may be elsewhere in the order, they go directly from the predecessors of
// `from` to its successors instead.
void MoveControl(HloInstruction* from, HloInstruction* to) {
  const auto before = from->control_predecessors();
  const std::vector<HloInstruction*> after = CurrentControlSuccessors(*from);
  if (before.empty() && after.empty()) return;
  const bool fits =
      std::none_of(before.begin(), before.end(),
                   [&](HloInstruction* predecessor) { return DependsOn(predecessor, to); }) &&
      std::none_of(after.begin(), after.end(),
                   [&](HloInstruction* successor) { return DependsOn(to, successor); }) &&
      FitsSchedule(before, to, after);
  const absl::Span<HloInstruction* const> heir(&to, fits ? 1 : 0);
  RelayControl(from, heir, heir);
}

}  // namespace

absl::Status RemoveInstruction(HloInstruction* instruction) {
  absl::Status status = CheckInstructions("RemoveInstruction", {instruction});
  if (!status.ok()) return status;
  UseLists& uses = IrAccess::Uses(instruction->parent());
  status = CheckRemovable(instruction, uses);
  if (status.ok()) TakeOut(instruction, uses);
  return status;
}

absl::Status RemoveInstructionAndUnusedOperands(HloInstruction* instruction) {
  absl::Status status = CheckInstructions("RemoveInstructionAndUnusedOperands", {instruction});
  if (!status.ok()) return status;
  SideEffects effects;
  const UseLists& uses = IrAccess::Uses(instruction->parent());
  if (const char* obstacle = ObstacleOfStart(instruction, uses, effects)) {
    return Refuse(instruction, obstacle);
  }
  return RemoveWithOperands(instruction, nullptr, effects);
}

absl::Status ReplaceInstruction(HloInstruction* instruction, HloInstruction* replacement) {
  if (instruction == replacement && instruction != nullptr) {
    return Misuse("ReplaceInstruction", "an instruction cannot replace itself");
  }
  if (absl::Status status = ReplaceAllUsesWith(instruction, replacement); !status.ok()) {
    return status;
  }
  MoveControl(instruction, replacement);
  InheritAttributes(*instruction, replacement);
  // A replacement that uses the original, as a copy does, keeps it.
  if (IsParameter(*instruction) || Node(instruction).has_users || IsPinned(*instruction)) {
    return absl::OkStatus();
  }
  SideEffects effects;
  const UseLists& uses = IrAccess::Uses(instruction->parent());
  if (ObstacleOfStart(instruction, uses, effects) != nullptr) return absl::OkStatus();
  return RemoveWithOperands(instruction, replacement, effects);
}

absl::StatusOr<HloInstruction*> ReplaceWithNewInstruction(
    HloInstruction* instruction, HloOpcode opcode, const Shape* shape,
    absl::Span<HloInstruction* const> operands, absl::Span<const Attribute> attributes) {
  absl::Status status = CheckInstructions("ReplaceWithNewInstruction", {instruction});
  if (!status.ok()) return status;
  HloBuilder builder(instruction->parent());
  const bool uses_it = std::find(operands.begin(), operands.end(), instruction) != operands.end();
  uses_it ? builder.SetInsertionPointAfter(instruction) : builder.SetInsertionPoint(instruction);
  HloInstruction* made = builder.AddInstruction(opcode, shape, operands, attributes);
  if (made == nullptr) return builder.status();
  status = ReplaceInstruction(instruction, made);
  if (status.ok()) return made;
  DropAllControlDependencies(made).IgnoreError();
  RemoveInstruction(made).IgnoreError();
  return status;
}

// ---- Dead code.

namespace {

int64_t RemoveDead(HloComputation* computation, SideEffects& effects) {
  const int64_t before = computation->instruction_count();
  const UseLists& uses = IrAccess::Uses(computation);
  // Mostly users come first, so that each instruction is visited once.
  std::vector<HloInstruction*> order;
  for (HloInstruction* instruction : computation->instructions()) order.push_back(instruction);
  std::reverse(order.begin(), order.end());
  for (HloInstruction* instruction : order) {
    if (instruction->parent() == nullptr || !IsDeadCode(instruction, uses, effects)) continue;
    RemoveWithOperands(instruction, nullptr, effects).IgnoreError();
  }
  return before - computation->instruction_count();
}

}  // namespace

absl::StatusOr<int64_t> RemoveDeadInstructions(HloComputation* computation) {
  absl::Status status = CheckComputation("RemoveDeadInstructions", computation);
  if (!status.ok()) return status;
  SideEffects effects;
  return RemoveDead(computation, effects);
}

absl::StatusOr<int64_t> RemoveDeadInstructions(HloModule* module) {
  if (module == nullptr) return Misuse("RemoveDeadInstructions", "the module is null");
  if (absl::Status status = CheckDesugared(*module); !status.ok()) return status;
  SideEffects effects;
  int64_t removed = 0;
  for (HloComputation* computation : ComputationPostOrder(*module)) {
    removed += RemoveDead(computation, effects);
  }
  RemoveUnusedComputations(module).IgnoreError();
  return removed;
}

// ---- Parameters.

absl::Status RemoveParameter(HloComputation* computation, int64_t number) {
  absl::Status status = CheckComputation("RemoveParameter", computation);
  if (!status.ok()) return status;
  std::vector<HloInstruction*>& parameters = Node(computation).parameters;
  if (number < 0 || number >= static_cast<int64_t>(parameters.size())) {
    return Misuse("RemoveParameter", StrCat(computation->name(), " has no parameter ", number));
  }
  HloInstruction* parameter = parameters[static_cast<size_t>(number)];
  UseLists& uses = IrAccess::Uses(computation);
  if (const char* obstacle = Obstacle(parameter, uses)) return Refuse(parameter, obstacle);
  IrAccess::ModuleState& state = StateOf(computation);
  if (state.entry == computation) RemoveEntryParameter(state, static_cast<size_t>(number));
  TakeOut(parameter, uses);
  parameters.erase(parameters.begin() + number);
  for (size_t i = 0; i < parameters.size(); ++i) {
    Node(parameters[i]).parameter_number = static_cast<int64_t>(i);
  }
  return absl::OkStatus();
}

}  // namespace hlo_text_v1
