// Steps are checked before anything runs: InferShape must accept the operands and attributes of
// each, and give its shape. So the functions of operations.def need not check them again.
#include "src/evaluate/evaluator.h"

#include <optional>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "hlo/print_values.h"
#include "hlo/shape_inference.h"
#include "src/base/status_macros.h"
#include "src/base/strings.h"

namespace hlo_text_v1::internal {
namespace {

constexpr int kMaxCallDepth = 100;

constexpr std::pair<HloOpcode, Operation> kOperations[] = {
#define HLO_OPERATION(Opcode, Function) {HloOpcode::k##Opcode, Evaluate##Function},
#include "src/evaluate/operations.def"
};

Operation OperationOf(HloOpcode opcode) {
  for (const auto& [of, operation] : kOperations) {
    if (of == opcode) return operation;
  }
  return nullptr;
}

// Their operands and results are checked when they run, or are any.
bool HasFreeShape(HloOpcode opcode) {
  const OpcodeInfo& info = GetOpcodeInfo(opcode);
  return info.group == OpcodeGroup::kControl || info.group == OpcodeGroup::kFusion ||
         info.group == OpcodeGroup::kAsync;
}

// Those that hand on an operand without looking into it may get unknown ones.
bool NeedsKnownOperands(HloOpcode opcode) {
  return !HasFreeShape(opcode) &&
         (!GetOpcodeInfo(opcode).Has(OpcodeTrait::kForwards) || opcode == HloOpcode::kBitcast);
}

absl::Status Refuse(const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  if (opcode == HloOpcode::kCustomCall) {
    return absl::UnimplementedError(
        StrCat("calls \"", instruction.custom_call_target(), "\", which is not HLO"));
  }
  if (GetOpcodeInfo(opcode).Has(OpcodeTrait::kSideEffect)) {
    return absl::UnimplementedError("depends on more than its operands");
  }
  return absl::UnimplementedError("not covered");
}

// Element by element; operands may be scalars.
absl::StatusOr<Value> EvaluateElements(Budget* budget, const HloInstruction& instruction,
                                       absl::Span<const Value> operands) {
  HLO_ASSIGN_OR_RETURN(const ElementFunction function, ElementFunction::Of(instruction));
  HLO_ASSIGN_OR_RETURN(NewArray result, MakeArray(instruction.shape(), budget));
  struct Source {
    const char* data = nullptr;
    PrimitiveType type = PrimitiveType::kInvalid;
    bool is_scalar = false;
  };
  Source sources[ElementFunction::kMaxOperands];
  const size_t count = std::min(operands.size(), ElementFunction::kMaxOperands);
  for (size_t i = 0; i < count; ++i) {
    const Shape& shape = operands[i].shape();
    if (!shape.IsScalar() && !SameDimensions(shape, instruction.shape())) {
      return absl::UnimplementedError("operands of different sizes");
    }
    sources[i] = {operands[i].data(), shape.element_type(), shape.IsScalar()};
  }
  const PrimitiveType type = instruction.shape().element_type();
  const int64_t elements = *ElementCount(instruction.shape());
  Scalar x[ElementFunction::kMaxOperands];
  for (int64_t at = 0; at < elements; ++at) {
    for (size_t i = 0; i < count; ++i) {
      x[i] = LoadScalar(sources[i].data, sources[i].type, sources[i].is_scalar ? 0 : at);
    }
    StoreScalar(result.data, type, at, function(x));
  }
  return std::move(result.value);
}

}  // namespace

absl::Status Evaluator::CheckShape(const HloInstruction& instruction) {
  if (instruction.shape().IsArray() && !instruction.shape().is_static()) {
    return absl::UnimplementedError("dynamic dimensions");
  }
  if (HasFreeShape(instruction.opcode())) return absl::OkStatus();
  HLO_ASSIGN_OR_RETURN(const Shape* inferred, InferShape(instruction, scratch_));
  if (ShapesCompatible(*inferred, instruction.shape())) return absl::OkStatus();
  return absl::InvalidArgumentError(StrCat("has shape ", PrintShape(instruction.shape(), false),
                                           ", but its operands give ",
                                           PrintShape(*inferred, false)));
}

namespace {

std::string NameOf(const HloInstruction& instruction) {
  return StrCat("%", instruction.name(), " = ", instruction.opcode_name(), ": ");
}

absl::Status Blame(const HloInstruction& instruction, const absl::Status& status) {
  return absl::Status(status.code(), StrCat(NameOf(instruction), Std(status.message())));
}

}  // namespace

absl::StatusOr<Plan> Evaluator::MakePlan(absl::Span<const HloInstruction* const> roots) {
  Plan plan;
  constexpr uint32_t kOpen = ~uint32_t{0};
  HashMap<const HloInstruction*, uint32_t> numbers;
  std::vector<std::pair<const HloInstruction*, int64_t>> stack;  // with the next operand
  const auto fail = [this](const HloInstruction& instruction, const absl::Status& status) {
    is_blamed_ = true;
    return Blame(instruction, status);
  };
  for (const HloInstruction* root : roots) {
    if (numbers.try_emplace(root, kOpen).second) stack.emplace_back(root, 0);
    while (!stack.empty()) {
      auto& [instruction, next] = stack.back();
      if (next < instruction->operand_count()) {
        const HloInstruction* operand = instruction->operand(next++);
        const auto [number, is_new] = numbers.try_emplace(operand, kOpen);
        if (is_new) {
          stack.emplace_back(operand, 0);
        } else if (number->second == kOpen) {
          return fail(*operand, absl::InvalidArgumentError("depends on itself"));
        }
        continue;
      }
      absl::Status status = CheckShape(*instruction);
      if (!status.ok()) return fail(*instruction, status);
      Plan::Step step{instruction, {}, {}};
      for (const HloInstruction* operand : instruction->operands()) {
        step.operands.push_back(numbers.find(operand)->second);
      }
      numbers.find(instruction)->second = static_cast<uint32_t>(plan.steps.size());
      plan.steps.push_back(std::move(step));
      stack.pop_back();
    }
    plan.roots.push_back(numbers.find(root)->second);
  }
  std::vector<bool> is_used(plan.steps.size());
  for (uint32_t root : plan.roots) is_used[root] = true;
  for (size_t i = plan.steps.size(); i-- > 0;) {
    for (uint32_t operand : plan.steps[i].operands) {
      if (!is_used[operand]) plan.steps[i].last_uses.push_back(operand);
      is_used[operand] = true;
    }
  }
  return plan;
}

absl::StatusOr<std::vector<Value>> Evaluator::Run(const Plan& plan,
                                                  absl::Span<const Value> arguments) {
  if (depth_ >= kMaxCallDepth) return absl::ResourceExhaustedError("calls are nested too deep");
  ++depth_;
  std::vector<Value> values(plan.steps.size());
  std::vector<Value> operands;
  for (size_t i = 0; i < values.size(); ++i) {
    const Plan::Step& step = plan.steps[i];
    operands.clear();
    for (uint32_t operand : step.operands) operands.push_back(values[operand]);
    absl::StatusOr<Value> value = Evaluate(*step.instruction, operands, arguments);
    if (!value.ok()) {
      // The innermost instruction is the one to name.
      if (std::exchange(is_blamed_, true)) return value.status();
      return Blame(*step.instruction, value.status());
    }
    values[i] = *std::move(value);
    for (uint32_t unused : step.last_uses) values[unused] = Value();
  }
  --depth_;
  std::vector<Value> results;
  for (uint32_t root : plan.roots) results.push_back(values[root]);
  return results;
}

absl::StatusOr<Value> Evaluator::Evaluate(const HloInstruction& instruction,
                                          absl::Span<const Value> operands,
                                          absl::Span<const Value> arguments) {
  const HloOpcode opcode = instruction.opcode();
  const Shape& shape = instruction.shape();
  HLO_RETURN_IF_ERROR(budget_.Spend(
      std::max<int64_t>(1, shape.IsArray() ? ElementCount(shape).value_or(INT64_MAX) : 1)));
  if (opcode == HloOpcode::kParameter) {
    const auto number = static_cast<size_t>(instruction.parameter_number());
    if (number < arguments.size()) return arguments[number];
    return absl::InvalidArgumentError("its value is not given");
  }
  if (NeedsKnownOperands(opcode)) {
    for (const Value& operand : operands) {
      if (operand.literal.is_elided()) {
        return absl::InvalidArgumentError("an operand has no value");
      }
    }
  }
  if (const Operation operation = OperationOf(opcode)) {
    return operation(*this, instruction, operands);
  }
  if (!ElementFunction::Covers(opcode)) return Refuse(instruction);
  return EvaluateElements(&budget_, instruction, operands);
}

absl::StatusOr<const Plan*> Evaluator::PlanOf(const HloComputation* computation) {
  if (computation == nullptr || computation->root_instruction() == nullptr) {
    return absl::InvalidArgumentError("calls a computation that is not defined");
  }
  if (const auto found = plans_.find(computation); found != plans_.end()) {
    return found->second.get();
  }
  HLO_ASSIGN_OR_RETURN(Plan plan, MakePlan({computation->root_instruction()}));
  auto owned = std::make_unique<Plan>(std::move(plan));
  const Plan* result = owned.get();
  plans_.try_emplace(computation, std::move(owned));
  return result;
}

absl::StatusOr<Value> Evaluator::Call(const HloComputation* computation,
                                      absl::Span<const Value> arguments, const Shape& result) {
  HLO_ASSIGN_OR_RETURN(const Plan* plan, PlanOf(computation));
  const auto parameters = computation->parameters();
  bool fits = parameters.size() == arguments.size() &&
              ShapesCompatible(computation->root_instruction()->shape(), result);
  for (size_t i = 0; fits && i < parameters.size(); ++i) {
    fits =
        parameters[i] != nullptr && ShapesCompatible(parameters[i]->shape(), arguments[i].shape());
  }
  if (!fits) {
    return absl::InvalidArgumentError(
        StrCat("does not fit the parameters and the result of %", computation->name()));
  }
  HLO_ASSIGN_OR_RETURN(const std::vector<Value> results, Run(*plan, arguments));
  return results[0];
}

// ---- Computations of scalars.

absl::StatusOr<ScalarFunction> ScalarFunction::Of(Evaluator* evaluator,
                                                  const HloComputation* computation,
                                                  absl::Span<const PrimitiveType> parameters,
                                                  absl::Span<const PrimitiveType> results) {
  ScalarFunction function;
  function.evaluator_ = evaluator;
  function.computation_ = computation;
  HLO_ASSIGN_OR_RETURN(const Plan* plan, evaluator->PlanOf(computation));
  const auto is_scalar = [](const Shape& shape, PrimitiveType type) {
    return shape.IsScalar() && shape.element_type() == type;
  };
  const Shape& result = computation->root_instruction()->shape();
  bool fits = computation->parameters().size() == parameters.size();
  for (size_t i = 0; fits && i < parameters.size(); ++i) {
    fits = is_scalar(computation->parameters()[i]->shape(), parameters[i]);
  }
  if (result.IsTuple()) {
    fits = fits && result.tuple_shapes().size() == results.size();
    for (size_t i = 0; fits && i < results.size(); ++i) {
      fits = is_scalar(*result.tuple_shapes()[i], results[i]);
    }
  } else {
    fits = fits && results.size() == 1 && is_scalar(result, results[0]);
  }
  if (!fits) {
    return absl::UnimplementedError(
        StrCat("%", computation->name(), " takes or gives values of other types"));
  }
  function.is_compiled_ = function.Compile(*plan);
  return function;
}

bool ScalarFunction::Compile(const Plan& plan) {
  registers_.resize(computation_->parameters().size());
  std::vector<uint32_t> at;  // the register of each step of the plan
  for (const Plan::Step& planned : plan.steps) {
    const HloInstruction& instruction = *planned.instruction;
    const HloOpcode opcode = instruction.opcode();
    if (opcode == HloOpcode::kTuple && &planned == &plan.steps.back()) {
      for (uint32_t operand : planned.operands) results_.push_back(at[operand]);
      return true;
    }
    if (!instruction.shape().IsScalar()) return false;
    const PrimitiveType type = instruction.shape().element_type();
    if (opcode == HloOpcode::kParameter) {
      at.push_back(static_cast<uint32_t>(instruction.parameter_number()));
      if (at.back() >= computation_->parameters().size()) return false;
    } else if (opcode == HloOpcode::kConstant) {
      const absl::StatusOr<Value> value =
          MakeValue(instruction.literal(), instruction.shape(), evaluator_->budget());
      if (!value.ok()) return false;
      at.push_back(static_cast<uint32_t>(registers_.size()));
      registers_.push_back(LoadScalar(value->data(), type, 0));
    } else if (ElementFunction::Covers(opcode)) {
      absl::StatusOr<ElementFunction> function = ElementFunction::Of(instruction);
      if (!function.ok()) return false;
      const auto result = static_cast<uint32_t>(registers_.size());
      Step step{*std::move(function), {}, result};
      for (size_t i = 0; i < planned.operands.size() && i < std::size(step.operands); ++i) {
        step.operands[i] = at[planned.operands[i]];
      }
      steps_.push_back(step);
      at.push_back(result);
      registers_.emplace_back();
    } else {
      return false;
    }
  }
  results_.push_back(at.back());
  return true;
}

absl::Status ScalarFunction::operator()(absl::Span<const Scalar> arguments,
                                        absl::Span<Scalar> results) {
  if (!is_compiled_) return CallSlowly(arguments, results);
  HLO_RETURN_IF_ERROR(evaluator_->budget()->Spend(static_cast<int64_t>(steps_.size()) + 1));
  std::copy(arguments.begin(), arguments.end(), registers_.begin());
  Scalar x[ElementFunction::kMaxOperands];
  for (const Step& step : steps_) {
    for (size_t i = 0; i < std::size(x); ++i) x[i] = registers_[step.operands[i]];
    registers_[step.result] = step.function(x);
  }
  for (size_t i = 0; i < results.size(); ++i) results[i] = registers_[results_[i]];
  return absl::OkStatus();
}

absl::Status ScalarFunction::CallSlowly(absl::Span<const Scalar> arguments,
                                        absl::Span<Scalar> results) {
  std::vector<Value> values;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Shape& shape = computation_->parameters()[i]->shape();
    HLO_ASSIGN_OR_RETURN(NewArray value, MakeArray(shape, evaluator_->budget()));
    StoreScalar(value.data, shape.element_type(), 0, arguments[i]);
    values.push_back(std::move(value.value));
  }
  const Shape& shape = computation_->root_instruction()->shape();
  HLO_ASSIGN_OR_RETURN(const Value result, evaluator_->Call(computation_, values, shape));
  for (size_t i = 0; i < results.size(); ++i) {
    const Value value = shape.IsTuple() ? ElementOf(result, static_cast<int64_t>(i)) : result;
    HLO_ASSIGN_OR_RETURN(results[i], ScalarOf(value));
  }
  return absl::OkStatus();
}

}  // namespace hlo_text_v1::internal
