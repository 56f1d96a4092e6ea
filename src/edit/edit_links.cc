// Operands and control dependencies. An operand is a slot in its user's array; the use lists are
// updated before every change.
#include "src/edit/edit_links.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/print_values.h"
#include "src/base/hash_table.h"
#include "src/base/strings.h"
#include "src/edit/derived_data.h"
#include "src/edit/misuse.h"
#include "src/ir/attribute_order.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// The replacement of `replaced` must fit.
absl::Status CheckReplacement(const HloInstruction& replaced, const HloInstruction& replacement) {
  if (ShapesCompatible(replaced.shape(), replacement.shape())) return absl::OkStatus();
  return Invalid("The shape ", PrintShape(replacement.shape(), false), " of ", replacement.name(),
                 " is not compatible with that of ", replaced.name(),
                 ", which it is to replace: ", PrintShape(replaced.shape(), false));
}

bool HasOperand(const HloInstruction& user, const HloInstruction* operand) {
  const auto operands = user.operands();
  return std::find(operands.begin(), operands.end(), operand) != operands.end();
}

bool HasOperands(const HloInstruction& instruction) {
  return instruction.opcode() != HloOpcode::kParameter &&
         instruction.opcode() != HloOpcode::kConstant;
}

// `number` is not trusted.
absl::Status CheckOperand(std::string_view function, const HloInstruction* instruction,
                          int64_t number, const HloInstruction* operand) {
  absl::Status status = CheckInstructions(function, {instruction, operand});
  if (!status.ok() || (number >= 0 && number < instruction->operand_count())) return status;
  return Misuse(function, StrCat(instruction->name(), " has no operand ", number));
}

void SetOperand(HloInstruction* user, size_t number, HloInstruction* operand) {
  IrAccess::Uses(user->parent()).ReplaceOperand(user, static_cast<int64_t>(number), operand);
  IrAccess::MutableOperands(user)[number] = operand;
}

void ReplaceOperand(HloInstruction* user, size_t number, HloInstruction* operand) {
  SetOperand(user, number, operand);
  PlaceBeforeUser(operand, user);
}

}  // namespace

absl::Status ReplaceAllUsesWith(HloInstruction* instruction, HloInstruction* replacement) {
  absl::Status status = CheckInstructions("ReplaceAllUsesWith", {instruction, replacement});
  if (status.ok()) status = CheckReplacement(*instruction, *replacement);
  return status.ok() ? ReplaceAllUsesWithDifferentShape(instruction, replacement) : status;
}

absl::Status ReplaceAllUsesWithDifferentShape(HloInstruction* instruction,
                                              HloInstruction* replacement) {
  constexpr char kName[] = "ReplaceAllUsesWithDifferentShape";
  absl::Status status = CheckInstructions(kName, {instruction, replacement});
  if (!status.ok() || instruction == replacement) return status;
  std::vector<HloInstruction*> users;
  for (const UseLists::Use& use : IrAccess::Uses(instruction->parent()).Of(instruction)) {
    if (use.user == replacement) continue;
    SetOperand(use.user, static_cast<size_t>(use.operand_number), replacement);
    users.push_back(use.user);
  }
  PlaceBeforeUsers(replacement, users);
  return instruction->IsRoot() ? SetRoot(instruction->parent(), replacement) : status;
}

absl::StatusOr<int64_t> ReplaceAllUsesWithIf(
    HloInstruction* instruction, HloInstruction* replacement,
    absl::FunctionRef<bool(const MutableHloUse&)> is_replaced) {
  absl::Status status = CheckInstructions("ReplaceAllUsesWithIf", {instruction, replacement});
  if (status.ok()) status = CheckReplacement(*instruction, *replacement);
  if (!status.ok()) return status;
  if (instruction == replacement) return 0;
  std::vector<HloInstruction*> users;
  for (const MutableHloUse& use : CurrentUses(*instruction)) {
    if (use.user == replacement || !is_replaced(use)) continue;
    SetOperand(use.user, static_cast<size_t>(use.operand_number), replacement);
    users.push_back(use.user);
  }
  PlaceBeforeUsers(replacement, users);
  return static_cast<int64_t>(users.size());
}

absl::Status ReplaceUseWith(HloInstruction* instruction, HloInstruction* user,
                            HloInstruction* replacement) {
  absl::Status status = CheckInstructions("ReplaceUseWith", {instruction, user, replacement});
  if (status.ok()) status = CheckReplacement(*instruction, *replacement);
  if (status.ok() && !HasOperand(*user, instruction)) {
    status = Invalid(user->name(), " does not use ", instruction->name());
  }
  if (!status.ok() || instruction == replacement) return status;
  const auto operands = user->operands();
  for (size_t i = 0; i < operands.size(); ++i) {
    if (operands[i] == instruction) ReplaceOperand(user, i, replacement);
  }
  return status;
}

absl::Status ReplaceOperandWith(HloInstruction* instruction, int64_t number,
                                HloInstruction* operand) {
  absl::Status status = CheckOperand("ReplaceOperandWith", instruction, number, operand);
  if (status.ok()) status = CheckReplacement(*instruction->operand(number), *operand);
  if (status.ok()) ReplaceOperand(instruction, static_cast<size_t>(number), operand);
  return status;
}

