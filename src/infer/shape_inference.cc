// Calls the rule that opcodes.def names for an opcode; the rules are in infer_*.cc.
//
// Rules take an instruction. For bare shapes one is made, with parameters as operands.
#include "hlo/shape_inference.h"

#include <vector>

#include "hlo/computation.h"
#include "src/infer/rules.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1 {

using namespace internal;

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
  bool callees_defined = true;
  instruction.ForEachCalledComputation([&](const HloComputation* callee) {
    callees_defined = callees_defined && callee != nullptr && callee->root_instruction() != nullptr;
  });
  if (!callees_defined) return infer::Fail("the called computation is not defined yet.");
  return kRules[static_cast<size_t>(opcode)](instruction, shapes);
}

absl::StatusOr<const Shape*> InferShape(HloOpcode opcode, absl::Span<const Shape* const> operands,
                                        absl::Span<const Attribute> attributes, ShapePool& shapes) {
  Arena arena;
  HloComputation unlinked;
  std::vector<HloInstruction*> parameters;
  for (const Shape* shape : operands) {
    parameters.push_back(IrAccess::Append(arena, &unlinked));
    Node(parameters.back()).shape = shape;
  }
  HloInstruction* instruction = IrAccess::Append(arena, &unlinked);
  Node(instruction).opcode = opcode;
  IrAccess::SetOperandsOnly(arena, instruction, parameters);
  IrAccess::SetAttributes(arena, instruction, attributes);
  return InferShape(*instruction, shapes);
}

}  // namespace hlo_text_v1
