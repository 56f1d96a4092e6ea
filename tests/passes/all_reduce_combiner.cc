// Groups first, then one group at a time: to combine one may make the instructions of another
// depend on each other.
#include <algorithm>
#include <vector>

#include "hlo/builder.h"
#include "hlo/dependencies.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/identical.h"
#include "hlo/memory_layout.h"
#include "hlo/query.h"
#include "tests/passes/compiler_passes.h"

namespace compiler_passes {

using namespace hlo_text;  // NOLINT

namespace {

constexpr int64_t kMaxInstructions = 20'000;  // HloReachability takes a bit for each pair

bool MayCombine(const HloInstruction& i) {
  return i.opcode() == HloOpcode::kAllReduce && i.operand_count() == 1 && i.shape().IsArray() &&
         i.sharding() == nullptr && !HasControlDependencies(i) &&
         MatchReductionComputation(*i.to_apply()).has_value() &&
         i.parent()->execution_thread() == "main";
}

bool ReduceAlike(const HloInstruction& a, const HloInstruction& b) {
  return a.shape().element_type() == b.shape().element_type() &&
         MatchReductionComputation(*a.to_apply()) == MatchReductionComputation(*b.to_apply()) &&
         a.replica_groups() == b.replica_groups() &&
         a.channel_id().has_value() == b.channel_id().has_value() &&
         a.use_global_device_ids() == b.use_global_device_ids() &&
         a.constrain_layout() == b.constrain_layout();
}

// The next all-reduces to combine: none if there are no two.
std::vector<HloInstruction*> NextGroup(HloComputation& computation, int64_t max_bytes) {
  std::vector<HloInstruction*> all;
  for (HloInstruction* i : PrintOrder(computation)) {
    if (MayCombine(*i)) all.push_back(i);
  }
  if (all.size() < 2) return {};
  const HloReachability reachability(computation);
  for (size_t first = 0; first + 1 < all.size(); ++first) {
    std::vector<HloInstruction*> group = {all[first]};
    int64_t bytes = ByteSizeOf(all[first]->shape());
    for (size_t next = first + 1; next < all.size(); ++next) {
      const int64_t more = ByteSizeOf(all[next]->shape());
      const bool is_free = std::none_of(group.begin(), group.end(), [&](const auto* other) {
        return reachability.IsConnected(*other, *all[next]);
      });
      if (!is_free || bytes > max_bytes - more || !ReduceAlike(*all[first], *all[next])) continue;
      group.push_back(all[next]);
      bytes += more;
    }
    if (group.size() > 1) return group;
  }
  return {};
}

absl::Status Combine(const std::vector<HloInstruction*>& group) {
  const HloInstruction& first = *group[0];
  std::vector<HloInstruction*> operands;
  for (HloInstruction* each : group) operands.push_back(each->operand(0));
  CollectiveOptions options;
  options.replica_groups = first.replica_groups();
  options.use_global_device_ids = first.use_global_device_ids();
  options.constrain_layout = first.constrain_layout();
  if (first.channel_id().has_value()) options.channel_id = NextChannelId(*first.parent()->parent());
  HloBuilder builder(group[0]->parent());
  HloInstruction* combined = builder.AddAllReduce(operands, group[0]->to_apply(), options);
  for (size_t i = 0; combined != nullptr && i < group.size(); ++i) {
    HloInstruction* result = builder.AddGetTupleElement(combined, static_cast<int64_t>(i));
    absl::Status status = ReplaceInstruction(group[i], result);
    if (!status.ok()) return status;
  }
  return builder.status();
}

}  // namespace

absl::StatusOr<bool> CombineAllReduces(HloModule* module, int64_t max_bytes) {
  bool changed = false;
  if (module->config().is_scheduled) return changed;
  for (HloComputation* computation : ComputationPostOrder(*module)) {
    if (computation->is_fusion_computation()) continue;
    if (computation->instruction_count() > kMaxInstructions) continue;
    for (;;) {
      const std::vector<HloInstruction*> group = NextGroup(*computation, max_bytes);
      if (group.empty()) break;
      if (absl::Status status = Combine(group); !status.ok()) return status;
      changed = true;
    }
  }
  return changed;
}

}  // namespace compiler_passes
