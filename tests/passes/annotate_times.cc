#include <unordered_map>

#include "hlo/builder.h"
#include "hlo/edit.h"
#include "tests/passes/compiler_passes.h"

namespace compiler_passes {

using namespace hlo_text;  // NOLINT

absl::StatusOr<bool> AnnotateTimes(HloModule* module, const HloProfile& profile) {
  std::unordered_map<const HloInstruction*, const MeasuredOp*> times;
  for (const InstructionTime& time : MatchProfile(profile, *module).times) {
    if (time.op->count > 0) times[time.instruction] = time.op;
  }
  for (HloComputation* computation : module->computations()) {
    for (HloInstruction* i : computation->instructions()) {
      const auto time = times.find(i);
      if (time == times.end()) continue;
      const MeasuredOp& op = *time->second;
      const double mean = static_cast<double>(op.total_ps) / static_cast<double>(op.count);
      const Statistic values[] = {{"mean_us", mean / 1e6}};
      Statistics statistics;
      statistics.values = values;
      absl::Status status = SetAttribute(i, MakeAttribute<AttributeKind::kStatistics>(statistics));
      if (!status.ok()) return status;
    }
  }
  return !times.empty();
}

}  // namespace compiler_passes
