#include "hlo/edit.h"
#include "hlo/graph.h"
#include "tests/passes/passes.h"

namespace hlo_text_v1::passes {

// From the roots down: removing a user leaves its operands dead.
absl::StatusOr<int64_t> RemoveDeadCode(HloModule& module) {
  int64_t removed = 0;
  for (HloComputation* computation : ComputationPostOrder(module)) {
    const std::vector<HloInstruction*> order = InstructionPostOrder(*computation);
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      if (!IsDead(**it)) continue;
      if (absl::Status status = RemoveInstruction(*it); !status.ok()) return status;
      ++removed;
    }
  }
  RemoveUnusedComputations(&module).IgnoreError();
  return removed;
}

}  // namespace hlo_text_v1::passes
