// From the results back: each instruction asks whether it should take in what makes its operands.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "hlo/async.h"
#include "hlo/call_graph.h"
#include "hlo/cost.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/memory_layout.h"
#include "hlo/query.h"
#include "hlo/transform.h"
#include "tests/passes/compiler_passes.h"

namespace compiler_passes {

using namespace hlo_text;  // NOLINT

namespace {

constexpr int64_t kMaxOperands = 32;
constexpr int64_t kMaxFused = 64;

class Fuser {
 public:
  Fuser(HloComputation& computation, const CostAnalysis& costs, const Roofline& device)
      : computation_(computation), device_(device) {
    for (HloInstruction* i : computation.instructions()) cost_of_[i] = costs.of(*i);
  }

  absl::StatusOr<bool> Run() {
    bool changed = false;
    const std::vector<HloInstruction*> order = PrintOrder(computation_);
    for (size_t i = order.size(); i-- > 0;) {
      HloInstruction* consumer = order[i];
      if (consumer->parent() == nullptr || !IsFusible(*consumer)) continue;
      for (bool again = true; again;) {
        again = false;
        for (HloInstruction* producer : Operands(*consumer)) {
          const OtherUsers others = Others(*producer);
          if (!IsFusible(*producer) || !Saves(*producer, *consumer, others)) continue;
          // Not if another user comes in between.
          if (!Fuse(producer, others, &consumer)) continue;
          changed = again = true;
          break;
        }
      }
    }
    return changed;
  }

 private:
  static std::vector<HloInstruction*> Operands(HloInstruction& i) {
    return {i.operands().begin(), i.operands().end()};
  }
  static bool IsOurs(const HloInstruction& i) {
    return i.opcode() == HloOpcode::kFusion && i.fusion_kind() == FusionKind::kLoop;
  }

  static bool IsFusible(const HloInstruction& i) {
    if (i.sharding() != nullptr || HasSideEffect(i) || HasControlDependencies(i)) {
      return false;
    }
    if (IsOurs(i)) return i.FindAttribute(AttributeKind::kOutputToOperandAliasing) == nullptr;
    if (!i.shape().IsArray()) return false;
    return (IsElementwise(i) && i.opcode() != HloOpcode::kCopy) ||
           i.opcode() == HloOpcode::kBroadcast || i.opcode() == HloOpcode::kReshape ||
           i.opcode() == HloOpcode::kTranspose || i.opcode() == HloOpcode::kSlice ||
           i.opcode() == HloOpcode::kIota ||
           (i.opcode() == HloOpcode::kConstant && i.shape().IsScalar());
  }

  // Constants and broadcasts are computed again, all else gives its value to all.
  static OtherUsers Others(const HloInstruction& producer) {
    const bool is_free =
        producer.operand_count() == 0 || producer.opcode() == HloOpcode::kBroadcast;
    return HasOneUser(producer) || is_free ? OtherUsers::kKeepProducer : OtherUsers::kUseFusion;
  }

  double Seconds(const Cost& cost) const {
    return device_.start + std::max(cost.flops / device_.flops, cost.bytes() / device_.bytes);
  }

  Cost CostTogether(const HloInstruction& producer, const HloInstruction& consumer) {
    const Cost made = Of(producer), used = Of(consumer);
    Cost together = made;
    together += used;
    const auto value = static_cast<double>(ByteSizeOf(producer.shape()));
    together.read_bytes = made.read_bytes + std::max(0.0, used.read_bytes - value);
    const bool is_written = !HasOneUser(producer) && Others(producer) == OtherUsers::kUseFusion;
    if (!is_written) together.written_bytes = used.written_bytes;
    return together;
  }

  bool Saves(const HloInstruction& producer, const HloInstruction& consumer, OtherUsers others) {
    const auto size = [](const HloInstruction& i) {
      return IsOurs(i) ? i.fused_computation()->instruction_count() : 1;
    };
    if (size(producer) + size(consumer) > kMaxFused ||
        producer.operand_count() + consumer.operand_count() > kMaxOperands) {
      return false;
    }
    const double apart =
        Seconds(Of(consumer)) +
        (HasOneUser(producer) || others == OtherUsers::kUseFusion ? Seconds(Of(producer)) : 0);
    return Seconds(CostTogether(producer, consumer)) <= apart;
  }

  // Makes *consumer the fusion of both, if it can.
  bool Fuse(HloInstruction* producer, OtherUsers others, HloInstruction** consumer) {
    const Cost together = CostTogether(*producer, **consumer);
    const Cost alone = Of(**consumer);
    const bool is_new = !IsOurs(**consumer);
    if (is_new) {
      absl::StatusOr<HloInstruction*> made =
          CreateFusionInstruction({*consumer}, FusionKind::kLoop);
      if (!made.ok()) return false;
      *consumer = *made;
    }
    absl::Status status = IsOurs(*producer) ? MergeFusion(producer, *consumer, others)
                                            : FuseInstruction(producer, *consumer, others).status();
    if (!status.ok() && is_new) {  // back to what it was
      absl::StatusOr<HloInstruction*> again = InlineCall(*consumer);
      if (again.ok()) *consumer = *again;
    }
    cost_of_[*consumer] = status.ok() ? together : alone;
    return status.ok();
  }

  const Cost& Of(const HloInstruction& i) { return cost_of_[&i]; }

  HloComputation& computation_;
  const Roofline& device_;
  std::unordered_map<const HloInstruction*, Cost> cost_of_;
};

}  // namespace

absl::StatusOr<bool> FuseByRoofline(HloModule* module, const Roofline& device) {
  bool changed = false;
  const CostAnalysis costs(*module);
  const CallGraph calls(*module);
  for (HloComputation* computation : ComputationPostOrder(*module)) {
    const HloInstruction* caller = calls.caller(*computation);
    if (calls.context(*computation) != CallContext::kControlFlow) continue;
    if (caller != nullptr && IsAsyncStart(*caller)) continue;
    const absl::StatusOr<bool> fused = Fuser(*computation, costs, device).Run();
    if (!fused.ok()) return fused.status();
    changed |= *fused;
  }
  if (!changed) return false;
  const absl::StatusOr<int64_t> removed = RemoveUnusedComputations(module);
  if (!removed.ok()) return removed.status();
  return true;
}

}  // namespace compiler_passes
