// Tuples, calls, loops, asynchronous operations, and the collectives of one device.
//
// The state of an asynchronous chain is a tuple that also remembers what it calls and the operands
// bound so far, so it may go through tuples and loops. The computation runs at the link that binds
// its last operand.
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/collectives.h"
#include "src/base/status_macros.h"
#include "src/base/strings.h"
#include "src/evaluate/evaluator.h"
#include "src/evaluate/index_space.h"

namespace hlo_text_v1::internal {

absl::StatusOr<Value> EvaluateConstant(Evaluator& evaluator, const HloInstruction& instruction,
                                       absl::Span<const Value>) {
  return MakeValue(instruction.literal(), instruction.shape(), evaluator.budget());
}

absl::StatusOr<Value> EvaluateTuple(Evaluator& evaluator, const HloInstruction& instruction,
                                    absl::Span<const Value> operands) {
  return MakeTuple(instruction.shape(), operands, evaluator.budget());
}

absl::StatusOr<Value> EvaluateGetTupleElement(Evaluator&, const HloInstruction& instruction,
                                              absl::Span<const Value> operands) {
  return ElementOf(operands[0], instruction.tuple_index());
}

absl::StatusOr<Value> EvaluateToken(Evaluator&, const HloInstruction& instruction,
                                    absl::Span<const Value>) {
  return Value{Literal::Array(&instruction.shape(), {}), nullptr};
}

absl::StatusOr<Value> EvaluateCall(Evaluator& evaluator, const HloInstruction& instruction,
                                   absl::Span<const Value> operands) {
  const bool is_fusion = instruction.opcode() == HloOpcode::kFusion;
  return evaluator.Call(is_fusion ? instruction.fused_computation() : instruction.to_apply(),
                        operands, instruction.shape());
}

absl::StatusOr<Value> EvaluateConditional(Evaluator& evaluator, const HloInstruction& instruction,
                                          absl::Span<const Value> operands) {
  const int64_t branches = instruction.branch_count();
  if (branches == 0 || static_cast<int64_t>(operands.size()) != branches + 1) {
    return absl::InvalidArgumentError("needs a selector and an operand for each branch");
  }
  HLO_ASSIGN_OR_RETURN(const Scalar selector, ScalarOf(operands[0]));
  const PrimitiveType type = operands[0].shape().element_type();
  int64_t branch;
  if (type == PrimitiveType::kPRED) {
    branch = selector.bits != 0 ? 0 : 1;
  } else if (IsIntegralType(type)) {
    branch = static_cast<int64_t>(ExtendInteger(IntegerType(type), selector.bits));
    if (branch < 0 || branch >= branches) branch = branches - 1;
  } else {
    return absl::InvalidArgumentError("the selector is not an integer");
  }
  branch = std::min(branch, branches - 1);
  const Value& argument = operands[static_cast<size_t>(branch) + 1];
  return evaluator.Call(instruction.branch_computation(branch), {argument}, instruction.shape());
}

absl::StatusOr<Value> EvaluateWhile(Evaluator& evaluator, const HloInstruction& instruction,
                                    absl::Span<const Value> operands) {
  if (operands.size() != 1) return absl::InvalidArgumentError("needs one operand");
  const HloComputation* condition = instruction.while_condition();
  HLO_RETURN_IF_ERROR(evaluator.PlanOf(condition).status());
  const Shape& predicate = condition->root_instruction()->shape();
  Value state = operands[0];
  while (true) {
    HLO_ASSIGN_OR_RETURN(const Value holds, evaluator.Call(condition, {state}, predicate));
    HLO_ASSIGN_OR_RETURN(const Scalar scalar, ScalarOf(holds));
    if (scalar.bits == 0) return state;
    HLO_ASSIGN_OR_RETURN(state,
                         evaluator.Call(instruction.while_body(), {state}, instruction.shape()));
  }
}

// ---- Chains.

absl::StatusOr<Value> EvaluateAsyncLink(Evaluator& evaluator, const HloInstruction& instruction,
                                        absl::Span<const Value> operands) {
  const bool is_start = instruction.opcode() == HloOpcode::kAsyncStart;
  const HloComputation* wrapped = nullptr;
  std::vector<Value> bound, result;
  size_t first = 0;
  if (is_start) {
    wrapped = instruction.async_wrapped_computation();
  } else if (!operands.empty() && operands[0].storage != nullptr) {
    const Storage& state = *operands[0].storage;
    wrapped = state.wrapped;
    bound = state.bound;
    result = state.result;
    first = 1;
  }
  const Shape& shape = instruction.shape();
  if (wrapped == nullptr || shape.tuple_shapes().size() < 2) {
    return absl::InvalidArgumentError("is not part of an asynchronous chain");
  }
  const size_t count = AsyncOperation::NewOperands(instruction).size();
  for (size_t i = first; i < std::min(first + count, operands.size()); ++i) {
    bound.push_back(operands[i]);
  }
  HLO_RETURN_IF_ERROR(evaluator.PlanOf(wrapped).status());
  if (result.empty() && bound.size() == wrapped->parameters().size()) {
    HLO_ASSIGN_OR_RETURN(Value value,
                         evaluator.Call(wrapped, bound, wrapped->root_instruction()->shape()));
    result.push_back(std::move(value));
  }
  std::vector<Value> elements;
  for (const Shape* element : shape.tuple_shapes()) elements.push_back(UnknownValue(*element));
  if (shape.tuple_shapes()[0]->tuple_shapes().size() != bound.size()) {
    return absl::InvalidArgumentError("its shape has another number of operands");
  }
  HLO_ASSIGN_OR_RETURN(elements[0], MakeTuple(*shape.tuple_shapes()[0], bound, evaluator.budget()));
  if (!result.empty() && ShapesCompatible(result[0].shape(), *shape.tuple_shapes()[1])) {
    elements[1] = result[0];
  }
  HLO_ASSIGN_OR_RETURN(Value state, MakeTuple(shape, elements, evaluator.budget()));
  auto storage = std::const_pointer_cast<Storage>(state.storage);
  storage->wrapped = wrapped;
  storage->bound = std::move(bound);
  storage->result = std::move(result);
  return state;
}

absl::StatusOr<Value> EvaluateAsyncDone(Evaluator&, const HloInstruction& instruction,
                                        absl::Span<const Value> operands) {
  if (operands.empty() || operands[0].storage == nullptr ||
      operands[0].storage->wrapped == nullptr) {
    return absl::InvalidArgumentError("is not part of an asynchronous chain");
  }
  const std::vector<Value>& result = operands[0].storage->result;
  if (result.empty()) return absl::InvalidArgumentError("not all operands are bound");
  if (!ShapesCompatible(result[0].shape(), instruction.shape())) {
    return absl::InvalidArgumentError("has another shape than what its start calls");
  }
  return result[0];
}

// ---- Pairs, and collectives of one device.

absl::StatusOr<Value> EvaluateCopyStart(Evaluator& evaluator, const HloInstruction& instruction,
                                        absl::Span<const Value> operands) {
  const Shape& context = *instruction.shape().tuple_shapes()[2];
  return MakeTuple(instruction.shape(), {operands[0], operands[0], UnknownValue(context)},
                   evaluator.budget());
}

absl::StatusOr<Value> EvaluateCopyDone(Evaluator&, const HloInstruction&,
                                       absl::Span<const Value> operands) {
  return ElementOf(operands[0], 0);
}

absl::StatusOr<Value> EvaluateSecond(Evaluator&, const HloInstruction&,
                                     absl::Span<const Value> operands) {
  return ElementOf(operands[0], 1);
}

namespace {

absl::Status CheckOneDevice(const HloInstruction& instruction) {
  const HloModuleConfig& config = instruction.parent()->parent()->config();
  if (config.replica_count <= 1 && config.num_partitions <= 1) return absl::OkStatus();
  return absl::UnimplementedError("in a module for several devices");
}

}  // namespace

absl::StatusOr<Value> EvaluateDeviceId(Evaluator& evaluator, const HloInstruction& instruction,
                                       absl::Span<const Value>) {
  HLO_RETURN_IF_ERROR(CheckOneDevice(instruction));
  HLO_ASSIGN_OR_RETURN(NewArray zero, MakeArray(instruction.shape(), evaluator.budget()));
  return std::move(zero.value);
}

// The result is the operand, or the operands as a tuple; of a start like collective-permute-start
// the operand and it.
absl::StatusOr<Value> EvaluateCollective(Evaluator& evaluator, const HloInstruction& instruction,
                                         absl::Span<const Value> operands) {
  HLO_RETURN_IF_ERROR(CheckOneDevice(instruction));
  const Shape& shape = instruction.shape();
  const HloOpcode opcode = instruction.opcode();
  const bool is_permute =
      opcode == HloOpcode::kCollectivePermute || opcode == HloOpcode::kCollectivePermuteStart;
  if (operands.empty()) return absl::InvalidArgumentError("has no operand");
  bool is_alone = operands.size() == 1 || !is_permute;
  if (is_permute) {
    const auto pairs = instruction.source_target_pairs();
    is_alone = is_alone && pairs.size() == 1 && pairs[0] == Dims({0, 0});
  } else {
    const std::optional<DeviceGroups> groups = GroupsOf(instruction.replica_groups());
    is_alone = groups.has_value();
    for (size_t i = 0; is_alone && i < groups->size(); ++i) is_alone = (*groups)[i].size() <= 1;
  }
  if (!is_alone) return absl::UnimplementedError("between devices");
  const auto fits = [](const Shape& whole, absl::Span<const Value> values) {
    if (values.size() == 1 && ShapesCompatible(whole, values[0].shape())) return true;
    const auto shapes = whole.tuple_shapes();
    return shapes.size() == values.size() &&
           std::equal(
               shapes.begin(), shapes.end(), values.begin(),
               [](const Shape* a, const Value& b) { return ShapesCompatible(*a, b.shape()); });
  };
  const auto pack = [&](const Shape& whole) -> absl::StatusOr<Value> {
    if (ShapesCompatible(whole, operands[0].shape())) return operands[0];
    return MakeTuple(whole, operands, evaluator.budget());
  };
  if (fits(shape, operands)) return pack(shape);
  const auto parts = shape.tuple_shapes();
  if (parts.size() < 2 || !fits(*parts[0], operands) || !fits(*parts[1], operands)) {
    return absl::InvalidArgumentError("the result does not have the shapes of the operands");
  }
  std::vector<Value> elements;
  for (const Shape* part : parts) elements.push_back(UnknownValue(*part));
  HLO_ASSIGN_OR_RETURN(elements[0], pack(*parts[0]));
  HLO_ASSIGN_OR_RETURN(elements[1], pack(*parts[1]));
  return MakeTuple(shape, elements, evaluator.budget());
}

}  // namespace hlo_text_v1::internal
