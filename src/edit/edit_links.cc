// Operands and control dependencies. An operand is a slot in its user's array; the use lists are
// told of every change before it is made.
#include <algorithm>
#include <cassert>
#include <iterator>

#include "hlo/edit.h"
#include "hlo/print_values.h"
#include "src/base/strings.h"
#include "src/edit/derived_data.h"
#include "src/ir/attribute_order.h"

namespace hlo {

using namespace internal;

namespace {

absl::Status CheckReplacement(const HloInstruction& replaced, const HloInstruction& replacement) {
  if (ShapesCompatible(replaced.shape(), replacement.shape())) return absl::OkStatus();
  return absl::InvalidArgumentError(
      StrCat("The shape ", PrintShape(replacement.shape(), false), " of ", replacement.name(),
             " is not compatible with that of ", replaced.name(),
             ", which it is to replace: ", PrintShape(replaced.shape(), false)));
}

}  // namespace

absl::Status ReplaceAllUsesWith(HloInstruction* instruction, HloInstruction* replacement) {
  absl::Status status = CheckReplacement(*instruction, *replacement);
  if (status.ok()) ReplaceAllUsesWithDifferentShape(instruction, replacement);
  return status;
}

void ReplaceAllUsesWithDifferentShape(HloInstruction* instruction, HloInstruction* replacement) {
  assert(instruction->parent() != nullptr && instruction->parent() == replacement->parent());
  if (instruction == replacement) return;
  UseLists& uses = IrAccess::Uses(instruction->parent());
  for (const UseLists::Use& use : uses.Of(instruction)) {
    if (use.user == replacement) continue;
    uses.ReplaceOperand(use.user, use.operand_number, replacement);
    IrAccess::MutableOperands(use.user)[static_cast<size_t>(use.operand_number)] = replacement;
  }
  if (instruction->IsRoot()) SetRoot(instruction->parent(), replacement);
}

absl::Status ReplaceOperandWith(HloInstruction* instruction, int64_t number,
                                HloInstruction* operand) {
  absl::Status status = CheckReplacement(*instruction->operand(number), *operand);
  if (status.ok()) ReplaceOperandWithDifferentShape(instruction, number, operand);
  return status;
}

void ReplaceOperandWithDifferentShape(HloInstruction* instruction, int64_t number,
                                      HloInstruction* operand) {
  assert(number >= 0 && number < instruction->operand_count());
  assert(instruction->parent() == operand->parent());
  IrAccess::Uses(instruction->parent()).ReplaceOperand(instruction, number, operand);
  IrAccess::MutableOperands(instruction)[static_cast<size_t>(number)] = operand;
}

void SetOperands(HloInstruction* instruction, absl::Span<HloInstruction* const> operands) {
  assert(instruction->async_phase() != AsyncPhase::kNone ||
         (instruction->opcode() != HloOpcode::kParameter &&
          instruction->opcode() != HloOpcode::kConstant));
  UseLists& uses = IrAccess::Uses(instruction->parent());
  uses.RemoveOperands(instruction);
  IrAccess::SetOperandsOnly(StateOf(instruction).arena, instruction, operands);
  uses.AddOperands(instruction);
}

// ---- Control dependencies.

namespace {

void SetControlPredecessors(HloInstruction* instruction,
                            absl::Span<HloInstruction* const> predecessors) {
  std::vector<Attribute> attributes;
  for (const Attribute& attribute : instruction->attributes()) {
    if (attribute.kind() != AttributeKind::kControlPredecessors) attributes.push_back(attribute);
  }
  if (!predecessors.empty()) {
    attributes.push_back(Attribute::List<HloInstruction*>(
        AttributeKind::kControlPredecessors, StateOf(instruction).arena.CopySpan(predecessors)));
  }
  SortAttributes(instruction->spelled_opcode(), &attributes);
  ReplaceAttributes(instruction, attributes);
}

}  // namespace

void AddControlDependency(HloInstruction* predecessor, HloInstruction* successor) {
  assert(predecessor->parent() == successor->parent() && predecessor != successor);
  const auto old = successor->control_predecessors();
  std::vector<HloInstruction*> predecessors(old.begin(), old.end());
  if (std::find(old.begin(), old.end(), predecessor) != old.end()) return;
  predecessors.push_back(predecessor);
  SetControlPredecessors(successor, predecessors);
}

void RemoveControlDependency(HloInstruction* predecessor, HloInstruction* successor) {
  const auto old = successor->control_predecessors();
  std::vector<HloInstruction*> kept;
  std::remove_copy(old.begin(), old.end(), std::back_inserter(kept), predecessor);
  if (kept.size() != successor->control_predecessors().size()) {
    SetControlPredecessors(successor, kept);
  }
}

void DropAllControlDependencies(HloInstruction* instruction) {
  if (!instruction->control_predecessors().empty()) SetControlPredecessors(instruction, {});
  for (HloInstruction* successor : CurrentControlSuccessors(instruction)) {
    RemoveControlDependency(instruction, successor);
  }
}

}  // namespace hlo
