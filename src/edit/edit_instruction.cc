// Edits of one instruction: name, shape, attributes; and of the order of instructions: the list of
// a computation, which is the schedule if there is one.
#include <algorithm>
#include <vector>

#include "hlo/edit.h"
#include "hlo/internal/attribute_access.h"
#include "hlo/schedule.h"
#include "src/base/strings.h"
#include "src/edit/copy_values.h"
#include "src/edit/derived_data.h"
#include "src/edit/entry_layout.h"
#include "src/edit/misuse.h"
#include "src/edit/settle_attributes.h"
#include "src/ir/attribute_order.h"
#include "src/ir/kept_text.h"
#include "src/ir/normal_form.h"

namespace hlo_text_v1 {

using namespace internal;

std::string_view SetName(HloInstruction* instruction, std::string_view name) {
  if (!CheckInstructions("SetName", {instruction}).ok()) return {};
  if (!IsPinned(*instruction)) {
    Node(instruction).name = NewInstructionName(StateOf(instruction), name);
  }
  return instruction->name();
}

absl::Status SetShape(HloInstruction* instruction, const Shape* shape) {
  absl::Status status = CheckInstructions("SetShape", {instruction});
  if (status.ok()) status = CheckShape("SetShape", *instruction->parent()->parent(), shape);
  if (!status.ok()) return status;
  if (instruction->opcode() == HloOpcode::kConstant &&
      !ShapesCompatible(instruction->literal().shape(), *shape)) {
    return Misuse("SetShape", "the constant's value has another shape");
  }
  Node(instruction).shape = shape;
  IrAccess::ModuleState& state = StateOf(instruction);
  AdaptAttributesToShape(instruction->opcode(), *shape, &state.arena,
                         IrAccess::MutableAttributes(instruction));
  if (state.entry != instruction->parent()) return status;
  if (instruction->IsRoot()) UpdateEntryResult(state);
  if (instruction->opcode() == HloOpcode::kParameter) {
    UpdateEntryParameter(state, static_cast<size_t>(instruction->parameter_number()));
  }
  return status;
}

namespace {

bool IsOneBranch(AttributeKind kind) {
  return kind == AttributeKind::kTrueComputation || kind == AttributeKind::kFalseComputation;
}

void BranchesAsList(Arena* arena, ChangedAttributes* attributes) {
  const bool has_list = attributes->Find(AttributeKind::kBranchComputations) != nullptr;
  if (!has_list) {
    const Attribute* if_true = attributes->Find(AttributeKind::kTrueComputation);
    const Attribute* if_false = attributes->Find(AttributeKind::kFalseComputation);
    if (if_true == nullptr || if_false == nullptr) return;
    HloComputation* const branches[] = {AttributeAccess::Held<HloComputation>(*if_true),
                                        AttributeAccess::Held<HloComputation>(*if_false)};
    attributes->push_back(Attribute::List<HloComputation*>(
        AttributeKind::kBranchComputations, arena->CopySpan(absl::MakeConstSpan(branches))));
  }
  attributes->Remove({AttributeKind::kTrueComputation, AttributeKind::kFalseComputation});
}

void BranchesAsTwo(ChangedAttributes* attributes) {
  const Attribute* list = attributes->Find(AttributeKind::kBranchComputations);
  if (list == nullptr || list->AsList<const HloComputation*>().size() != 2) return;
  const auto branches = list->AsList<const HloComputation*>();
  attributes->Remove({AttributeKind::kBranchComputations});
  for (const auto& [kind, branch] : {std::pair(AttributeKind::kTrueComputation, branches[0]),
                                     std::pair(AttributeKind::kFalseComputation, branches[1])}) {
    if (attributes->Find(kind) == nullptr) attributes->Set(Attribute::Pointer(kind, branch));
  }
}

// A conditional names its branches as a list, or as two if its first operand is a predicate. If an
// edit changes the kind of that operand, the old spelling becomes the new one, or is removed if
// `set`, the attribute that is being set, replaces it.
void RespellBranches(const HloInstruction& conditional, AttributeKind set, Arena* arena,
                     ChangedAttributes* attributes) {
  if (conditional.operands().empty()) return;
  // Setting the spelling that does not fit is an error.
  if (conditional.operand(0)->shape().element_type() == PrimitiveType::kPRED) {
    if (set != AttributeKind::kBranchComputations) BranchesAsTwo(attributes);
  } else {
    if (!IsOneBranch(set)) BranchesAsList(arena, attributes);
  }
}

absl::Status ChangeAttribute(HloInstruction* instruction, AttributeKind kind,
                             const Attribute* attribute) {
  if (kind >= AttributeKind::kUnknown) {
    return Invalid("attributes that are kept as they were written cannot be set or removed");
  }
  absl::Status status = attribute == nullptr
                            ? absl::OkStatus()
                            : CheckReferences(*instruction, absl::MakeConstSpan(attribute, 1));
  if (!status.ok()) return status;
  Arena& arena = StateOf(instruction).arena;
  ChangedAttributes attributes(*instruction);
  if (attribute == nullptr) {
    attributes.Remove({kind});
  } else {
    attributes.Set(ValueCopier(&arena).Copy(*attribute));
  }
  if (instruction->opcode() == HloOpcode::kConditional) {
    RespellBranches(*instruction, kind, &arena, &attributes);
  }
  status = SettleAttributes(*instruction, &arena, &attributes);
  if (!status.ok()) return status;
  AdaptAttributesToShape(instruction->opcode(), instruction->shape(), &arena,
                         absl::MakeSpan(attributes));
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

// ---- Order.

namespace {

void Move(HloInstruction* instruction, HloInstruction* position) {
  Unlink(instruction);
  LinkBefore(instruction, position);
  Node(instruction).is_floating = false;
}

}  // namespace

absl::Status MoveBefore(HloInstruction* instruction, HloInstruction* position) {
  absl::Status status = CheckInstructions("MoveBefore", {instruction, position});
  if (status.ok() && instruction != position) Move(instruction, position);
  return status;
}

absl::Status MoveAfter(HloInstruction* instruction, HloInstruction* position) {
  absl::Status status = CheckInstructions("MoveAfter", {instruction, position});
  if (status.ok() && instruction != position && position->next() != instruction) {
    Move(instruction, position->next());
  }
  return status;
}

absl::Status SetSequence(HloComputation* computation, absl::Span<HloInstruction* const> sequence) {
  absl::Status status = CheckComputation("SetSequence", computation);
  if (status.ok()) status = CheckInstructions("SetSequence", sequence);
  if (!status.ok()) return status;
  const auto refuse = [&](std::string_view problem) {
    return Invalid("the sequence of computation ", computation->name(), " ", problem);
  };
  std::vector<bool> seen(computation->index_limit());
  for (const HloInstruction* instruction : sequence) {
    if (instruction->parent() != computation) return refuse("has those of another one");
    if (seen[instruction->index()]) return refuse(StrCat("has ", instruction->name(), " twice"));
    seen[instruction->index()] = true;
  }
  for (const HloInstruction* instruction : computation->instructions()) {
    if (!seen[instruction->index()]) return refuse(StrCat("lacks ", instruction->name()));
  }
  for (HloInstruction* instruction : sequence) Move(instruction, nullptr);
  return status;
}

absl::StatusOr<bool> SetSchedule(const HloSchedule& schedule) {
  HloModule& module = *schedule.module();
  bool changed = !module.config().is_scheduled;
  for (HloComputation* computation : module.computations()) {
    const absl::Span<HloInstruction* const> sequence = schedule.sequence(*computation);
    if (sequence.empty()) continue;
    const auto now = computation->instructions();
    if (std::equal(sequence.begin(), sequence.end(), now.begin(), now.end())) continue;
    changed = true;
    absl::Status status = SetSequence(computation, sequence);
    if (!status.ok()) return status;
  }
  HloModuleConfig config = module.config();
  config.is_scheduled = true;
  if (absl::Status status = SetConfig(&module, config); !status.ok()) return status;
  return changed;
}

}  // namespace hlo_text_v1
