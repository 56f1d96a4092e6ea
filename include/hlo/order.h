// The print orders of a module: computations after their callees, instructions after their
// operands.
//
//   for (const hlo::HloComputation* computation : hlo::ComputationPostOrder(module)) {
//     for (const hlo::HloInstruction* instruction : hlo::PrintOrder(*computation)) {
//       std::cout << instruction->name() << "\n";
//     }
//   }
#ifndef HLO_ORDER_H_
#define HLO_ORDER_H_

#include <cstdint>
#include <vector>

#include "hlo/module.h"

namespace hlo {

// The computations in print order: each after its callees, as far as in XLA. Callees of one
// computation follow the order in which its instructions were created, as in XLA, or their print
// order, which stays when the text is read again. Creation is the order of the text, or that of ids
// in a proto; what is added comes last. Linear in the module. XLA
// HloModule::MakeComputationPostOrder.
enum class CallOrder : uint8_t { kCreation, kPrinted };
std::vector<HloComputation*> ComputationPostOrder(const HloModule& module,
                                                  CallOrder order = CallOrder::kCreation);
// The instructions of `computation` in print order: as scheduled if the module is (and no fusion
// calls the computation), else InstructionPostOrder. Linear in it.
std::vector<HloInstruction*> PrintOrder(const HloComputation& computation);
// Each instruction after its control predecessors and operands, starting from the first unused one.
// Linear in `computation`. XLA HloComputation::MakeInstructionPostOrder.
std::vector<HloInstruction*> InstructionPostOrder(const HloComputation& computation);

}  // namespace hlo

#endif  // HLO_ORDER_H_
