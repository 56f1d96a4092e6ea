// Edits of one instruction: name, shape, attributes, position.
#include <algorithm>
#include <vector>

#include "hlo/edit.h"
#include "src/edit/copy_values.h"
#include "src/edit/derived_data.h"
#include "src/edit/entry_layout.h"
#include "src/edit/misuse.h"
#include "src/edit/settle_attributes.h"

namespace hlo {

using namespace internal;

std::string_view SetName(HloInstruction* instruction, std::string_view name) {
  if (!CheckInstructions("SetName", {instruction}).ok()) return {};
  Node(instruction).name = NewInstructionName(StateOf(instruction), name);
  return instruction->name();
}

void SetShape(HloInstruction* instruction, const Shape* shape) {
  if (!CheckInstructions("SetShape", {instruction}).ok() ||
      !CheckShape("SetShape", *instruction->parent()->parent(), shape).ok()) {
    return;
  }
  if (instruction->opcode() == HloOpcode::kConstant &&
      !ShapesCompatible(instruction->literal().shape(), *shape)) {
    Misuse("SetShape", "the constant's value has another shape").IgnoreError();
    return;
  }
  Node(instruction).shape = shape;
  IrAccess::ModuleState& state = StateOf(instruction);
  AdaptAttributesToShape(*instruction, &state.arena, IrAccess::MutableAttributes(instruction));
  if (state.entry != instruction->parent()) return;
  if (instruction->IsRoot()) UpdateEntryResult(state);
  if (instruction->opcode() == HloOpcode::kParameter) {
    UpdateEntryParameter(state, static_cast<size_t>(instruction->parameter_number()));
  }
}

namespace {

const Attribute* FindIn(absl::Span<const Attribute> attributes, AttributeKind kind) {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [kind](const Attribute& each) { return each.kind() == kind; });
  return found == attributes.end() ? nullptr : &*found;
}

bool IsOneBranch(AttributeKind kind) {
  return kind == AttributeKind::kTrueComputation || kind == AttributeKind::kFalseComputation;
}

void BranchesAsList(Arena* arena, std::vector<Attribute>* attributes) {
  const Attribute* if_true = FindIn(*attributes, AttributeKind::kTrueComputation);
  const Attribute* if_false = FindIn(*attributes, AttributeKind::kFalseComputation);
  const bool has_list = FindIn(*attributes, AttributeKind::kBranchComputations) != nullptr;
  if (!has_list && (if_true == nullptr || if_false == nullptr)) return;
  std::vector<Attribute> kept;
  for (const Attribute& attribute : *attributes) {
    if (!IsOneBranch(attribute.kind())) kept.push_back(attribute);
  }
  if (!has_list) {
    HloComputation* const branches[] = {if_true->AsComputation(), if_false->AsComputation()};
    kept.push_back(Attribute::List<HloComputation*>(
        AttributeKind::kBranchComputations, arena->CopySpan(absl::MakeConstSpan(branches))));
  }
  *attributes = std::move(kept);
}

void BranchesAsTwo(std::vector<Attribute>* attributes) {
  const Attribute* list = FindIn(*attributes, AttributeKind::kBranchComputations);
  if (list == nullptr || list->AsList<HloComputation*>().size() != 2) return;
  const auto branches = list->AsList<HloComputation*>();
  std::vector<Attribute> kept;
  for (const Attribute& attribute : *attributes) {
    if (attribute.kind() != AttributeKind::kBranchComputations) kept.push_back(attribute);
  }
  for (const auto& [kind, branch] : {std::pair(AttributeKind::kTrueComputation, branches[0]),
                                     std::pair(AttributeKind::kFalseComputation, branches[1])}) {
    if (FindIn(kept, kind) == nullptr) kept.push_back(Attribute::Pointer(kind, branch));
  }
  *attributes = std::move(kept);
}

// A conditional names its branches as a list, or as two if its first operand is a predicate. After
// an edit that operand may be of the other kind: then the old spelling becomes the new one, or goes
// if `set`, the attribute that is being set, replaces it.
void RespellBranches(const HloInstruction& conditional, AttributeKind set, Arena* arena,
                     std::vector<Attribute>* attributes) {
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
  if (instruction->opcode() == HloOpcode::kConditional) {
    RespellBranches(*instruction, kind, &arena, &attributes);
  }
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
