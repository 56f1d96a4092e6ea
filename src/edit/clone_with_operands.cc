// HloBuilder::AddClone makes the copy; what only one instruction may call is copied with it.
#include "src/edit/clone_with_operands.h"

#include "hlo/builder.h"
#include "hlo/clone.h"
#include "hlo/edit.h"
#include "src/base/strings.h"
#include "src/edit/misuse.h"

namespace hlo {

using namespace internal;

absl::Status internal::CloneCallee(HloInstruction* instruction) {
  if (instruction->opcode() != HloOpcode::kFusion &&
      instruction->opcode() != HloOpcode::kAsyncStart) {
    return absl::OkStatus();
  }
  const Attribute* calls = instruction->FindAttribute(AttributeKind::kCalls);
  if (calls == nullptr) return absl::OkStatus();
  HloComputation* callee =
      CloneComputation(*calls->AsComputation(), instruction->parent()->parent());
  return SetAttribute(instruction, MakeAttribute<AttributeKind::kCalls>(callee));
}

absl::StatusOr<HloInstruction*> CloneWithNewOperands(HloInstruction* instruction,
                                                     const Shape* shape,
                                                     absl::Span<HloInstruction* const> operands,
                                                     std::string_view suffix) {
  absl::Status status = CheckInstructions("CloneWithNewOperands", {instruction});
  if (!status.ok()) return status;
  HloBuilder builder(instruction->parent());
  const std::string name =
      suffix.empty() ? std::string() : StrCat(instruction->name(), ".", suffix);
  HloInstruction* clone = builder.AddClone(*instruction, operands, shape, name);
  if (clone == nullptr) return builder.status();
  status = CloneCallee(clone);
  if (!status.ok()) return status;
  return clone;
}

}  // namespace hlo
