#include "hlo/async.h"
#include "hlo/graph.h"
#include "hlo/passes.h"
#include "hlo/transform.h"

namespace hlo_text_v1 {

// From callers to callees: the wrapped computation of a chain may have chains, and goes with it.
absl::StatusOr<bool> AsyncToSyncPass(HloModule* module) {
  bool changed = false;
  const std::vector<HloComputation*> order = ComputationPostOrder(*module);
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    if ((*it)->is_removed()) continue;
    for (const MutableAsyncOperation& operation : FindAsyncOperations(**it)) {
      HloInstruction* done = operation.done();
      if (done == nullptr || done->parent() != *it) continue;
      // Sends and receives are asynchronous themselves.
      const HloOpcode opcode = operation.wrapped_opcode();
      if (opcode == HloOpcode::kSend || opcode == HloOpcode::kRecv) continue;
      // Of several instructions: a call, which takes and gives no b(...).
      const HloComputation* wrapped = operation.wrapped_computation();
      const bool is_call =
          wrapped != nullptr &&
          wrapped->instruction_count() != static_cast<int64_t>(wrapped->parameters().size()) + 1;
      if (is_call && done->shape().IsBuffer()) continue;
      const absl::StatusOr<HloInstruction*> value = CreateSyncInstruction(done);
      changed |= value.ok();  // else others use a link, an operand is not bound, it is a send
    }
  }
  return changed;
}

}  // namespace hlo_text_v1
