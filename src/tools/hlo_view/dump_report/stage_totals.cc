// One walk over the instructions. Sums saturate, since shapes may claim any size.
#include "src/tools/hlo_view/dump_report/stage_totals.h"

#include <algorithm>
#include <cstdlib>

#include "hlo/memory_layout.h"
#include "src/base/saturated.h"

namespace hlo_text_v1::internal {
namespace {

// A text may have any number of unknown words.
void CountUnknown(const std::string& word, std::map<std::string, int64_t>* opcodes) {
  constexpr size_t kMaxWords = 1000;
  const bool has_room = opcodes->size() < kMaxWords || opcodes->count(word) > 0;
  ++(*opcodes)[has_room ? word : "other unknown"];
}

}  // namespace

StageTotals TotalsOf(const HloModule& module) {
  StageTotals totals;
  totals.is_scheduled = module.config().is_scheduled;
  totals.computations = static_cast<int64_t>(module.computations().size());
  totals.added_work = AddedWorkOf(module);
  std::vector<int64_t> counts(kHloOpcodeCount + 1);
  for (const HloComputation* computation : module.computations()) {
    totals.instructions += computation->instruction_count();
    for (const HloInstruction* instruction : computation->instructions()) {
      ++counts[static_cast<size_t>(instruction->opcode())];
      if (instruction->opcode() == HloOpcode::kUnknown) {
        CountUnknown(std::string(instruction->opcode_name()), &totals.opcodes);
      }
      if (!computation->is_fusion_computation() &&
          !GetOpcodeInfo(instruction->opcode()).Has(OpcodeTrait::kNoBuffer)) {
        totals.result_bytes = SaturatedSum(totals.result_bytes, ByteSizeOf(instruction->shape()));
      }
    }
  }
  for (int i = 0; i < kHloOpcodeCount; ++i) {
    if (counts[i] == 0) continue;
    totals.opcodes[std::string(HloOpcodeName(static_cast<HloOpcode>(i)))] += counts[i];
  }
  return totals;
}

std::vector<OpcodeChange> OpcodeChanges(const StageTotals& before, const StageTotals& after) {
  std::map<std::string, OpcodeChange> by_name;
  for (const auto& [opcode, count] : before.opcodes) by_name[opcode].before = count;
  for (const auto& [opcode, count] : after.opcodes) by_name[opcode].after = count;
  std::vector<OpcodeChange> changes;
  for (auto& [opcode, change] : by_name) {
    if (change.delta() == 0) continue;
    change.opcode = opcode;
    changes.push_back(change);
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const OpcodeChange& a, const OpcodeChange& b) {
                     return std::abs(a.delta()) > std::abs(b.delta());
                   });
  return changes;
}

}  // namespace hlo_text_v1::internal
