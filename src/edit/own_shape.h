// Shapes of instructions that a text must spell out but a program need not.
#ifndef HLO_EDIT_OWN_SHAPE_H_
#define HLO_EDIT_OWN_SHAPE_H_

#include "absl/status/statusor.h"
#include "hlo/instruction.h"
#include "hlo/shape.h"

namespace hlo::internal {

// The shape of `draft`, which has operands and attributes but no shape: that of InferShape, or what
// replica groups and chains tell; slices and shards are laid out as their operands. Errors:
// kInvalidArgument, such as an operand that cannot be divided among the devices, or an opcode whose
// shape nothing tells. Costs as InferShape; for shards also linear in the devices of the groups.
absl::StatusOr<const Shape*> OwnShape(HloInstruction* draft, ShapePool& shapes);

}  // namespace hlo::internal

#endif  // HLO_EDIT_OWN_SHAPE_H_
