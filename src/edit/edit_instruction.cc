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
  IrAccess::Name(instruction) = NewInstructionName(StateOf(instruction), name);
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
  IrAccess::ShapeOf(instruction) = shape;
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

// A conditional names its branches as a list, or as two if its first operand is a predicate. After
// an edit that operand may be of the other kind: then the old spelling becomes the new one, or goes
// if `set`, the attribute that is being set, replaces it.
void RespellBranches(const HloInstruction& conditional, AttributeKind set, Arena* arena,
                     std::vector<Attribute>* attributes) {
  using Kind = AttributeKind;
  if (conditional.operands().empty()) return;
  const bool wants_list = conditional.operand(0)->shape().element_type() != PrimitiveType::kPRED;
  const bool sets_list = set == Kind::kBranchComputations;
  const bool sets_one = set == Kind::kTrueComputation || set == Kind::kFalseComputation;
  if (wants_list ? sets_one : sets_list) return;  // an error
  const Attribute* list = FindIn(*attributes, Kind::kBranchComputations);
  const Attribute* if_true = FindIn(*attributes, Kind::kTrueComputation);
  const Attribute* if_false = FindIn(*attributes, Kind::kFalseComputation);
  std::vector<Attribute> spelled;
  if (wants_list) {
    if (list == nullptr && (if_true == nullptr || if_false == nullptr)) return;
    if (list == nullptr) {
      HloComputation* const branches[] = {if_true->AsComputation(), if_false->AsComputation()};
      spelled.push_back(Attribute::List<HloComputation*>(
          Kind::kBranchComputations, arena->CopySpan(absl::MakeConstSpan(branches))));
    }
  } else {
    if (list == nullptr || list->AsList<HloComputation*>().size() != 2) return;
    const auto branches = list->AsList<HloComputation*>();
    if (if_true == nullptr)
      spelled.push_back(Attribute::Pointer(Kind::kTrueComputation, branches[0]));
    if (if_false == nullptr)
      spelled.push_back(Attribute::Pointer(Kind::kFalseComputation, branches[1]));
  }
  const auto is_other = [&](const Attribute& attribute) {
    return wants_list ? attribute.kind() == Kind::kTrueComputation ||
                            attribute.kind() == Kind::kFalseComputation
                      : attribute.kind() == Kind::kBranchComputations;
  };
  attributes->erase(std::remove_if(attributes->begin(), attributes->end(), is_other),
                    attributes->end());
  attributes->insert(attributes->end(), spelled.begin(), spelled.end());
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
