#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/passes.h"
#include "hlo/transform.h"
#include "src/passes/async_computation.h"

namespace hlo_text_v1 {
// Callees first, so a call of a call ends up whole.
absl::StatusOr<bool> CallInlinerPass(HloModule* module) {
  bool changed = false;
  const CallGraph calls(*module);
  for (HloComputation* computation : ComputationPostOrder(*module)) {
    // On the main thread it may have one instruction only.
    if (internal::IsAsyncComputation(*computation, calls)) continue;
    for (HloInstruction* i : InstructionPostOrder(*computation)) {
      if (i->parent() == nullptr || i->opcode() != HloOpcode::kCall) continue;
      const absl::StatusOr<HloInstruction*> value = InlineCall(i);
      if (!value.ok()) return value.status();
      changed = true;
    }
  }
  if (!changed) return false;
  const absl::StatusOr<int64_t> removed = RemoveUnusedComputations(module);
  if (!removed.ok()) return removed.status();
  return true;
}

}  // namespace hlo_text_v1
