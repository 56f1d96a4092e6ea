#include "hlo/async.h"
#include "hlo/call_graph.h"
#include "hlo/collectives.h"
#include "hlo/graph.h"
#include "hlo/query.h"
#include "hlo/transform.h"
#include "tests/passes/passes.h"

namespace hlo_text_v1::passes {

absl::StatusOr<int64_t> MakeCollectivesAsync(HloModule& module) {
  const CallGraph calls(module);
  int64_t made = 0;
  for (const MutableCollective& collective : FindCollectives(module)) {
    if (collective.is_async()) continue;
    HloInstruction* i = collective.operation;
    // An instruction in a fusion runs with the whole fusion, which may have several.
    while (i->parent() != nullptr && i->parent()->is_fusion_computation()) {
      i = calls.caller(*i->parent());
    }
    if (i->parent() == nullptr) continue;
    const HloInstruction* caller = calls.caller(*i->parent());
    if (caller != nullptr && IsAsyncStart(*caller)) continue;
    absl::StatusOr<HloInstruction*> done = CreateAsyncInstructions(i);
    if (!done.ok()) return done.status();
    ++made;
  }
  return made;
}

absl::StatusOr<int64_t> MakeWorkAsync(HloModule& module) {
  int64_t made = 0;
  for (HloComputation* computation : ComputationPostOrder(module)) {
    if (computation->is_fusion_computation()) continue;
    for (HloInstruction* i : PrintOrder(*computation)) {
      const OpcodeGroup group = GetOpcodeInfo(i->opcode()).group;
      const bool is_work = group == OpcodeGroup::kCompute || group == OpcodeGroup::kFusion ||
                           group == OpcodeGroup::kCustomCall || group == OpcodeGroup::kReduction;
      if (!is_work || HasSideEffect(*i)) continue;
      absl::StatusOr<HloInstruction*> done = CreateAsyncInstructions(i);
      if (!done.ok()) return done.status();
      ++made;
    }
  }
  return made;
}

}  // namespace hlo_text_v1::passes
