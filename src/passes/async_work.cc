#include "hlo/graph.h"
#include "hlo/passes.h"
#include "hlo/query.h"
#include "hlo/transform.h"
#include "src/passes/async_computation.h"

namespace hlo_text_v1 {

absl::StatusOr<bool> AsyncWorkPass(HloModule* module) {
  bool changed = false;
  const CallGraph calls(*module);
  for (HloComputation* computation : ComputationPostOrder(*module)) {
    // The work of an async-start is asynchronous already.
    if (computation->is_fusion_computation() || internal::IsAsyncComputation(*computation, calls))
      continue;
    for (HloInstruction* i : PrintOrder(*computation)) {
      const OpcodeGroup group = GetOpcodeInfo(i->opcode()).group;
      const bool is_work = group == OpcodeGroup::kCompute || group == OpcodeGroup::kFusion ||
                           group == OpcodeGroup::kCustomCall || group == OpcodeGroup::kReduction;
      // The state of a chain may go through an annotation.
      const bool is_annotation =
          i->opcode() == HloOpcode::kCustomCall && i->custom_call_target() == "Sharding";
      if (!is_work || is_annotation || HasSideEffect(*i)) continue;
      const absl::StatusOr<HloInstruction*> done = CreateAsyncInstructions(i);
      if (!done.ok()) return done.status();
      changed = true;
    }
  }
  return changed;
}

}  // namespace hlo_text_v1
