// call, while, conditional, custom-call: their callees need the right parameters, result, thread
// and shardings. Source: XLA hlo_verifier.cc, ShapeVerifier, InstructionVerifier.
#include <cstdint>
#include <string_view>

#include "absl/strings/numbers.h"
#include "src/ir/normal_form.h"
#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

bool CheckParameterCount(VerifyContext& context, const HloInstruction& caller,
                         const HloComputation& callee, int64_t expected) {
  const auto count = static_cast<int64_t>(callee.parameters().size());
  if (count == expected) return true;
  context.Error(caller, Code::kCalleeParameterCount, callee.name(), caller.name(), expected, count)
      .Note(callee, Code::kCalleeIsHere);
  return false;
}

void CheckOperand(VerifyContext& context, const HloInstruction& caller, int64_t operand_number,
                  const HloInstruction& parameter) {
  const HloInstruction& operand = *caller.operand(operand_number);
  if (context.Same(operand.shape(), parameter.shape())) return;
  context.Error(caller, Code::kOperandNotParameter, operand, parameter, caller)
      .Note(operand, Code::kOperandIsHere)
      .Note(parameter, Code::kCalleeIsHere);
}

// `with` must have the same sharding as `*common`, if both have one; the first one found becomes
// the common one.
void CheckSharding(VerifyContext& context, const HloInstruction& caller, const HloInstruction& with,
                   const HloInstruction** common) {
  if (with.sharding() == nullptr) return;
  if (*common == nullptr) {
    *common = &with;
    return;
  }
  if (context.SameSharding(*(*common)->sharding(), *with.sharding())) return;
  context.Error(caller, Code::kInconsistentSharding, caller.opcode_name(), **common, with)
      .Note(with, Code::kCalleeIsHere);
}

void VerifyComposite(VerifyContext& context, const HloInstruction& call) {
  const auto* attributes =
      call.FindAttribute<FrontendAttributes>(AttributeKind::kFrontendAttributes);
  if (attributes == nullptr || attributes->entries.empty()) {
    context.Error(call, Code::kCompositeAttributes);
    return;
  }
  const std::string_view* name = FindFrontendAttribute(call, "composite.name");
  if (name == nullptr || name->empty()) context.Error(call, Code::kCompositeName);
  const std::string_view* options = FindFrontendAttribute(call, "composite.attributes");
  if (options != nullptr && options->empty()) context.Error(call, Code::kCompositeOptions);
  const std::string_view* version = FindFrontendAttribute(call, "composite.version");
  int64_t number;
  if (version != nullptr && (!absl::SimpleAtoi(Absl(*version), &number) || number < 0)) {
    context.Error(call, Code::kCompositeVersion, *version);
  }
}

void VerifyCall(VerifyContext& context, const HloInstruction& call) {
  const HloComputation* callee = Callee(call, AttributeKind::kToApply);
  if (callee == nullptr) return;
  if (CheckParameterCount(context, call, *callee, call.operand_count())) {
    for (int64_t i = 0; i < call.operand_count(); ++i) {
      CheckOperand(context, call, i, *callee->parameters()[i]);
    }
  }
  context.CheckShape(call, callee->root_instruction()->shape());
  if (IsTrue(call, AttributeKind::kIsComposite)) VerifyComposite(context, call);
}

void VerifyWhile(VerifyContext& context, const HloInstruction& loop) {
  const HloComputation* condition = Callee(loop, AttributeKind::kCondition);
  const HloComputation* body = Callee(loop, AttributeKind::kBody);
  if (condition == nullptr || body == nullptr || loop.operand_count() != 1) return;
  const bool body_ok = CheckParameterCount(context, loop, *body, 1);
  const bool condition_ok = CheckParameterCount(context, loop, *condition, 1);
  if (body_ok) CheckOperand(context, loop, 0, *body->parameters()[0]);
  if (condition_ok) CheckOperand(context, loop, 0, *condition->parameters()[0]);
  const Shape& predicate = condition->root_instruction()->shape();
  if (!predicate.IsScalar() || predicate.element_type() != PrimitiveType::kPRED) {
    context.Error(loop, Code::kWhileCondition, context.Text(predicate))
        .Note(*condition->root_instruction(), Code::kCalleeIsHere);
  }
  context.CheckShape(loop, body->root_instruction()->shape());
  VerifyThread(context, loop, *body);
  VerifyThread(context, loop, *condition);
  const HloInstruction* common = nullptr;
  CheckSharding(context, loop, loop, &common);
  CheckSharding(context, loop, *body->root_instruction(), &common);
  if (body_ok) CheckSharding(context, loop, *body->parameters()[0], &common);
  if (condition_ok) CheckSharding(context, loop, *condition->parameters()[0], &common);
}

