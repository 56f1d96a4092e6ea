// Opcodes that make their own shape, whatever the text says.
#ifndef HLO_IR_MADE_SHAPE_H_
#define HLO_IR_MADE_SHAPE_H_

#include "hlo/opcode.h"
#include "hlo/shape.h"

namespace hlo::internal {

// The shape of an instruction of `opcode` that is written with `shape`, if it makes its own;
// `shape` for any other opcode. `operand` is the shape of operand 0, nullptr if there is none. If
// `shape` or `operand` does not have the part that the opcode needs, also `shape`. Constant time.
// XLA HloInstruction::CreateOutfeed and its like.
const Shape* MadeShape(HloOpcode opcode, const Shape* shape, const Shape* operand,
                       ShapePool& shapes);

}  // namespace hlo::internal

#endif  // HLO_IR_MADE_SHAPE_H_
