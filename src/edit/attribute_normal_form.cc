// The steps are those of the parser (attribute_list_parser.cc, instruction_checks.cc), in its
// order, without positions in a text.
#include "src/edit/attribute_normal_form.h"

#include <algorithm>
#include <bitset>

#include "hlo/opcode.h"
#include "src/base/strings.h"
#include "src/ir/attribute_order.h"
#include "src/ir/map_dimensions.h"
#include "src/parse/module/hlo_parser.h"
#include "src/parse/values/sharding_parser.h"
#include "src/vocabulary/comparison_order.h"

namespace hlo {
namespace {

using Row = absl::Span<const AttributeSpec>;

// The opcode's own attributes, as far as phase and operands allow them.
Row RowOf(const HloInstruction& instruction) {
  if (instruction.async_phase() == AsyncPhase::kUpdate ||
      instruction.async_phase() == AsyncPhase::kDone) {
    return {};
  }
  const Row row = GetOpcodeInfo(instruction.opcode()).attributes;
  if (instruction.opcode() != HloOpcode::kConditional || instruction.operands().empty()) return row;
  const bool is_pred = instruction.operand(0)->shape().element_type() == PrimitiveType::kPRED;
  return is_pred ? row.subspan(0, 2) : row.subspan(2, 1);
}

const AttributeSpec* FindSpec(Row row, AttributeKind kind) {
  for (const AttributeSpec& spec : row) {
    if (spec.kind == kind) return &spec;
  }
  return nullptr;
}

bool IsAllowed(const HloInstruction& instruction, Row row, AttributeKind kind) {
  if (kind == AttributeKind::kUnknown) return true;
  if (instruction.opcode() == HloOpcode::kUnknown) return true;
  if (FindSpec(row, kind) != nullptr) return true;
  if (IsTailAttribute(kind)) return kind != AttributeKind::kResultAccuracy;
  const AsyncPhase phase = instruction.async_phase();
  if (phase == AsyncPhase::kNone) return false;
  return kind == AttributeKind::kAsyncExecutionThread ||
         (kind == AttributeKind::kOutputToOperandAliasing && phase != AsyncPhase::kDone);
}

absl::Status CheckGiven(const HloInstruction& instruction, Row row,
                        absl::Span<const Attribute> attributes, std::bitset<128>* given) {
  const bool is_unknown = instruction.opcode() == HloOpcode::kUnknown;
  const std::string_view opcode = HloOpcodeName(instruction.opcode());
  for (const Attribute& attribute : attributes) {
    if (!IsAllowed(instruction, row, attribute.kind())) {
      return absl::InvalidArgumentError(
          StrCat("unexpected attribute \"", attribute.name(), "\" of ", opcode));
    }
    if (attribute.kind() == AttributeKind::kUnknown) {
      // It may be one of the opcode's own, with a value that is not understood.
      for (const AttributeSpec& spec : row) {
        if (AttributeName(spec.kind) == attribute.name()) {
          given->set(static_cast<size_t>(spec.kind));
        }
      }
      continue;
    }
    if ((*given)[static_cast<size_t>(attribute.kind())]) {
      return absl::InvalidArgumentError(
          StrCat("attribute ", attribute.name(), " of ", opcode, " already exists"));
    }
    given->set(static_cast<size_t>(attribute.kind()));
  }
  if (is_unknown && !(*given)[static_cast<size_t>(AttributeKind::kUnknownOpcode)]) {
    return absl::InvalidArgumentError("an unknown opcode has its name in a text only");
  }
  const bool is_scalar_broadcast = instruction.opcode() == HloOpcode::kBroadcast &&
                                   instruction.operand_count() == 1 &&
                                   instruction.operand(0)->shape().IsScalar();
  for (const AttributeSpec& spec : row) {
    if (!spec.required || (*given)[static_cast<size_t>(spec.kind)] || is_scalar_broadcast) continue;
    return absl::InvalidArgumentError(
        StrCat("attribute ", AttributeName(spec.kind), " is expected but not set on ", opcode));
  }
  return absl::OkStatus();
}

// to_apply=f is the old spelling of called_computations={f}; layout constraints forget both.
void NormalizeCustomCall(Arena* arena, std::vector<Attribute>* attributes) {
  bool is_constrained = false;
  for (Attribute& attribute : *attributes) {
    is_constrained = is_constrained || attribute.kind() == AttributeKind::kOperandLayoutConstraints;
    if (attribute.kind() != AttributeKind::kToApply) continue;
    HloComputation* callee = attribute.AsComputation();
    attribute = Attribute::List<HloComputation*>(
        AttributeKind::kCalledComputations,
        arena->CopySpan(absl::Span<HloComputation* const>(&callee, 1)));
  }
  if (!is_constrained) return;
  attributes->erase(std::remove_if(attributes->begin(), attributes->end(),
                                   [](const Attribute& attribute) {
                                     return attribute.kind() == AttributeKind::kCalledComputations;
                                   }),
                    attributes->end());
}

// Whether an attribute says what holds anyway, by an opcode's own rule.
bool IsImplied(const HloInstruction& instruction, const Attribute& attribute) {
  switch (attribute.kind()) {
    case AttributeKind::kOrder:
      return instruction.operand_count() > 0 &&
             attribute.AsEnum<ComparisonOrder>() ==
                 DefaultComparisonOrder(instruction.operand(0)->shape().element_type());
    case AttributeKind::kDimensions:
      return instruction.opcode() == HloOpcode::kRaggedAllToAll;
    default:
      return false;
  }
}

}  // namespace

absl::Status NormalizeAttributes(const HloInstruction& instruction, Arena* arena,
                                 std::vector<Attribute>* attributes) {
  const Row row = RowOf(instruction);
  std::bitset<128> given;
  if (absl::Status status = CheckGiven(instruction, row, *attributes, &given); !status.ok()) {
    return status;
  }
  const HloOpcode opcode = instruction.opcode();
  if (opcode == HloOpcode::kCustomCall) NormalizeCustomCall(arena, attributes);
  for (const AttributeSpec& spec : row) {
    const bool fill = spec.fill || opcode == HloOpcode::kBroadcast;
    if (fill && !given[static_cast<size_t>(spec.kind)]) attributes->push_back(DefaultValue(spec));
  }
  if (opcode == HloOpcode::kOutfeed && instruction.operand_count() > 0 &&
      !given[static_cast<size_t>(AttributeKind::kOutfeedShape)]) {
    attributes->push_back(
        Attribute::Pointer(AttributeKind::kOutfeedShape, &instruction.operand(0)->shape()));
  }
  const auto is_dropped = [&](const Attribute& attribute) {
    // Nothing says what holds of an unknown opcode without the attribute.
    if (opcode == HloOpcode::kUnknown) return attribute.info().drop == DropRule::kAlways;
    const AttributeSpec* spec = FindSpec(row, attribute.kind());
    if (spec != nullptr && spec->keep) return false;
    return IsDroppedValue(attribute) || IsImplied(instruction, attribute);
  };
  attributes->erase(std::remove_if(attributes->begin(), attributes->end(), is_dropped),
                    attributes->end());
  SortAttributes(opcode, attributes);
  return absl::OkStatus();
}

void AdaptAttributesToShape(const HloInstruction& instruction, Arena* arena,
                            absl::Span<Attribute> attributes) {
  const Shape& shape = instruction.shape();
  if (instruction.opcode() == HloOpcode::kMap) SetMapDimensions(attributes, shape.rank(), arena);
  for (Attribute& attribute : attributes) {
    if (attribute.kind() == AttributeKind::kSharding && shape.IsTuple() &&
        attribute.As<HloSharding>().kind != HloSharding::Kind::kTuple) {
      const uint8_t rank = attribute.rank();
      const HloSharding* tuple =
          arena->New<HloSharding>(NormalizeSharding(attribute.As<HloSharding>(), shape, arena));
      attribute = Attribute::Pointer(AttributeKind::kSharding, tuple);
      attribute.set_rank(rank);
    }
  }
}

}  // namespace hlo
