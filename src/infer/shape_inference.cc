// Calls the rule that opcodes.def names for an opcode; the rules are in infer_*.cc.
#include "src/infer/shape_inference.h"

#include "src/infer/rules.h"

namespace hlo::internal {
namespace {

using Rule = infer::ShapeOr (*)(const HloInstruction& instruction, ShapePool& shapes);
constexpr Rule kRules[] = {
#define HLO_OPCODE(Id, text, arity, rule, ...) infer::Infer##rule,
#include "hlo/tables/opcodes.def"
    infer::InferGiven,  // kUnknown
};

}  // namespace

absl::StatusOr<const Shape*> InferShape(const HloInstruction& instruction, ShapePool& shapes) {
  const HloOpcode opcode = instruction.opcode();
  const int arity = GetOpcodeInfo(opcode).arity;
  if (arity != kVariadic && instruction.operand_count() != arity) {
    return infer::Fail(HloOpcodeName(opcode), " takes ", arity, " operands, got ",
                       instruction.operand_count());
  }
  return kRules[static_cast<size_t>(opcode)](instruction, shapes);
}

}  // namespace hlo::internal