void VerifyConditional(VerifyContext& context, const HloInstruction& conditional) {
  if (conditional.operands().empty()) return;
  const Shape& selector = conditional.operand(0)->shape();
  const bool is_pred = selector.element_type() == PrimitiveType::kPRED;
  if (!selector.IsScalar()) {
    context.Error(conditional, Code::kConditionalSelectorNotScalar);
  } else if (!is_pred && selector.element_type() != PrimitiveType::kS32) {
    context.Error(conditional, Code::kConditionalSelectorType);
  }
  int64_t branch = 0;
  const HloInstruction* common = nullptr;
  CheckSharding(context, conditional, conditional, &common);
  conditional.ForEachCalledComputation([&](const HloComputation* callee) {
    ++branch;
    if (CheckParameterCount(context, conditional, *callee, 1) &&
        branch < conditional.operand_count()) {
      CheckOperand(context, conditional, branch, *callee->parameters()[0]);
    }
    context.CheckShape(conditional, callee->root_instruction()->shape());
    VerifyThread(context, conditional, *callee);
    CheckSharding(context, conditional, *callee->root_instruction(), &common);
  });
  if (conditional.operand_count() != branch + 1) {
    context.Error(conditional, Code::kWrongArity, branch + 1, "conditional", conditional);
  } else if (is_pred && branch != 2) {
    context.Error(conditional, Code::kConditionalPredBranches, branch);
  }
}

// The parser checks the number, too; an edit of the operands may change it.
void VerifyLayoutConstraints(VerifyContext& context, const HloInstruction& custom_call) {
  const Attribute* constraints =
      custom_call.FindAttribute(AttributeKind::kOperandLayoutConstraints);
  if (constraints == nullptr) return;
  const auto given = static_cast<int64_t>(constraints->AsList<const Shape*>().size());
  if (given == custom_call.operand_count()) return;
  context.Error(custom_call, Code::kLayoutConstraintCount, custom_call.operand_count(), given);
}

}  // namespace

void VerifyThread(VerifyContext& context, const HloInstruction& caller,
                  const HloComputation& callee) {
  const std::string_view parent = caller.parent()->execution_thread();
  if (parent == callee.execution_thread()) return;
  context.Error(caller, Code::kCalleeThread, caller, parent, callee.execution_thread())
      .Note(callee, Code::kCalleeIsHere);
}

void VerifyCalledComputations(VerifyContext& context, const HloInstruction& instruction) {
  if (Is(instruction, HloOpcode::kWhile)) return VerifyWhile(context, instruction);
  if (Is(instruction, HloOpcode::kConditional)) return VerifyConditional(context, instruction);
  const bool is_call = Is(instruction, HloOpcode::kCall);
  const bool is_custom_call = Is(instruction, HloOpcode::kCustomCall);
  if (is_call) VerifyCall(context, instruction);
  if (is_custom_call) {
    VerifyLayoutConstraints(context, instruction);
    VerifyOperandAliasing(context, instruction);
  }
  if (!context.options().verify_call_nested_computation_thread_name) return;
  if (is_call || is_custom_call) {
    instruction.ForEachCalledComputation(
        [&](const HloComputation* callee) { VerifyThread(context, instruction, *callee); });
    return;
  }
  const HloComputation* applied = Callee(instruction, AttributeKind::kToApply);
  const std::string_view parent = instruction.parent()->execution_thread();
  if (applied == nullptr || applied->execution_thread() == parent) return;
  context
      .Error(instruction, Code::kToApplyThread, instruction.name(), applied->execution_thread(),
             parent)
      .Note(*applied, Code::kCalleeIsHere);
}

}  // namespace hlo_text_v1::internal
