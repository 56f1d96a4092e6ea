#include "absl/strings/str_cat.h"
#include "hlo/builder.h"
#include "hlo/edit.h"
#include "hlo/evaluate.h"
#include "hlo/passes.h"

namespace hlo_text_v1 {

absl::StatusOr<bool> TripCountAnnotatorPass(HloModule* module) {
  bool changed = false;
  for (HloComputation* computation : module->computations()) {
    for (HloInstruction* i : computation->instructions()) {
      if (i->opcode() != HloOpcode::kWhile || !i->backend_config().empty()) continue;
      const std::optional<int64_t> count = FindTripCount(*i);
      if (!count.has_value()) continue;
      const std::string config = absl::StrCat(R"({"known_trip_count":{"n":")", *count, "\"}}");
      absl::Status status =
          SetAttribute(i, MakeAttribute<AttributeKind::kBackendConfig>(std::string_view(config)));
      if (!status.ok()) return status;
      changed = true;
    }
  }
  return changed;
}

}  // namespace hlo_text_v1
