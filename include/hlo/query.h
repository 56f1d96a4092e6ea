// Questions about an instruction: does it have side effects, is it dead, what does it cost, which
// line of the program made it?
//
//   for (hlo_text::HloInstruction* instruction : hlo_text::InstructionPostOrder(*computation)) {
//     if (hlo_text::IsDead(*instruction)) continue;
//     if (hlo_text::IsElementwise(*instruction) && hlo_text::HasOneUser(*instruction)) Fuse(instruction);
//   }
//
//   double flops = 0;
//   for (const hlo_text::HloInstruction* i : computation->instructions()) {
//     flops += hlo_text::InstructionFlops(*i);
//   }
//
// The answers come from the traits in opcodes.def. hlo/attribute_accessors.h has the attributes,
// hlo/graph.h the users, hlo/identical.h compares. Functions only read the module, and many threads
// may do so at once.
#ifndef HLO_QUERY_H_
#define HLO_QUERY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "hlo/attribute_values.h"
#include "hlo/instruction.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

// Whether removing the unused instruction may change what the program does: sends, infeeds, random
// numbers, custom calls that say so, their callers, and the dones of such starts; also any unknown
// opcode or attribute (hlo/unknown_words.h), since it may mean anything. Linear in what it calls
// and in its chain. XLA HloInstruction::HasSideEffect.
bool HasSideEffect(const HloInstruction& instruction);

// Whether the instruction can be removed as it is: nobody uses it, it is not the root or a
// parameter, it has no control dependencies and no side effect, and no text kept as written names
// it (hlo/unknown_words.h). Costs as HasSideEffect; the first call for a computation as
// CurrentUses. XLA HloInstruction::IsDead, with HasSideEffect.
bool IsDead(const HloInstruction& instruction);

// Whether each element of the result depends only on those at its place in the operands; also copy,
// and bitcast-convert to a type as wide. False for fusions, and for links of asynchronous chains.
// Constant time. XLA HloInstruction::IsElementwise.
bool IsElementwise(const HloInstruction& instruction);

// Whether the two operands of `opcode` may be swapped: add, multiply, maximum, minimum, and, or,
// xor. Constant time. XLA HloOpcodeIsBinaryCommutative.
bool IsCommutative(HloOpcode opcode);

// Whether `opcode` exchanges data between devices in groups or pairs: all-reduce,
// collective-permute-start ... Not send, recv, infeed and outfeed. Constant time.
bool IsCollective(HloOpcode opcode);
// The same of an instruction, or of what an asynchronous start wraps. Constant time. XLA
// hlo_query::IsCollectiveCommunicationOp, IsAsyncCollectiveStartOp.
bool IsCollective(const HloInstruction& instruction);

// Whether it is a custom-call of `target`. Linear in its attributes. XLA
// HloInstruction::IsCustomCall.
bool IsCustomCall(const HloInstruction& instruction, std::string_view target);

// A channel_id that no instruction of `module` has: one more than the largest, at least 1. Linear
// in the module. XLA hlo_query::NextChannelId.
int64_t NextChannelId(const HloModule& module);

// The opcode that `reduction` applies to its two parameters, in either order, if that is all it
// does and the order does not matter (IsCommutative): add, multiply, maximum, minimum, and, or,
// xor; else nullopt. Constant time. XLA MatchReductionComputation.
std::optional<HloOpcode> MatchReductionComputation(const HloComputation& reduction);

// The direction of the same comparison with its operands swapped: LT of GT. XLA
// Comparison::Converse.
ComparisonDirection ReverseDirection(ComparisonDirection direction);
// The direction that is true where `direction` is false: GE of LT. nullopt in a partial order,
// where NaN makes LT and GE false, but EQ and NE are each other's even there. XLA
// Comparison::Inverse.
std::optional<ComparisonDirection> InverseDirection(ComparisonDirection direction,
                                                    ComparisonOrder order);

// ---- Values.

// Whether every element of the array equals `value`; a complex one with imaginary part 0. True for
// arrays without elements; false for tuples and elided values. NaN equals nothing, -0 equals 0.
// Linear in the bytes of the literal. XLA Literal::IsAll, IsAllFloat.
bool IsAllInteger(const Literal& literal, int64_t value);
bool IsAllUnsigned(const Literal& literal, uint64_t value);
bool IsAllFloat(const Literal& literal, double value);
template <typename T, typename std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
bool IsAll(const Literal& literal, T value) {
  if constexpr (std::is_floating_point_v<T>) return IsAllFloat(literal, value);
  if constexpr (std::is_unsigned_v<T>) return IsAllUnsigned(literal, value);
  return IsAllInteger(literal, static_cast<int64_t>(value));
}
// The same of a constant, or of the broadcast of one. Linear likewise. XLA hlo_query::IsConstant...
template <typename T, typename std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
bool IsAll(const HloInstruction& instruction, T value) {
  const HloInstruction* constant = &instruction;
  if (constant->opcode() == HloOpcode::kBroadcast && constant->operand_count() == 1) {
    constant = constant->operand(0);
  }
  return constant->opcode() == HloOpcode::kConstant && IsAll(constant->literal(), value);
}

// ---- Source.

// The lines of the program that an instruction of `module` with this metadata comes from, innermost
// first: "/home/me/train.py:12 in loss_fn" for each stack frame, or only source_file and its line.
// Empty if unknown. At most 64, even if the frames form a cycle.
std::vector<std::string> SourceStack(const HloModule& module, const OpMetadata& metadata);

// ---- Floating-point operations, as XLA counts them: parts of a cost model. A product and the
// addition of it are two operations, whatever the types. Counts are doubles, as in XLA: a module
// may have more than fit an integer. Source: XLA HloCostAnalysis.

// Of an instruction itself, without what it calls: the sum below it is up to the caller, who knows
// how often a loop runs (TripCount, hlo/call_graph.h) and which branch is taken.
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

// ---- Work that compilers add.

// Whether `instruction` is a copy or copy-start that puts elements elsewhere in the array, since
// the layout of the result differs in more than the memory space. Linear in the rank.
bool ChangesLayout(const HloInstruction& instruction);

// Whether the name says that a compiler computes a value again, to not keep it in memory: x.remat,
// x.remat2, x.remat.1, x.remat_uncompressed. Linear in the name. XLA HloRematerialization.
bool IsRematerialized(const HloInstruction& instruction);

// Instructions and what they cost, each as if it ran once.
struct Work {
  int64_t instructions = 0;
  double flops = 0;            // InstructionFlops; of a fusion, of all instructions in it
  int64_t accessed_bytes = 0;  // ByteSizeOf of operands and results; saturated
  int64_t result_bytes = 0;    // saturated
};

struct AddedWork {
  Work layout_copies;   // those that ChangesLayout names, also in fusions
  Work rematerialized;  // those that IsRematerialized names; a fusion stands for all in it
};
// Linear in the module.
AddedWork AddedWorkOf(const HloModule& module);

}  // namespace hlo_text_v1

#endif  // HLO_QUERY_H_
