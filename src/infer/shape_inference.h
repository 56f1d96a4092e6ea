// Infers the shape of an instruction whose text leaves it out.
//
// Messages are XLA's (shape_inference.cc), without "failed to infer shape for opcode", which the
// parser adds. Where XLA aborts or quotes volatile text, the message is ours.
#ifndef HLO_INFER_SHAPE_INFERENCE_H_
#define HLO_INFER_SHAPE_INFERENCE_H_

#include "absl/status/statusor.h"
#include "hlo/instruction.h"
#include "hlo/shape.h"

namespace hlo::internal {

// The result shape of `instruction`, whose operands, attributes and called computations are
// complete and whose shape is not set; an error for opcodes marked Given in opcodes.def. Errors:
// kInvalidArgument with the message. Never aborts, whatever the operands.
absl::StatusOr<const Shape*> InferShape(const HloInstruction& instruction, ShapePool& shapes);

}  // namespace hlo::internal

#endif  // HLO_INFER_SHAPE_INFERENCE_H_
