#include "hlo/async.h"
#include "hlo/call_graph.h"
#include "hlo/collectives.h"
#include "hlo/passes.h"
#include "hlo/transform.h"

namespace hlo_text_v1 {

absl::StatusOr<bool> AsyncCollectivesPass(HloModule* module) {
  const CallGraph calls(*module);
  bool changed = false;
  for (const MutableCollective& collective : FindCollectives(*module)) {
    if (collective.is_async()) continue;
    HloInstruction* i = collective.operation;
    // An instruction in a fusion runs with the whole fusion, which may have several.
    while (i != nullptr && i->parent() != nullptr && i->parent()->is_fusion_computation()) {
      i = calls.caller(*i->parent());  // nullptr if an invalid module has several
    }
    if (i == nullptr || i->parent() == nullptr) continue;
    const HloInstruction* caller = calls.caller(*i->parent());
    if (caller != nullptr && IsAsyncStart(*caller)) continue;
    const absl::StatusOr<HloInstruction*> done = CreateAsyncInstructions(i);
    if (!done.ok()) return done.status();
    changed = true;
  }
  return changed;
}

}  // namespace hlo_text_v1
