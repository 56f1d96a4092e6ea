// Rules for the operands of many opcodes: their number, one layout.
// Source: XLA hlo_verifier.cc, CheckOperandCount, InstructionVerifier::Postprocess.

#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

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
  const OpcodeInfo& info = GetOpcodeInfo(instruction.opcode());
  if (info.arity != kVariadic && instruction.operand_count() != info.arity) {
    context.Error(instruction, Code::kWrongArity, info.arity, info.name, instruction);
  }
  if (context.options().layout_sensitive && info.Has(OpcodeTrait::kKeepsLayout)) {
    VerifyLayoutKept(context, instruction);
  }
}

}  // namespace hlo_text_v1::internal
