// The orders in which a module prints: computations after those that they call, instructions after
// their operands.
//
//   for (const hlo::HloComputation* computation : hlo::ComputationPostOrder(module)) {
//     for (const hlo::HloInstruction* instruction : hlo::PrintOrder(*computation)) ...
//   }
#ifndef HLO_ORDER_H_
#define HLO_ORDER_H_

#include <cstdint>
#include <vector>

#include "hlo/module.h"

namespace hlo {

// The computations in the order in which they print: each after those that it calls, as far as XLA
// does that. Callees of one computation come in the order in which its instructions were created,
// as in XLA, or in which they print; the latter stays when the text is read again. XLA
// HloModule::MakeComputationPostOrder.
enum class CallOrder : uint8_t { kCreation, kPrinted };
std::vector<HloComputation*> ComputationPostOrder(const HloModule& module,
                                                  CallOrder order = CallOrder::kCreation);
// The instructions of `computation` in the order in which they print: as created if the module is
// scheduled (and no fusion calls the computation), else InstructionPostOrder.
std::vector<HloInstruction*> PrintOrder(const HloComputation& computation);
// Each instruction after its control predecessors and operands, beginning with the first one that
// nobody uses. XLA HloComputation::MakeInstructionPostOrder.
std::vector<HloInstruction*> InstructionPostOrder(const HloComputation& computation);

}  // namespace hlo

#endif  // HLO_ORDER_H_
