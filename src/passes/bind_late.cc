#include <vector>

#include "hlo/async.h"
#include "hlo/graph.h"
#include "hlo/passes.h"
#include "hlo/transform.h"

namespace hlo_text_v1 {
namespace {

// Whether a done is the only user of `start`, which has no attribute with the structure of its
// shape.
bool MayBindLate(const HloInstruction& start) {
  const std::vector<const HloInstruction*> users = CurrentUsers(start);
  return users.size() == 1 && !start.IsRoot() && IsAsyncDone(*users[0]) &&
         start.sharding() == nullptr && start.FindAttribute(AttributeKind::kOrigin) == nullptr;
}

absl::Status BindLate(HloInstruction* start) {
  const int64_t operands = start->operand_count();
  HloInstruction* last = start;
  for (int64_t next = 1; last == start || next < operands; ++next) {
    const absl::StatusOr<HloInstruction*> update = InsertAsyncUpdate(last);
    if (!update.ok()) return update.status();
    last = *update;
    if (next >= operands) break;  // of one operand: the update binds the result only
    if (absl::Status status = BindOperandAt(last, next); !status.ok()) return status;
  }
  return BindResultAt(last);
}

}  // namespace

absl::StatusOr<bool> BindLatePass(HloModule* module) {
  bool changed = false;
  for (HloComputation* computation : module->computations()) {
    for (HloInstruction* i : PrintOrder(*computation)) {
      if (!IsAsyncStart(*i) || !MayBindLate(*i)) continue;
      if (absl::Status status = BindLate(i); !status.ok()) return status;
      changed = true;
    }
  }
  return changed;
}

}  // namespace hlo_text_v1
