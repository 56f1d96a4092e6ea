// Edits of one instruction: name, shape, attributes, position.
#include <cassert>

#include "hlo/edit.h"
#include "src/edit/copy_values.h"
#include "src/edit/derived_data.h"
#include "src/edit/settle_attributes.h"

namespace hlo {

using namespace internal;

std::string_view SetName(HloInstruction* instruction, std::string_view name) {
  IrAccess::Name(instruction) = NewInstructionName(StateOf(instruction), name);
  return instruction->name();
}

void SetShape(HloInstruction* instruction, const Shape* shape) {
  IrAccess::ShapeOf(instruction) = shape;
  if (instruction->IsRoot() || instruction->opcode() == HloOpcode::kParameter) {
    UpdateEntryLayoutOf(instruction->parent());
  }
}

namespace {

absl::Status ChangeAttribute(HloInstruction* instruction, AttributeKind kind,
                             const Attribute* attribute) {
  assert(instruction->parent() != nullptr);
  if (kind >= AttributeKind::kUnknown) {
    return absl::InvalidArgumentError(
        "attributes that are kept as they were written cannot be set or removed");
  }
  Arena& arena = StateOf(instruction).arena;
  std::vector<Attribute> attributes;
  for (const Attribute& old : instruction->attributes()) {
    if (!IsOrIsCalled(old, kind)) {
      attributes.push_back(old);
    } else if (attribute != nullptr) {
      // In place, so the attributes after it keep their order.
      attributes.push_back(ValueCopier(&arena).Copy(*attribute));
      attribute = nullptr;
    }
  }
  if (attribute != nullptr) attributes.push_back(ValueCopier(&arena).Copy(*attribute));
  absl::Status status = SettleAttributes(*instruction, &arena, &attributes);
  if (!status.ok()) return status;
  AdaptAttributesToShape(*instruction, &arena, absl::MakeSpan(attributes));
  ReplaceAttributes(instruction, attributes);
  return absl::OkStatus();
}

}  // namespace

absl::Status SetAttribute(HloInstruction* instruction, const Attribute& attribute) {
  return ChangeAttribute(instruction, attribute.kind(), &attribute);
}

absl::Status RemoveAttribute(HloInstruction* instruction, AttributeKind kind) {
  if (kind < AttributeKind::kUnknown && FindByName(*instruction, kind) == nullptr) {
    return absl::OkStatus();
  }
  return ChangeAttribute(instruction, kind, nullptr);
}

void MoveBefore(HloInstruction* instruction, HloInstruction* position) {
  assert(instruction->parent() == position->parent());
  if (instruction == position) return;
  Unlink(instruction);
  LinkBefore(instruction, position);
}

void MoveAfter(HloInstruction* instruction, HloInstruction* position) {
  assert(instruction->parent() == position->parent());
  if (instruction == position) return;
  Unlink(instruction);
  LinkBefore(instruction, position->next());
}

}  // namespace hlo
