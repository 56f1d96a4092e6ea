// The order of a computation's instructions that follows from its structure.
#ifndef HLO_CANONICAL_CANONICAL_ORDER_H_
#define HLO_CANONICAL_CANONICAL_ORDER_H_

#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "hlo/computation.h"
#include "src/canonical/structural_hash.h"

namespace hlo {

// Whether the order of the text is the program's: its instructions are scheduled.
bool IsScheduled(const HloComputation& computation);

// Adds to `hash` what `instruction` says, without its operands and control predecessors; of the
// computations that it calls, what they are.
using HashInstruction = absl::FunctionRef<void(const HloInstruction& instruction, HashState* hash)>;

// All instructions of `computation`: as scheduled, or else parameters by number; the root and what
// it reaches, each after its control predecessors, the last one first, and operands; then what the
// root does not reach, in an order by structure. Linear, but for sorting the last.
std::vector<HloInstruction*> CanonicalOrder(const HloComputation& computation,
                                            HashInstruction hash_instruction);

}  // namespace hlo

#endif  // HLO_CANONICAL_CANONICAL_ORDER_H_
