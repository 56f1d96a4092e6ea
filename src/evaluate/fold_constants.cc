#include <algorithm>
#include <optional>
#include <vector>

#include "hlo/async.h"
#include "hlo/builder.h"
#include "hlo/call_graph.h"
#include "hlo/edit.h"
#include "hlo/evaluate.h"
#include "hlo/graph.h"
#include "hlo/query.h"
#include "src/analysis/side_effects.h"
#include "src/base/status_macros.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

// Whether it stays as it is, though its value may be known.
bool IsKept(const HloInstruction& instruction, const FoldConstantsOptions& options) {
  const HloOpcode opcode = instruction.opcode();
  const std::optional<int64_t> count = ElementCount(instruction.shape());
  return opcode == HloOpcode::kConstant || opcode == HloOpcode::kBroadcast ||
         opcode == HloOpcode::kIota || !instruction.shape().IsArray() || !count.has_value() ||
         *count > options.max_constant_bytes / ByteWidth(instruction.shape().element_type());
}

// Whether its value must not be used: it is there for its place or its buffer.
bool IsBarrier(const HloInstruction& instruction, SideEffects& effects) {
  const HloOpcode opcode = instruction.opcode();
  return opcode == HloOpcode::kParameter || opcode == HloOpcode::kOptimizationBarrier ||
         opcode == HloOpcode::kCopy || opcode == HloOpcode::kAfterAll ||
         GetOpcodeInfo(opcode).group == OpcodeGroup::kAsync ||
         GetOpcodeInfo(opcode).group == OpcodeGroup::kCollective ||
         HasControlDependencies(instruction) || effects.Of(instruction);
}

absl::StatusOr<int64_t> FoldIn(HloComputation* computation, const FoldConstantsOptions& options,
                               SideEffects& effects) {
  int64_t folded = 0;
  std::vector<bool> is_known(computation->index_limit());
  for (HloInstruction* instruction : InstructionPostOrder(*computation)) {
    const absl::Span<HloInstruction* const> operands = instruction->operands();
    const bool may_be_known =
        std::all_of(operands.begin(), operands.end(), [&](const HloInstruction* operand) {
          return operand->index() >= is_known.size() || is_known[operand->index()];
        });
    if (!may_be_known || instruction->parent() == nullptr || IsBarrier(*instruction, effects)) {
      continue;
    }
    if (IsKept(*instruction, options)) {
      is_known[instruction->index()] = true;
      continue;
    }
    Arena arena;
    const absl::StatusOr<Literal> value = Evaluate(*instruction, &arena, options.evaluate);
    if (!value.ok() || value->is_elided()) continue;
    HloBuilder builder(computation);
    builder.SetInsertionPoint(instruction);
    HloInstruction* constant =
        builder.AddConstant(Literal::Array(&instruction->shape(), value->bytes()));
    HLO_RETURN_IF_ERROR(builder.status());
    // New instructions have larger numbers than is_known has: all of them are constants.
    HLO_RETURN_IF_ERROR(ReplaceInstruction(instruction, constant));
    ++folded;
  }
  return folded;
}

}  // namespace

absl::StatusOr<int64_t> FoldConstants(HloModule* module, const FoldConstantsOptions& options) {
  if (HasSugar(*module)) {
    return absl::FailedPreconditionError("the module has sugar: run Desugar first");
  }
  const CallGraph calls(*module);
  SideEffects effects;
  int64_t folded = 0;
  for (HloComputation* computation : module->computations()) {
    if (calls.context(*computation) != CallContext::kControlFlow) continue;
    HLO_ASSIGN_OR_RETURN(const int64_t in_computation, FoldIn(computation, options, effects));
    folded += in_computation;
  }
  return folded;
}

}  // namespace hlo_text_v1
