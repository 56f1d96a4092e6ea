// Shapes of instructions that a text must spell out but a program need not.
#ifndef HLO_EDIT_OWN_SHAPE_H_
#define HLO_EDIT_OWN_SHAPE_H_

#include "absl/status/statusor.h"
#include "hlo/instruction.h"
#include "hlo/shape.h"

namespace hlo::internal {

// The shape of `draft`, which has operands and attributes, if its opcode says Given in opcodes.def
// and they determine it: collectives, starts and dones, fusions, slices. nullptr for others.
// Errors: kInvalidArgument, such as an operand that cannot be divided among the devices. Linear in
// operands. XLA ShapeInference::InferAllGatherShape and the like.
absl::StatusOr<const Shape*> OwnShape(const HloInstruction& draft, ShapePool& shapes);

}  // namespace hlo::internal

#endif  // HLO_EDIT_OWN_SHAPE_H_
