// The instruction order of many computations, with buffers that are reused: most computations are
// small, and allocating takes as long as walking them.
#ifndef HLO_IR_PRINT_ORDER_H_
#define HLO_IR_PRINT_ORDER_H_

#include <vector>

#include "hlo/computation.h"
#include "hlo/order.h"
#include "src/ir/predecessors.h"

namespace hlo {

class InstructionOrder {
 public:
  // As InstructionPostOrder and PrintOrder of hlo/printer.h.
  std::vector<HloInstruction*> PostOrder(const HloComputation& computation);
  std::vector<HloInstruction*> PrintOrder(const HloComputation& computation);

 private:
  std::vector<bool> seen_;
  PostOrderWalk walk_;
};

}  // namespace hlo

#endif  // HLO_IR_PRINT_ORDER_H_
