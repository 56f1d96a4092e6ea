// Older shapes of asynchronous instructions.
//
// The operands of a start used to be flat in its shape, (f32[64], f32[32], s32[]); today they are a
// tuple, ((f32[64]), f32[32], s32[]). The operands tell which elements belong to it.
#ifndef HLO_ASYNC_UPGRADE_H_
#define HLO_ASYNC_UPGRADE_H_

#include "absl/types/span.h"
#include "hlo/instruction.h"
#include "hlo/shape.h"

namespace hlo::internal {

// The current form of the shape of an async-start with these operands; nullptr if `shape` is
// already in it, or in no known form.
const Shape* UpgradedStartShape(const Shape& shape, absl::Span<HloInstruction* const> operands,
                                ShapePool* pool);
// The same for an async-update, whose first operand is the previous link.
const Shape* UpgradedUpdateShape(const Shape& shape, absl::Span<HloInstruction* const> operands,
                                 ShapePool* pool);

// Whether `shape` is the older form of the shape of `instruction`, a start or update.
bool IsOlderShapeOf(const HloInstruction& instruction, const Shape& shape, ShapePool* pool);

}  // namespace hlo::internal

#endif  // HLO_ASYNC_UPGRADE_H_
