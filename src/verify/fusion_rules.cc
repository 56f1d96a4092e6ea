// A fusion and its computation belong to each other, and every instruction in the computation is
// needed. Source: XLA hlo_verifier.cc, ShapeVerifier::HandleFusion, CheckFusionInstruction.
#include <algorithm>

#include "absl/algorithm/container.h"
#include "src/ir/module_state.h"
#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

// Collectives without an effect, unless their layouts are constrained.
constexpr HloOpcode kPure[] = {HloOpcode::kAllGather, HloOpcode::kAllReduce, HloOpcode::kAllToAll,
                               HloOpcode::kCollectivePermute, HloOpcode::kReduceScatter};

// Whether it may be needed for its effect rather than its result.
bool MayHaveSideEffect(const HloInstruction& instruction) {
  if (absl::c_linear_search(kPure, instruction.opcode())) {
    const Attribute* constrained = instruction.FindAttribute(AttributeKind::kConstrainLayout);
    return constrained != nullptr && constrained->AsBool();
  }
  const OpcodeInfo& info = GetOpcodeInfo(instruction.opcode());
  return info.Has(OpcodeTrait::kMayHaveEffect) || info.Has(OpcodeTrait::kChannelEffect) ||
         (info.Has(OpcodeTrait::kSideEffect) && instruction.opcode() != HloOpcode::kUnknown);
}

void VerifyFusionShape(VerifyContext& context, const HloInstruction& fusion,
                       const HloComputation& fused) {
  const Shape& result = fused.root_instruction()->shape();
  if (!context.Same(fusion.shape(), result)) {
    context.Error(fusion, Code::kFusionShape, result, fusion.shape())
        .Note(*fused.root_instruction(), Code::kCalleeIsHere);
  }
  const auto parameters = static_cast<int64_t>(fused.parameters().size());
  if (parameters > fusion.operand_count()) {
    context.Error(fusion, Code::kFusionParameterCount, parameters, fusion.operand_count(), fusion)
        .Note(fused, Code::kCalleeIsHere);
  }
  for (int64_t i = 0; i < std::min(parameters, fusion.operand_count()); ++i) {
    const Shape& parameter = fused.parameters()[i]->shape();
    const Shape& operand = fusion.operand(i)->shape();
    if (context.Same(parameter, operand)) continue;
    context.Error(fusion, Code::kFusionParameterShape, i, fusion, parameter, operand)
        .Note(*fusion.operand(i), Code::kOperandIsHere);
  }
  VerifyOperandAliasing(context, fusion);
}

void VerifyFusedInstructions(VerifyContext& context, const HloInstruction& fusion,
                             const HloComputation& fused) {
  for (const HloInstruction* instruction : fused.instructions()) {
    if (instruction == fused.root_instruction()) {
      if (Node(instruction).has_users) {
        context.Error(fusion, Code::kFusionRootUsed, fusion)
            .Note(*instruction, Code::kCalleeIsHere);
      }
    } else if (!Node(instruction).has_users && !MayHaveSideEffect(*instruction)) {
      context.Error(*instruction, Code::kFusedUnused, *instruction, fusion)
          .Note(fusion, Code::kCalledHere);
    }
  }
}

}  // namespace

void VerifyStage(VerifyContext& context, const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  if (!context.options().before_optimizations) return;
  if (opcode != HloOpcode::kFusion && opcode != HloOpcode::kBitcast) return;
  context.Error(instruction, Code::kOnlyAfterOptimizations, HloOpcodeName(opcode), instruction);
}

void VerifyFusion(VerifyContext& context, const HloInstruction& fusion) {
  if (!Is(fusion, HloOpcode::kFusion)) return;
  const HloComputation* fused = Callee(fusion, AttributeKind::kCalls);
  if (fused == nullptr) return;
  VerifyFusionShape(context, fusion, *fused);
  const HloInstruction* owner = context.FirstFusion(*fused);
  if (owner == &fusion) {
    VerifyFusedInstructions(context, fusion, *fused);
  } else if (owner != nullptr) {
    context.Error(fusion, Code::kFusionComputationShared, fusion).Note(*owner, Code::kCalledHere);
  }
  VerifyThread(context, fusion, *fused);
}

}  // namespace hlo_text_v1::internal
