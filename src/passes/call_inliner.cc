#include "hlo/async.h"
#include "hlo/call_graph.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/passes.h"
#include "hlo/transform.h"

namespace hlo_text_v1 {
namespace {

// The computation of an async-start on the main thread may have one instruction only.
bool IsAsyncComputation(const HloComputation& computation, const CallGraph& calls) {
  for (const HloInstruction* caller : calls.callers(computation)) {
    if (IsAsyncStart(*caller)) return true;
  }
  return false;
}

}  // namespace

// Callees first, so a call of a call ends up whole.
absl::StatusOr<bool> CallInlinerPass(HloModule* module) {
  bool changed = false;
  const CallGraph calls(*module);
  for (HloComputation* computation : ComputationPostOrder(*module)) {
    if (IsAsyncComputation(*computation, calls)) continue;
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
