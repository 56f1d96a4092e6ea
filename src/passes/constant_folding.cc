#include "hlo/evaluate.h"
#include "hlo/passes.h"

namespace hlo_text_v1 {

absl::StatusOr<bool> ConstantFoldingPass(HloModule* module) {
  const absl::StatusOr<int64_t> folded = FoldConstants(module);
  if (!folded.ok()) return folded.status();
  return *folded > 0;
}

}  // namespace hlo_text_v1
