// Questions about an instruction that every pass asks: does it have side effects, is it dead?
//
//   for (hlo::HloInstruction* instruction : hlo::InstructionPostOrder(*computation)) {
//     if (hlo::IsDead(*instruction)) continue;
//     if (hlo::IsElementwise(*instruction) && hlo::HasOneUser(instruction)) Fuse(instruction);
//   }
//
// The answers come from the traits in opcodes.def. hlo/attribute_accessors.h has the attributes,
// hlo/users.h the users, hlo/identical.h compares. Functions only read the module, and many threads
// may do so at once.
#ifndef HLO_QUERY_H_
#define HLO_QUERY_H_

#include <cstdint>
#include <type_traits>

#include "hlo/module.h"

namespace hlo {

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

}  // namespace hlo

#endif  // HLO_QUERY_H_
