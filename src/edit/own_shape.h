// Infers shapes that texts must spell out but programs need not.
#ifndef HLO_EDIT_OWN_SHAPE_H_
#define HLO_EDIT_OWN_SHAPE_H_

#include "absl/status/statusor.h"
#include "hlo/instruction.h"
#include "hlo/shape.h"

namespace hlo_text_v1::internal {

// The shape of `draft`, which has operands and attributes but no shape: InferShape's, or one
// derived from replica groups and chains; slices and shards have the layout of their operands.
// Errors: kInvalidArgument, such as an operand that cannot be divided among the devices, or an
// opcode whose shape does not follow from anything. Costs as InferShape; for shards also linear in
// the devices of the groups.
absl::StatusOr<const Shape*> OwnShape(HloInstruction* draft, ShapePool& shapes);

}  // namespace hlo_text_v1::internal

#endif  // HLO_EDIT_OWN_SHAPE_H_
