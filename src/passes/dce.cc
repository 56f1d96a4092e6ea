#include "hlo/edit.h"
#include "hlo/passes.h"

namespace hlo_text_v1 {

absl::StatusOr<bool> DcePass(HloModule* module) {
  const size_t computations = module->computations().size();
  const absl::StatusOr<int64_t> removed = RemoveDeadInstructions(module);
  if (!removed.ok()) return removed.status();
  return *removed > 0 || module->computations().size() != computations;
}

}  // namespace hlo_text_v1
