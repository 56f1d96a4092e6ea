// Floating-point operations of single instructions, as XLA counts them: parts of a cost model.
//
//   double flops = 0;
//   for (const hlo::HloInstruction* i : computation->instructions()) {
//     flops += hlo::InstructionFlops(*i);
//   }
//
// A product and the addition of it are two operations, whatever the types. Counts are doubles, as
// in XLA: a module may have more than fit an integer. Source: XLA HloCostAnalysis.
#ifndef HLO_FLOPS_H_
#define HLO_FLOPS_H_

#include "hlo/attribute_values.h"
#include "hlo/instruction.h"

namespace hlo {

// Of an instruction itself, without what it calls: the sum below it is up to the caller, who knows
// how often a loop runs and which branch is taken.
//   dot, scaled-dot, ragged-dot  DotFlops
//   convolution          ConvolutionFlops
//   elementwise, bitcast-convert, all-reduce  1 for each element of the result; 0 for copy, and for
//                        transcendental opcodes (OpcodeTrait::kTranscendental)
//   sort                 n ceil(log2 n), for n elements of the first operand
//   fft                  8 n floor(log2 length) for each length
//   cholesky             n/3 for each element, with n rows
//   triangular-solve     2n for each element of the result
//   any other            0: reduce, map and scatter cost what they call
// 0 if shapes and attributes do not fit, as Verify finds. Linear in the ranks, for a convolution as
// ConvolutionFlops. XLA HloCostAnalysis.
double InstructionFlops(const HloInstruction& instruction);

// Of a dot or scaled-dot: 2 for each element of the result and each product in its sum. A
// ragged-dot with rhs_group_dims counts as if the result had no dimension 0: as in XLA, though its
// rows are computed, too. XLA HloCostAnalysis::GetDotFlops.
double DotFlops(const HloInstruction& dot);

// Of a convolution: 2 for each product of an element of the input and one of the kernel; padding
// and holes cost nothing, unless the window has more than 4096 places in a dimension. Linear in the
// window's sizes. XLA HloCostAnalysis::GetConvolutionFlops.
double ConvolutionFlops(const HloInstruction& convolution);

// Places in a window, the product of its sizes: how many elements a reduce-window joins. Linear in
// its dimensions.
double WindowElementCount(const Window& window);

}  // namespace hlo

#endif  // HLO_FLOPS_H_
