// Rows of modules and computations.
#include "hlo/canonical.h"
#include "hlo/live_ranges.h"
#include "hlo/memory_layout.h"
#include "src/base/saturated.h"
#include "src/tables/rows.h"

namespace hlo_text_v1::internal {
namespace {

int64_t SumOfParameters(const HloComputation& computation) {
  int64_t bytes = 0;
  for (const HloInstruction* parameter : computation.parameters()) {
    bytes = SaturatedSum(bytes, ByteSizeOf(parameter->shape()));
  }
  return bytes;
}

}  // namespace

ModuleFacts::ModuleFacts(const HloModule& of)
    : module(of), numbering(of), calls(of), executions(numbering, calls) {}

void AddRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows) {
  switch (rows->kind()) {
    case TableKind::kModules:
      return AddModuleRow(facts, file, rows);
    case TableKind::kComputations:
      return AddComputationRows(facts, file, rows);
    case TableKind::kInstructions:
      return AddInstructionRows(facts, file, rows);
    case TableKind::kEdges:
      return AddEdgeRows(facts, file, rows);
    case TableKind::kCollectives:
      return AddCollectiveRows(facts, file, rows);
    case TableKind::kCosts:
      return AddCostRows(facts, file, rows);
    case TableKind::kCostSums:
      return AddCostSumRows(facts, file, rows);
    case TableKind::kPasses:
    case TableKind::kErrors:
      return;
  }
}

void AddModuleRow(const ModuleFacts& facts, const StringCell& file, BatchList* rows) {
  const HloModule& module = facts.module;
  const HloModuleConfig& config = module.config();
  const std::string fingerprint = Fingerprint(module).ToString();
  const std::string shape_blind_fingerprint = ShapeBlindFingerprint(module).ToString();
  ModulesRow row;
  std::vector<std::vector<int64_t>> peaks;  // outlives the row
  row.file = file;
  row.name = module.name();
  row.fingerprint = fingerprint;
  row.shape_blind_fingerprint = shape_blind_fingerprint;
  row.source_bytes = static_cast<int64_t>(module.source().size());
  row.is_scheduled = config.is_scheduled;
  row.replica_count = config.replica_count;
  row.num_partitions = config.num_partitions;
  row.computation_count = static_cast<int64_t>(module.computations().size());
  row.instruction_count = module.instruction_count();
  int64_t fusions = 0, whiles = 0, custom_calls = 0;
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* instruction : computation->instructions()) {
      fusions += instruction->opcode() == HloOpcode::kFusion ? 1 : 0;
      whiles += instruction->opcode() == HloOpcode::kWhile ? 1 : 0;
      custom_calls += instruction->opcode() == HloOpcode::kCustomCall ? 1 : 0;
    }
  }
  row.fusion_count = fusions;
  row.while_count = whiles;
  row.custom_call_count = custom_calls;
  row.collective_count = static_cast<int64_t>(FindCollectives(module).size());
  row.aliased_output_count = static_cast<int64_t>(config.input_output_alias.size());
  if (const HloComputation* entry = module.entry_computation()) {
    row.parameter_count = static_cast<int64_t>(entry->parameters().size());
    row.parameter_bytes = SumOfParameters(*entry);
    if (entry->root_instruction() != nullptr) {
      row.result_bytes = ByteSizeOf(entry->root_instruction()->shape());
    }
    if (config.is_scheduled) {
      const LiveRanges live(module);
      row.peak_bytes = live.peak_bytes();
      for (const MemorySpacePeak& space : live.spaces()) {
        peaks.push_back({space.memory_space, space.peak_bytes});
      }
      row.peak_bytes_by_space = peaks;
    }
  }
  rows->Add(row);
}

void AddComputationRows(const ModuleFacts& facts, const StringCell& file, BatchList* rows) {
  for (const HloComputation* computation : facts.numbering.computations()) {
    ComputationsRow row;
    row.file = file;
    row.id = facts.numbering.of(computation);
    row.name = computation->name();
    row.is_entry = computation->IsEntry();
    row.context = TextOf(facts.calls.context(*computation));
    row.execution_thread = computation->execution_thread();
    row.instruction_count = computation->instruction_count();
    row.parameter_count = static_cast<int64_t>(computation->parameters().size());
    if (const HloInstruction* root = computation->root_instruction()) {
      row.root_id = InstructionNumbering(*computation).of(*root);
      row.result_bytes = ByteSizeOf(root->shape());
    }
    row.caller_count = static_cast<int64_t>(facts.calls.callers(*computation).size());
    row.depth = facts.calls.depth(*computation);
    row.executions = facts.executions.of(*computation);
    rows->Add(row);
  }
}

}  // namespace hlo_text_v1::internal
