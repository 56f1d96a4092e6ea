// What holds for the operands of many opcodes: their number, one floating-point type, one layout.
// Source: XLA hlo_verifier.cc, CheckOperandCount, CheckMixedPrecisionOperands,
// InstructionVerifier::Postprocess.
#include <cstdint>

#include "hlo/printer.h"
#include "src/verify/rules.h"

namespace hlo {

using Code = DiagnosticCode;

namespace {

// Only opcodes that compute each element of the result from elements of all operands alike. Others
// group values, hand them on, call computations, or have operands of several kinds.
bool WantsOnePrecision(HloOpcode opcode) {
  switch (opcode) {
    case HloOpcode::kAdd:
    case HloOpcode::kAtan2:
    case HloOpcode::kClamp:
    case HloOpcode::kCompare:
    case HloOpcode::kComplex:
    case HloOpcode::kConcatenate:
    case HloOpcode::kDivide:
    case HloOpcode::kDynamicUpdateSlice:
    case HloOpcode::kMaximum:
    case HloOpcode::kMinimum:
    case HloOpcode::kMultiply:
    case HloOpcode::kPad:
    case HloOpcode::kPower:
    case HloOpcode::kRemainder:
    case HloOpcode::kSelect:
    case HloOpcode::kSelectAndScatter:
    case HloOpcode::kSubtract:
    case HloOpcode::kTriangularSolve:
      return true;
    default:
      return false;
  }
}

// Opcodes whose result is laid out as their operands are. XLA LayoutAssignment,
// InstructionCanChangeLayout.
bool KeepsLayout(HloOpcode opcode) {
  switch (opcode) {
    case HloOpcode::kClamp:
    case HloOpcode::kCompare:
    case HloOpcode::kConcatenate:
    case HloOpcode::kConvert:
    case HloOpcode::kDynamicSlice:
    case HloOpcode::kDynamicUpdateSlice:
    case HloOpcode::kMap:
    case HloOpcode::kPad:
    case HloOpcode::kReducePrecision:
    case HloOpcode::kReverse:
    case HloOpcode::kSelect:
    case HloOpcode::kSlice:
      return true;
    case HloOpcode::kCopy:
      return false;
    default: {
      const OpcodeInfo& info = GetOpcodeInfo(opcode);
      return WantsOnePrecision(opcode) ||
             (info.arity == 1 && info.can_infer_shape && info.attributes.empty() &&
              opcode != HloOpcode::kOptimizationBarrier);
    }
  }
}

void VerifyPrecision(VerifyContext& context, const HloInstruction& instruction) {
  PrimitiveType type = PrimitiveType::kInvalid;
  for (const HloInstruction* operand : instruction.operands()) {
    const PrimitiveType next = operand->shape().element_type();
    if (!IsFloatingType(next)) continue;
    if (type == PrimitiveType::kInvalid) type = next;
    if (type == next) continue;
    context.Error(instruction, Code::kMixedPrecision, PrintHloInstruction(instruction))
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
    context
        .Error(instruction, Code::kLayoutChanged, PrintHloInstruction(instruction),
               ShapeToString(from), ShapeToString(shape))
        .Note(*operand, Code::kOperandIsHere);
  }
}

}  // namespace

void VerifyOperands(VerifyContext& context, const HloInstruction& instruction) {
  if (instruction.async_phase() != AsyncPhase::kNone) return;
  const OpcodeInfo& info = GetOpcodeInfo(instruction.opcode());
  if (info.arity != kVariadic && instruction.operand_count() != info.arity) {
    context.Error(instruction, Code::kWrongArity, info.arity, info.name,
                  PrintHloInstruction(instruction));
  }
  const VerifyOptions& options = context.options();
  if (!options.allow_mixed_precision && WantsOnePrecision(instruction.opcode())) {
    VerifyPrecision(context, instruction);
  }
  if (options.layout_sensitive && KeepsLayout(instruction.opcode())) {
    VerifyLayoutKept(context, instruction);
  }
}

}  // namespace hlo
