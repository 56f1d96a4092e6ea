// Edits of one instruction: name, shape, attributes, position.
#include "hlo/edit.h"
#include "src/edit/copy_values.h"
#include "src/edit/derived_data.h"
#include "src/edit/misuse.h"
#include "src/edit/settle_attributes.h"

namespace hlo {

using namespace internal;

std::string_view SetName(HloInstruction* instruction, std::string_view name) {
  if (!CheckInstructions("SetName", {instruction}).ok()) return {};
  IrAccess::Name(instruction) = NewInstructionName(StateOf(instruction), name);
  return instruction->name();
}

void SetShape(HloInstruction* instruction, const Shape* shape) {
  if (!CheckInstructions("SetShape", {instruction}).ok() ||
      !CheckShape("SetShape", *instruction->parent()->parent(), shape).ok()) {
    return;
  }
  IrAccess::ShapeOf(instruction) = shape;
  if (instruction->IsRoot() || instruction->opcode() == HloOpcode::kParameter) {
    UpdateEntryLayoutOf(instruction->parent());
  }
}

namespace {

absl::Status ChangeAttribute(HloInstruction* instruction, AttributeKind kind,
                             const Attribute* attribute) {
  if (kind >= AttributeKind::kUnknown) {
    return absl::InvalidArgumentError(
        "attributes that are kept as they were written cannot be set or removed");
  }
  absl::Status status = attribute == nullptr
                            ? absl::OkStatus()
                            : CheckReferences(*instruction, absl::MakeConstSpan(attribute, 1));
  if (!status.ok()) return status;
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
  status = SettleAttributes(*instruction, &arena, &attributes);
  if (!status.ok()) return status;
  AdaptAttributesToShape(*instruction, &arena, absl::MakeSpan(attributes));
  ReplaceAttributes(instruction, attributes);
  return absl::OkStatus();
}

}  // namespace

absl::Status SetAttribute(HloInstruction* instruction, const Attribute& attribute) {
  absl::Status status = CheckInstructions("SetAttribute", {instruction});
  if (!status.ok()) return status;
  return ChangeAttribute(instruction, attribute.kind(), &attribute);
}

absl::Status RemoveAttribute(HloInstruction* instruction, AttributeKind kind) {
  absl::Status status = CheckInstructions("RemoveAttribute", {instruction});
  if (!status.ok()) return status;
  if (kind < AttributeKind::kUnknown && FindByName(*instruction, kind) == nullptr) {
    return absl::OkStatus();
  }
  return ChangeAttribute(instruction, kind, nullptr);
}

}  // namespace hlo
