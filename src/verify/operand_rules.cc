// Rules for the operands of many opcodes: their number, one floating-point type, one layout.
// Source: XLA hlo_verifier.cc, CheckOperandCount, CheckMixedPrecisionOperands,
// InstructionVerifier::Postprocess.

#include "src/verify/rules.h"

namespace hlo::internal {
namespace {

void VerifyPrecision(VerifyContext& context, const HloInstruction& instruction) {
  PrimitiveType type = PrimitiveType::kInvalid;
  for (const HloInstruction* operand : instruction.operands()) {
    const PrimitiveType next = operand->shape().element_type();
    if (!IsFloatingType(next)) continue;
    if (type == PrimitiveType::kInvalid) type = next;
    if (type == next) continue;
    context.Error(instruction, Code::kMixedPrecision, instruction)
        .Note(*operand, Code::kOperandIsHere);
    return;
  }
}

void VerifyLayoutKept(VerifyContext& context, const HloInstruction& instruction) {
  const Shape& shape = instruction.shape();
  if (!shape.IsArray() || shape.layout() == nullptr) return;
  for (const HloInstruction* operand : instruction.operands()) {
    const Shape& from = operand->shape();
    if (!from.IsArray() || from.layout() == nullptr || from.rank() != shape.rank() ||
        from.layout()->minor_to_major == shape.layout()->minor_to_major) {
      continue;
    }
    context.Error(instruction, Code::kLayoutChanged, instruction, from, shape)
        .Note(*operand, Code::kOperandIsHere);
  }
}

}  // namespace

void VerifyOperands(VerifyContext& context, const HloInstruction& instruction) {
  if (instruction.async_phase() != AsyncPhase::kNone) return;
  const OpcodeInfo& info = GetOpcodeInfo(instruction.opcode());
  if (info.arity != kVariadic && instruction.operand_count() != info.arity) {
    context.Error(instruction, Code::kWrongArity, info.arity, info.name, instruction);
  }
  const VerifyOptions& options = context.options();
  if (!options.allow_mixed_precision && info.Has(OpcodeTrait::kOnePrecision)) {
    VerifyPrecision(context, instruction);
  }
  if (options.layout_sensitive && info.Has(OpcodeTrait::kKeepsLayout)) {
    VerifyLayoutKept(context, instruction);
  }
}

}  // namespace hlo::internal
