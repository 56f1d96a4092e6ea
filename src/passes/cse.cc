#include <unordered_map>
#include <vector>

#include "hlo/canonical.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/identical.h"
#include "hlo/passes.h"
#include "hlo/query.h"

namespace hlo_text_v1 {
namespace {

// Equal for identical instructions.
size_t HashOf(const HloInstruction& i) {
  size_t hash = InstructionHash(i);
  for (const HloInstruction* operand : i.operands()) hash = hash * 31 + operand->index();
  return hash;
}

// Not links: each start has its own done.
bool MayMerge(const HloInstruction& i) {
  return i.opcode() != HloOpcode::kParameter && i.opcode() != HloOpcode::kCopyStart &&
         GetOpcodeInfo(i.opcode()).group != OpcodeGroup::kAsync && !IsCollective(i) &&
         !HasSideEffect(i) && !HasControlDependencies(i);
}

}  // namespace

absl::StatusOr<bool> CsePass(HloModule* module) {
  bool changed = false;
  for (HloComputation* computation : ComputationPostOrder(*module)) {
    std::unordered_map<size_t, std::vector<HloInstruction*>> known;
    for (HloInstruction* i : PrintOrder(*computation)) {
      if (!MayMerge(*i)) continue;
      std::vector<HloInstruction*>& candidates = known[HashOf(*i)];
      HloInstruction* same = nullptr;
      for (HloInstruction* candidate : candidates) {
        if (!Identical(*candidate, *i)) continue;
        same = candidate;
        break;
      }
      if (same == nullptr) {
        candidates.push_back(i);
        continue;
      }
      if (absl::Status status = ReplaceInstruction(i, same); !status.ok()) return status;
      changed = true;
    }
  }
  return changed;
}

}  // namespace hlo_text_v1
