// See stand_in.h. New values go to the front of the computation, where everything may use them.
#include "src/reduce/stand_in.h"

#include <algorithm>
#include <vector>

#include "hlo/query.h"

namespace hlo_text_v1::internal {

StandIns::StandIns(HloComputation* computation, bool shares)
    : computation_(computation), shares_(shares), builder_(computation) {
  if (!shares) return;
  for (HloInstruction* parameter : computation->parameters()) {
    known_.try_emplace(&parameter->shape(), parameter);
  }
  if (computation->IsEntry()) return;
  for (HloInstruction* instruction : computation->instructions()) {
    if (IsStandIn(*instruction)) known_.try_emplace(&instruction->shape(), instruction);
  }
}

HloInstruction* StandIns::Of(const Shape* shape) {
  if (shares_) {
    const auto at = known_.find(shape);
    if (at != known_.end()) return at->second;
  }
  builder_.SetInsertionPoint(*computation_->instructions().begin());
  HloInstruction* made = Make(shape);
  if (!builder_.ConsumeStatus().ok() || made == nullptr) return nullptr;
  if (shares_) known_[shape] = made;
  return made;
}

HloInstruction* StandIns::Make(const Shape* shape) {
  return computation_->IsEntry() ? builder_.AddParameter(shape, "p") : MakeZeros(shape);
}

HloInstruction* StandIns::MakeZeros(const Shape* shape) {
  if (shape->IsToken()) return builder_.AddAfterAll({});
  if (shape->IsTuple()) {
    std::vector<HloInstruction*> elements;
    for (const Shape* element : shape->tuple_shapes()) elements.push_back(MakeZeros(element));
    return builder_.AddInstruction(HloOpcode::kTuple, shape, elements);
  }
  if (!shape->IsArray()) return nullptr;
  HloInstruction* zero = builder_.AddScalar(shape->element_type(), 0);
  if (shape->IsScalar()) return zero;
  const Attribute dimensions = MakeAttribute<AttributeKind::kDimensions>({});
  return builder_.AddInstruction(HloOpcode::kBroadcast, shape, {zero}, {dimensions});
}

namespace {

bool IsZeros(const HloInstruction& instruction) {
  if (instruction.opcode() == HloOpcode::kConstant) return true;
  if (instruction.opcode() == HloOpcode::kAfterAll) return instruction.operands().empty();
  return instruction.opcode() == HloOpcode::kBroadcast && instruction.operand_count() == 1 &&
         instruction.operand(0)->opcode() == HloOpcode::kConstant;
}

}  // namespace

bool IsStandIn(const HloInstruction& instruction) {
  if (instruction.opcode() != HloOpcode::kTuple) return IsZeros(instruction);
  const auto operands = instruction.operands();
  return std::all_of(operands.begin(), operands.end(), [](const HloInstruction* operand) {
    return operand->opcode() == HloOpcode::kParameter || IsZeros(*operand);
  });
}

}  // namespace hlo_text_v1::internal
