// A fusion and its computation: they belong to each other, and nothing in the computation is there
// for nothing. Source: XLA hlo_verifier.cc, ShapeVerifier::HandleFusion, CheckFusionInstruction.
#include <algorithm>

#include "hlo/printer.h"
#include "src/verify/rules.h"

namespace hlo {

using Code = DiagnosticCode;

namespace {

// Opcodes that may be there for what they do rather than for their result.
bool MayHaveSideEffect(const HloInstruction& instruction) {
  if (instruction.async_phase() != AsyncPhase::kNone) return true;
  switch (instruction.opcode()) {
    case HloOpcode::kAllGatherDone:
    case HloOpcode::kAllGatherStart:
    case HloOpcode::kAllReduce:
    case HloOpcode::kAllReduceDone:
    case HloOpcode::kAllReduceStart:
    case HloOpcode::kAllGather:
    case HloOpcode::kAllToAll:
    case HloOpcode::kAsyncDone:
    case HloOpcode::kAsyncStart:
    case HloOpcode::kAsyncUpdate:
    case HloOpcode::kCollectiveBroadcast:
    case HloOpcode::kCollectivePermute:
    case HloOpcode::kCollectivePermuteDone:
    case HloOpcode::kCollectivePermuteStart:
    case HloOpcode::kConditional:
    case HloOpcode::kCustomCall:
    case HloOpcode::kCall:
    case HloOpcode::kFusion:
    case HloOpcode::kInfeed:
    case HloOpcode::kOutfeed:
    case HloOpcode::kRaggedAllToAll:
    case HloOpcode::kRecv:
    case HloOpcode::kRecvDone:
    case HloOpcode::kReduceScatter:
    case HloOpcode::kRng:
    case HloOpcode::kRngGetAndUpdateState:
    case HloOpcode::kSend:
    case HloOpcode::kSendDone:
    case HloOpcode::kWhile:
      return true;
    default:
      return false;
  }
}

void VerifyFusionShape(VerifyContext& context, const HloInstruction& fusion,
                       const HloComputation& fused) {
  const Shape& result = fused.root_instruction()->shape();
  if (!context.Same(fusion.shape(), result)) {
    context.Error(fusion, Code::kFusionShape, ShapeToString(result), ShapeToString(fusion.shape()))
        .Note(*fused.root_instruction(), Code::kCalleeIsHere);
  }
  const auto parameters = static_cast<int64_t>(fused.parameters().size());
  if (parameters > fusion.operand_count()) {
    context
        .Error(fusion, Code::kFusionParameterCount, parameters, fusion.operand_count(),
               PrintHloInstruction(fusion))
        .Note(fused, Code::kCalleeIsHere);
  }
  for (int64_t i = 0; i < std::min(parameters, fusion.operand_count()); ++i) {
    const Shape& parameter = fused.parameters()[i]->shape();
    const Shape& operand = fusion.operand(i)->shape();
    if (context.Same(parameter, operand)) continue;
    context
        .Error(fusion, Code::kFusionParameterShape, i, PrintHloInstruction(fusion),
               ShapeToString(parameter), ShapeToString(operand))
        .Note(*fusion.operand(i), Code::kOperandIsHere);
  }
  VerifyOperandAliasing(context, fusion);
}

void VerifyFusedInstructions(VerifyContext& context, const HloInstruction& fusion,
                             const HloComputation& fused) {
  for (const HloInstruction* instruction : fused.instructions()) {
    if (instruction == fused.root_instruction()) {
      if (instruction->has_users()) {
        context.Error(fusion, Code::kFusionRootUsed, PrintHloInstruction(fusion))
            .Note(*instruction, Code::kCalleeIsHere);
      }
    } else if (!instruction->has_users() && !MayHaveSideEffect(*instruction)) {
      context
          .Error(*instruction, Code::kFusedUnused, PrintHloInstruction(*instruction),
                 PrintHloInstruction(fusion))
          .Note(fusion, Code::kCalledHere);
    }
  }
}

}  // namespace

void VerifyFusion(VerifyContext& context, const HloInstruction& fusion) {
  if (!Is(fusion, HloOpcode::kFusion)) return;
  const HloComputation* fused = Callee(fusion, AttributeKind::kCalls);
  if (fused == nullptr) return;
  VerifyFusionShape(context, fusion, *fused);
  const HloInstruction* owner = context.FirstFusion(*fused);
  if (owner == &fusion) {
    VerifyFusedInstructions(context, fusion, *fused);
  } else if (owner != nullptr) {
    context.Error(fusion, Code::kFusionComputationShared, PrintHloInstruction(fusion))
        .Note(*owner, Code::kCalledHere);
  }
  const std::string_view parent = fusion.parent()->execution_thread();
  if (parent == fused->execution_thread()) return;
  context
      .Error(fusion, Code::kCalleeThread, PrintHloInstruction(fusion), parent,
             fused->execution_thread())
      .Note(*fused, Code::kCalleeIsHere);
}

}  // namespace hlo
