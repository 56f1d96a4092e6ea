// Tells which parts of its result an instruction shares with its operands, within a computation;
// and which asynchronous operations the computation has.
#ifndef HLO_ANALYSIS_BUFFER_RULES_H_
#define HLO_ANALYSIS_BUFFER_RULES_H_

#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/async.h"
#include "hlo/attribute_values.h"
#include "hlo/buffer_analysis.h"
#include "hlo/instruction.h"

namespace hlo_text_v1::internal {

// Called with (index of the result, operand, index of the operand).
using ShareFunction = absl::FunctionRef<void(ShapeIndex, const HloInstruction&, ShapeIndex)>;

// Calls share(...) for each such part of an instruction that is not a link of a chain. Linear in
// the operands.
void ForEachSharedPart(const HloInstruction& instruction, ShareFunction share);
// The same for parts that share a buffer because output_to_operand_aliasing says so, with another
// value.
void ForEachRequestedPart(const HloInstruction& instruction, ShareFunction share);
// The same for parts of operands that the result overwrites (BufferOptions::in_place).
void ForEachInPlacePart(const HloInstruction& instruction, ShareFunction share);

// AsyncIndex(computation).operations(), from an index of its module. n log n in the computation.
std::vector<AsyncOperation> OperationsIn(const HloComputation& computation,
                                         const AsyncIndex& index);

}  // namespace hlo_text_v1::internal

#endif  // HLO_ANALYSIS_BUFFER_RULES_H_
