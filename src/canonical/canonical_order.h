// An order of a computation's instructions that follows from its structure.
#ifndef HLO_CANONICAL_CANONICAL_ORDER_H_
#define HLO_CANONICAL_CANONICAL_ORDER_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/computation.h"
#include "hlo/instruction.h"
#include "hlo/opcode.h"
#include "src/canonical/structural_hash.h"

namespace hlo_text_v1::internal {

// Adds `instruction` to `hash`, without its operands and control predecessors; the computations
// that it calls by content.
using HashInstruction = absl::FunctionRef<void(const HloInstruction& instruction, HashState* hash)>;

// Whether a schedule does not say where `instruction` is: dumps have %t#0 for get-tuple-elements.
inline bool FollowsItsOperand(const HloInstruction& instruction) {
  return instruction.opcode() == HloOpcode::kGetTupleElement && instruction.operand_count() == 1 &&
         instruction.control_predecessors().empty();
}

// All instructions of `computation`: as scheduled if they are, but with each get-tuple-element
// right after its operand. Otherwise, and if there are only parameters and a root, parameters by
// number; the root and everything it reaches, each after its control predecessors (the last one
// first) and operands; then the unreachable rest, ordered by structure. Linear, except for sorting
// the rest.
std::vector<const HloInstruction*> CanonicalOrder(const HloComputation& computation,
                                                  HashInstruction hash_instruction);

}  // namespace hlo_text_v1::internal

#endif  // HLO_CANONICAL_CANONICAL_ORDER_H_
