// Older shapes of asynchronous instructions.
//
// Once the operands of a start stood flat in its shape, (f32[64], f32[32], s32[]); today they are a
// tuple, ((f32[64]), f32[32], s32[]). What was meant follows from the operands.
#ifndef HLO_ASYNC_UPGRADE_H_
#define HLO_ASYNC_UPGRADE_H_

#include "absl/types/span.h"
#include "hlo/instruction.h"
#include "hlo/shape.h"

namespace hlo {

// Today's form of the shape of an async-start with these operands; nullptr if `shape` has it
// already, or no form that is known.
const Shape* UpgradedStartShape(const Shape& shape, absl::Span<HloInstruction* const> operands,
                                ShapePool* pool);
// The same of an async-update, whose first operand is the link before it.
const Shape* UpgradedUpdateShape(const Shape& shape, absl::Span<HloInstruction* const> operands,
                                 ShapePool* pool);

// Whether `shape` is the older form of the shape that `instruction`, a start or update, has.
bool IsOlderShapeOf(const HloInstruction& instruction, const Shape& shape, ShapePool* pool);

}  // namespace hlo

#endif  // HLO_ASYNC_UPGRADE_H_
