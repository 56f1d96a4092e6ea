// output_to_operand_aliasing= of async-start, async-update, custom-call and fusion. On a start it
// refers to the computation's parameters, which need not be bound yet, and to the tuple
// ((parameters), result, contexts...); on an update from context to context. Source: XLA
// hlo_verifier.cc, CheckAsyncOpOutputToOperandAliasing, HandleCustomCall, HandleFusion.
#include "src/ir/normal_form.h"
#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

const OutputOperandAliasing* AliasingOf(const HloInstruction& instruction) {
  return instruction.FindAttribute<OutputOperandAliasing>(AttributeKind::kOutputToOperandAliasing);
}

// The part of ((parameters), result, contexts...) at `index`, which is not empty; nullptr if there
// is none. The tuple of parameters itself does not count.
const Shape* SubshapeOfStart(const HloInstruction& start, const HloComputation& wrapped,
                             ShapeIndex index) {
  if (index[0] == 1) return Subshape(wrapped.root_instruction()->shape(), index.subspan(1));
  if (index[0] != 0) return Subshape(start.shape(), index);
  if (index.size() < 2 || index[1] < 0 ||
      index[1] >= static_cast<int64_t>(wrapped.parameters().size())) {
    return nullptr;
  }
  return Subshape(wrapped.parameters()[index[1]]->shape(), index.subspan(2));
}

}  // namespace

void VerifyStartAliasing(VerifyContext& context, const HloInstruction& start,
                         const HloComputation& wrapped) {
  const OutputOperandAliasing* aliasing = AliasingOf(start);
  if (aliasing == nullptr) return;
  const absl::Span<const HloInstruction* const> parameters = wrapped.parameters();
  for (const OutputOperandAlias& pair : aliasing->pairs) {
    if (pair.operand_number < 0) {
      context.Error(start, Code::kAliasNegativeOperand);
      continue;
    }
    if (pair.operand_number >= static_cast<int64_t>(parameters.size())) {
      context.Error(start, Code::kAliasOperandOutOfBounds, pair.operand_number)
          .Note(wrapped, Code::kCalleeIsHere);
      continue;
    }
    const Shape* operand = Subshape(parameters[pair.operand_number]->shape(), pair.operand_index);
    if (operand == nullptr) {
      context.Error(start, Code::kAliasOperandShapeIndex);
      continue;
    }
    if (pair.output_index.empty()) {
      context.Error(start, Code::kAliasOutputIndexEmpty);
      continue;
    }
    const Shape* output = SubshapeOfStart(start, wrapped, pair.output_index);
    if (output == nullptr) {
      context.Error(start, Code::kAliasOutputShapeIndex);
    } else if (!context.Same(*operand, *output)) {
      context.Error(start, Code::kAliasDifferentShapes, *operand, *output);
    }
  }
}

void VerifyUpdateAliasing(VerifyContext& context, const HloInstruction& update) {
  const OutputOperandAliasing* aliasing = AliasingOf(update);
  if (aliasing == nullptr) return;
  for (const OutputOperandAlias& pair : aliasing->pairs) {
    const auto is_of_context = [](ShapeIndex index) { return !index.empty() && index[0] == 2; };
    const Shape* from = Subshape(update.operand(0)->shape(), pair.operand_index);
    const Shape* to = Subshape(update.shape(), pair.output_index);
    if (pair.operand_number != 0) {
      context.Error(update, Code::kAliasUpdateOperand);
    } else if (from == nullptr || !is_of_context(pair.operand_index)) {
      context.Error(update, Code::kAliasUpdateOperandIndex);
    } else if (!is_of_context(pair.output_index)) {
      context.Error(update, Code::kAliasUpdateOutput);
    } else if (to == nullptr) {
      context.Error(update, Code::kAliasUpdateOutputIndex);
    } else if (!context.Same(*from, *to)) {
      context.Error(update, Code::kAliasDifferentShapes, *from, *to);
    }
  }
}

void VerifyOperandAliasing(VerifyContext& context, const HloInstruction& instruction) {
  const OutputOperandAliasing* aliasing = AliasingOf(instruction);
  if (aliasing == nullptr) return;
  const bool check_shapes =
      !Is(instruction, HloOpcode::kCustomCall) ||
      FindFrontendAttribute(instruction, "xla_skip_custom_call_alias_shape_check") == nullptr;
  const bool is_pin = IsPinOrUnpin(instruction);  // these keep the contents in place
  for (const OutputOperandAlias& pair : aliasing->pairs) {
    if (pair.operand_number < 0 || pair.operand_number >= instruction.operand_count()) {
      context.Error(instruction, Code::kAliasOperandIndex);
      continue;
    }
    const HloInstruction& operand = *instruction.operand(pair.operand_number);
    const Shape* from = Subshape(operand.shape(), pair.operand_index);
    const Shape* to = Subshape(instruction.shape(), pair.output_index);
    if (from == nullptr) {
      context.Error(instruction, Code::kAliasOperandShapeIndex);
    } else if (to == nullptr) {
      context.Error(instruction, Code::kAliasOutputShapeIndex);
    } else if (check_shapes && !context.Same(is_pin ? HeldByBuffer(*from) : *from,
                                             is_pin ? HeldByBuffer(*to) : *to)) {
      context.Error(instruction, Code::kAliasDifferentShapes, *from, *to)
          .Note(operand, Code::kOperandIsHere);
    }
  }
}

}  // namespace hlo_text_v1::internal
