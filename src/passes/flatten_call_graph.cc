#include "hlo/passes.h"
#include "hlo/transform.h"

namespace hlo_text_v1 {

absl::StatusOr<bool> FlattenCallGraphPass(HloModule* module) {
  const absl::StatusOr<int64_t> clones = FlattenCallGraph(module);
  if (!clones.ok()) return clones.status();
  return *clones > 0;
}

}  // namespace hlo_text_v1
