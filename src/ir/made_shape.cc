// The rules of XLA's HloInstruction::CreateX, opcode by opcode.
#include "src/ir/made_shape.h"

namespace hlo::internal {
namespace {

bool HasElements(const Shape* shape) {
  return shape != nullptr && shape->IsTuple() && !shape->tuple_shapes().empty();
}

}  // namespace

const Shape* MadeShape(HloOpcode opcode, const Shape* shape, const Shape* operand,
                       ShapePool& shapes) {
  if (opcode == HloOpcode::kAfterAll || opcode == HloOpcode::kOutfeed ||
      opcode == HloOpcode::kSendDone) {
    return shapes.Token();
  }
  if (opcode == HloOpcode::kAddDependency && operand != nullptr) return operand;
  const auto transfer = [&shapes](const Shape* data) {
    return shapes.Tuple({data, shapes.Scalar(PrimitiveType::kU32), shapes.Token()});
  };
  if (opcode == HloOpcode::kSend && operand != nullptr) return transfer(operand);
  if (opcode == HloOpcode::kRecv && HasElements(shape)) return transfer(shape->tuple_shapes(0));
  if (opcode == HloOpcode::kInfeed && HasElements(shape)) {
    return shapes.Tuple({shape->tuple_shapes(0), shapes.Token()});
  }
  if (opcode == HloOpcode::kRecvDone && HasElements(operand)) {
    return shapes.Tuple({operand->tuple_shapes(0), shapes.Token()});
  }
  return shape;
}

}  // namespace hlo::internal