absl::Status ReplaceOperandWithDifferentShape(HloInstruction* instruction, int64_t number,
                                              HloInstruction* operand) {
  constexpr char kName[] = "ReplaceOperandWithDifferentShape";
  absl::Status status = CheckOperand(kName, instruction, number, operand);
  if (status.ok()) ReplaceOperand(instruction, static_cast<size_t>(number), operand);
  return status;
}

absl::Status SetOperands(HloInstruction* instruction, absl::Span<HloInstruction* const> operands) {
  absl::Status status = CheckInstructions("SetOperands", {instruction});
  if (status.ok()) status = CheckInstructions("SetOperands", operands);
  if (!status.ok()) return status;
  if (!operands.empty() && operands[0]->parent() != instruction->parent()) {
    return Misuse("SetOperands", "the operands are of another computation");
  }
  if (!HasOperands(*instruction)) {
    return Misuse("SetOperands", "parameters and constants have no operands");
  }
  UseLists& uses = IrAccess::Uses(instruction->parent());
  uses.RemoveOperands(instruction);
  IrAccess::SetOperandsOnly(StateOf(instruction).arena, instruction, operands);
  uses.AddOperands(instruction);
  for (HloInstruction* operand : operands) PlaceBeforeUser(operand, instruction);
  return status;
}

// ---- Control dependencies.

absl::Status AddControlDependency(HloInstruction* predecessor, HloInstruction* successor) {
  absl::Status status = CheckInstructions("AddControlDependency", {predecessor, successor});
  if (!status.ok()) return status;
  if (predecessor == successor) {
    return Misuse("AddControlDependency", "an instruction cannot depend on itself");
  }
  AddControlPredecessors({predecessor}, successor);
  return status;
}

absl::Status RemoveControlDependency(HloInstruction* predecessor, HloInstruction* successor) {
  absl::Status status = CheckInstructions("RemoveControlDependency", {predecessor, successor});
  if (!status.ok()) return status;
  const auto old = successor->control_predecessors();
  std::vector<HloInstruction*> kept;
  std::remove_copy(old.begin(), old.end(), std::back_inserter(kept), predecessor);
  if (kept.size() != old.size()) SetControlPredecessors(kept, successor);
  return status;
}

absl::Status CopyAllControlDependencies(HloInstruction* from, HloInstruction* to) {
  absl::Status status = CheckInstructions("CopyAllControlDependencies", {from, to});
  if (!status.ok() || from == to) return status;
  const auto span = from->control_predecessors();
  const std::vector<HloInstruction*> before(span.begin(), span.end());
  AddControlPredecessors(before, to);
  for (HloInstruction* successor : CurrentControlSuccessors(*from)) {
    AddControlPredecessors({to}, successor);
  }
  return status;
}

absl::Status DropAllControlDependencies(HloInstruction* instruction) {
  absl::Status status = CheckInstructions("DropAllControlDependencies", {instruction});
  if (!status.ok()) return status;
  if (!instruction->control_predecessors().empty()) SetControlPredecessors({}, instruction);
  for (HloInstruction* successor : CurrentControlSuccessors(*instruction)) {
    status.Update(RemoveControlDependency(instruction, successor));
  }
  return status;
}

}  // namespace hlo_text_v1

namespace hlo_text_v1::internal {

// ---- Several control dependencies at once.

void SetControlPredecessors(absl::Span<HloInstruction* const> predecessors,
                            HloInstruction* instruction) {
  ChangedAttributes attributes(*instruction);
  attributes.Remove({AttributeKind::kControlPredecessors});
  if (!predecessors.empty()) {
    attributes.push_back(Attribute::List<HloInstruction*>(
        AttributeKind::kControlPredecessors, StateOf(instruction).arena.CopySpan(predecessors)));
  }
  ReplaceAttributes(instruction, attributes.Sort(instruction->opcode()));
}

void AddControlPredecessors(absl::Span<HloInstruction* const> predecessors,
                            HloInstruction* instruction) {
  if (predecessors.empty()) return;
  const auto old = instruction->control_predecessors();
  std::vector<HloInstruction*> all(old.begin(), old.end());
  HashSet<const HloInstruction*> seen(old.begin(), old.end());
  for (HloInstruction* predecessor : predecessors) {
    if (predecessor != instruction && seen.insert(predecessor).second) all.push_back(predecessor);
  }
  if (all.size() == old.size()) return;
  SetControlPredecessors(all, instruction);
}

void RelayControl(HloInstruction* from, absl::Span<HloInstruction* const> first,
                  absl::Span<HloInstruction* const> last) {
  const auto span = from->control_predecessors();
  const std::vector<HloInstruction*> before(span.begin(), span.end());
  const std::vector<HloInstruction*> after = CurrentControlSuccessors(*from);
  if (before.empty() && after.empty()) return;
  DropAllControlDependencies(from).IgnoreError();
  for (HloInstruction* each : first) AddControlPredecessors(before, each);
  if (first.empty() && last.empty()) last = before;
  for (HloInstruction* successor : after) AddControlPredecessors(last, successor);
}

}  // namespace hlo_text_v1::internal
