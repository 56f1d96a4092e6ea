// Rows of costs: each instruction that runs and costs something, over all its runs; and their sums.
#include <optional>

#include "hlo/cost.h"
#include "hlo/peak_memory.h"
#include "src/tables/rows.h"

namespace hlo_text_v1::internal {

namespace {

CostAnalysis CostsOf(const ModuleFacts& facts) {
  const auto trip_count = [&](const HloInstruction& i) { return facts.executions.trip_count(i); };
  return CostAnalysis(facts.module, {}, trip_count);
}

}  // namespace

void AddCostRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows) {
  const CostAnalysis costs = CostsOf(facts);
  std::optional<PeakMemory> peak;
  if (facts.module.config().is_scheduled) peak.emplace(facts.module);
  for (const HloComputation* computation : facts.numbering.computations()) {
    const InstructionNumbering numbers(*computation);
    for (const HloInstruction* instruction : numbers.instructions()) {
      const Cost cost = costs.share(*instruction);
      PeakMemory::OfInstruction memory;
      if (peak.has_value()) memory = peak->of(*instruction);
      if (cost.IsZero() && memory.peak_bytes == 0) continue;
      CostsRow row;
      row.file = file;
      row.computation_id = facts.numbering.of(computation);
      row.id = numbers.of(*instruction);
      row.name = instruction->name();
      row.opcode = instruction->opcode_name();
      row.runs = costs.runs(*instruction);
      row.flops = cost.flops;
      row.transcendentals = cost.transcendentals;
      row.read_bytes = cost.read_bytes;
      row.written_bytes = cost.written_bytes;
      row.wire_bytes = cost.wire_bytes;
      if (peak.has_value()) {
        row.peak_bytes = memory.peak_bytes;
        row.kept_bytes = memory.kept_bytes;
      }
      const SourcePlace place = SourceOf(*instruction, facts.module);
      row.op_name = place.op_name;
      row.source_file = place.file;
      row.source_line = place.line;
      rows->Add(row);
    }
  }
}

void AddCostSumRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows) {
  const CostAnalysis costs = CostsOf(facts);
  for (const CostKeyInfo& by : CostKeyTable()) {
    for (const CostRow& sum : CostBy(facts.module, costs, by.key)) {
      CostSumsRow row;
      row.file = file;
      row.kind = by.name;
      if (!sum.key.empty()) row.key = std::string_view(sum.key);
      row.instructions = sum.instructions;
      row.flops = sum.cost.flops;
      row.transcendentals = sum.cost.transcendentals;
      row.read_bytes = sum.cost.read_bytes;
      row.written_bytes = sum.cost.written_bytes;
      row.wire_bytes = sum.cost.wire_bytes;
      rows->Add(row);
    }
  }
}

}  // namespace hlo_text_v1::internal
