// One walk over the module. What is in fusions is summed only if one of them is rematerialized.
#include <algorithm>
#include <optional>
#include <string_view>

#include "hlo/graph.h"
#include "hlo/memory_layout.h"
#include "hlo/query.h"
#include "src/base/hash_table.h"
#include "src/base/saturated.h"

namespace hlo_text_v1 {

using namespace internal;

bool ChangesLayout(const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  if (instruction.operand_count() != 1) return false;
  const Shape* result = &instruction.shape();
  if (opcode == HloOpcode::kCopyStart) {
    if (result->tuple_shapes().empty()) return false;
    result = result->tuple_shapes(0);
  } else if (opcode != HloOpcode::kCopy) {
    return false;
  }
  return CopyChangesLayout(instruction.operand(0)->shape(), *result);
}

bool IsRematerialized(const HloInstruction& instruction) {
  constexpr std::string_view kMark = ".remat";
  const std::string_view name = instruction.name();
  for (size_t at = name.find(kMark); at != std::string_view::npos; at = name.find(kMark, at + 1)) {
    std::string_view rest = name.substr(at + kMark.size());
    for (const std::string_view word : {"_compressed", "_uncompressed"}) {
      if (rest.substr(0, word.size()) == word) rest.remove_prefix(word.size());
    }
    rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
    if (rest.empty() || rest.front() == '.') return true;
  }
  return false;
}

namespace {

class AddedWorkFinder {
 public:
  explicit AddedWorkFinder(const HloModule& module) : module_(module) {}

  AddedWork Find() {
    for (const HloComputation* computation : module_.computations()) {
      for (const HloInstruction* each : computation->instructions()) {
        if (ChangesLayout(*each)) Add(*each, &work_.layout_copies);
        if (!computation->is_fusion_computation() && IsRematerialized(*each)) {
          Add(*each, &work_.rematerialized);
        }
      }
    }
    return work_;
  }

 private:
  void Add(const HloInstruction& instruction, Work* work) {
    ++work->instructions;
    work->flops += Flops(instruction);
    const int64_t result = ByteSizeOf(instruction.shape());
    work->result_bytes = SaturatedSum(work->result_bytes, result);
    work->accessed_bytes = SaturatedSum(work->accessed_bytes, result);
    for (const HloInstruction* operand : instruction.operands()) {
      work->accessed_bytes = SaturatedSum(work->accessed_bytes, ByteSizeOf(operand->shape()));
    }
  }

  double Flops(const HloInstruction& instruction) {
    if (instruction.opcode() != HloOpcode::kFusion) return InstructionFlops(instruction);
    if (!fused_flops_.has_value()) SumFusions();
    const auto found = fused_flops_->find(instruction.fused_computation());
    return found == fused_flops_->end() ? 0 : found->second;
  }

  // Callees first: fusions may be in fusions.
  void SumFusions() {
    fused_flops_.emplace();
    for (const HloComputation* computation : ComputationPostOrder(module_)) {
      if (!computation->is_fusion_computation()) continue;
      double flops = 0;
      for (const HloInstruction* each : computation->instructions()) flops += Flops(*each);
      (*fused_flops_)[computation] = flops;
    }
  }

  const HloModule& module_;
  AddedWork work_;
  std::optional<HashMap<const HloComputation*, double>> fused_flops_;  // made on first use
};

}  // namespace

AddedWork AddedWorkOf(const HloModule& module) { return AddedWorkFinder(module).Find(); }

}  // namespace hlo_text_v1
