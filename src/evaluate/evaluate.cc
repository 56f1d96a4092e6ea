#include "hlo/evaluate.h"

#include <vector>

#include "hlo/async.h"
#include "hlo/call_graph.h"
#include "src/base/status_macros.h"
#include "src/base/strings.h"
#include "src/evaluate/evaluator.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

absl::Status CheckModule(const HloComputation* computation) {
  if (computation == nullptr || computation->parent() == nullptr) {
    return absl::InvalidArgumentError("there is no such computation");
  }
  if (HasSugar(*computation->parent())) {
    return absl::FailedPreconditionError("the module has sugar: run Desugar first");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Literal> Evaluate(const HloComputation& computation,
                                 absl::Span<const Literal> arguments, Arena* arena,
                                 const EvaluateOptions& options) {
  HLO_RETURN_IF_ERROR(CheckModule(&computation));
  const auto parameters = computation.parameters();
  if (arguments.size() != parameters.size()) {
    return absl::InvalidArgumentError(StrCat("%", computation.name(), " has ", parameters.size(),
                                             " parameters, but there are ", arguments.size(),
                                             " arguments"));
  }
  if (computation.root_instruction() == nullptr) {
    return absl::InvalidArgumentError("the computation has no root");
  }
  Evaluator evaluator(options);
  std::vector<Value> values;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Shape& shape = parameters[i]->shape();
    absl::StatusOr<Value> value =
        ShapesCompatible(arguments[i].shape(), shape)
            ? MakeValue(arguments[i], shape, evaluator.budget())
            : absl::InvalidArgumentError("its shape is not that of the parameter");
    if (!value.ok()) {
      return absl::Status(value.status().code(),
                          StrCat("argument ", i, ": ", Std(value.status().message())));
    }
    values.push_back(*std::move(value));
  }
  HLO_ASSIGN_OR_RETURN(const Value result, evaluator.Call(&computation, values,
                                                          computation.root_instruction()->shape()));
  return CopyLiteral(result.literal, arena);
}

absl::StatusOr<Literal> Evaluate(const HloModule& module, absl::Span<const Literal> arguments,
                                 Arena* arena, const EvaluateOptions& options) {
  HLO_RETURN_IF_ERROR(CheckModule(module.entry_computation()));
  return Evaluate(*module.entry_computation(), arguments, arena, options);
}

absl::StatusOr<Literal> Evaluate(const HloInstruction& instruction, Arena* arena,
                                 const EvaluateOptions& options) {
  HLO_RETURN_IF_ERROR(CheckModule(instruction.parent()));
  Evaluator evaluator(options);
  HLO_ASSIGN_OR_RETURN(const Plan plan, evaluator.MakePlan({&instruction}));
  HLO_ASSIGN_OR_RETURN(const std::vector<Value> results, evaluator.Run(plan, {}));
  return CopyLiteral(results[0].literal, arena);
}

namespace {

absl::StatusOr<Value> MakeFake(const Shape& shape, uint64_t* seed, Budget* budget, int depth) {
  if (shape.IsTuple()) {
    if (depth > kMaxTupleDepth) return absl::ResourceExhaustedError("tuples are nested too deep");
    std::vector<Value> elements;
    for (const Shape* part : shape.tuple_shapes()) {
      HLO_RETURN_IF_ERROR(budget->Spend(1));
      HLO_ASSIGN_OR_RETURN(Value element, MakeFake(*part, seed, budget, depth + 1));
      elements.push_back(std::move(element));
    }
    return MakeTuple(shape, elements, budget);
  }
  if (!shape.IsArray()) return Value{Literal::Array(&shape, {}), nullptr};
  HLO_ASSIGN_OR_RETURN(NewArray array, MakeArray(shape, budget));
  const PrimitiveType type = shape.element_type();
  const auto next = [seed] {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;  // Knuth's
    return static_cast<int64_t>(*seed >> 40);
  };
  const int64_t count = *ElementCount(shape);
  for (int64_t i = 0; i < count; ++i) {
    if (IsFloatingType(type) || IsComplexType(type)) {
      const double real = static_cast<double>(next() % 17 - 8) / 4;
      StoreScalar(array.data, type, i,
                  FromComplex(type, {real, static_cast<double>(next() % 9 - 4) / 4}));
    } else {
      StoreScalar(array.data, type, i,
                  FromInteger(type, next() % (type == PrimitiveType::kPRED ? 2 : 4)));
    }
  }
  return std::move(array.value);
}

}  // namespace

absl::StatusOr<Literal> MakeFakeLiteral(const Shape& shape, uint64_t seed, Arena* arena) {
  const EvaluateOptions options;
  Budget budget(options);
  HLO_ASSIGN_OR_RETURN(const Value value, MakeFake(shape, &seed, &budget, 0));
  return CopyLiteral(value.literal, arena);
}

absl::StatusOr<std::vector<Literal>> MakeFakeArguments(const HloComputation& computation,
                                                       Arena* arena) {
  std::vector<Literal> arguments;
  for (const HloInstruction* parameter : computation.parameters()) {
    HLO_ASSIGN_OR_RETURN(const Literal argument,
                         MakeFakeLiteral(parameter->shape(), arguments.size() + 1, arena));
    arguments.push_back(argument);
  }
  return arguments;
}

namespace {

// The elements of the loop's state that decide how often it runs: those that the condition looks
// at, and those that the body makes these of.
class Deciding {
 public:
  explicit Deciding(const HloInstruction& loop)
      : state_(loop.shape()), needed_(state_.tuple_shapes().size()) {
    Follow(loop.while_condition(), loop.while_condition()->root_instruction());
    const HloInstruction* root = loop.while_body()->root_instruction();
    const bool is_tuple =
        root->opcode() == HloOpcode::kTuple && root->operands().size() == needed_.size();
    if (!is_tuple) needs_all_ = true;
    for (size_t next = 0; next < order_.size() && !needs_all_; ++next) {
      Follow(loop.while_body(), root->operand(order_[next]));
    }
  }

  bool needs_all() const { return needs_all_ || !state_.IsTuple(); }
  const std::vector<int64_t>& elements() const { return order_; }

 private:
  void Follow(const HloComputation* computation, const HloInstruction* root) {
    std::vector<bool> seen(computation->index_limit());
    std::vector<const HloInstruction*> open = {root};
    while (!open.empty()) {
      const HloInstruction& instruction = *open.back();
      open.pop_back();
      if (seen[instruction.index()]) continue;
      seen[instruction.index()] = true;
      if (instruction.opcode() == HloOpcode::kParameter) needs_all_ = true;
      if (instruction.opcode() == HloOpcode::kGetTupleElement && instruction.operand_count() == 1 &&
          instruction.operand(0)->opcode() == HloOpcode::kParameter) {
        Need(instruction.tuple_index());
        continue;
      }
      for (const HloInstruction* operand : instruction.operands()) open.push_back(operand);
    }
  }
  void Need(int64_t element) {
    const auto i = static_cast<size_t>(element);
    if (i >= needed_.size()) {
      needs_all_ = true;
    } else if (!needed_[i]) {
      needed_[i] = true;
      order_.push_back(element);
    }
  }

  const Shape& state_;
  std::vector<bool> needed_;
  std::vector<int64_t> order_;
  bool needs_all_ = false;
};

absl::StatusOr<int64_t> CountTrips(const HloInstruction& loop, Evaluator& evaluator) {
  HLO_RETURN_IF_ERROR(CheckModule(loop.parent()));
  const HloComputation *condition = loop.while_condition(), *body = loop.while_body();
  if (loop.opcode() != HloOpcode::kWhile || condition == nullptr || body == nullptr ||
      condition->root_instruction() == nullptr || body->root_instruction() == nullptr ||
      loop.operand_count() != 1) {
    return absl::InvalidArgumentError("not a loop");
  }
  const HloInstruction* before = loop.operand(0);
  const HloInstruction* after = body->root_instruction();
  const auto has_state = [&](const Shape& shape) { return ShapesCompatible(shape, loop.shape()); };
  if (body->parameters().size() != 1 || !has_state(body->parameters()[0]->shape()) ||
      !has_state(before->shape()) || !has_state(after->shape())) {
    return absl::InvalidArgumentError("operand and body of the loop do not fit");
  }
  // Only what decides is computed; other elements of the state stay unknown.
  const Deciding deciding(loop);
  const auto is_tuple = [&](const HloInstruction* state) {
    return !deciding.needs_all() && state->opcode() == HloOpcode::kTuple &&
           state->operands().size() == loop.shape().tuple_shapes().size();
  };
  const auto parts_of = [&](const HloInstruction* state) {
    std::vector<const HloInstruction*> parts;
    if (!is_tuple(state)) return std::vector<const HloInstruction*>{state};
    for (int64_t element : deciding.elements()) parts.push_back(state->operand(element));
    return parts;
  };
  const auto join = [&](const HloInstruction* state,
                        absl::Span<const Value> parts) -> absl::StatusOr<Value> {
    if (!is_tuple(state)) return parts[0];
    std::vector<Value> elements;
    for (const Shape* shape : loop.shape().tuple_shapes()) elements.push_back(UnknownValue(*shape));
    for (size_t i = 0; i < parts.size(); ++i) {
      elements[static_cast<size_t>(deciding.elements()[i])] = parts[i];
    }
    return MakeTuple(loop.shape(), elements, evaluator.budget());
  };
  HLO_ASSIGN_OR_RETURN(const Plan first_plan, evaluator.MakePlan(parts_of(before)));
  HLO_ASSIGN_OR_RETURN(const Plan next_plan, evaluator.MakePlan(parts_of(after)));
  HLO_RETURN_IF_ERROR(evaluator.PlanOf(condition).status());
  HLO_ASSIGN_OR_RETURN(std::vector<Value> values, evaluator.Run(first_plan, {}));
  HLO_ASSIGN_OR_RETURN(Value state, join(before, values));
  for (int64_t trips = 0;; ++trips) {
    HLO_ASSIGN_OR_RETURN(const Value holds, evaluator.Call(condition, {state},
                                                           condition->root_instruction()->shape()));
    HLO_ASSIGN_OR_RETURN(const Scalar scalar, ScalarOf(holds));
    if (scalar.bits == 0) return trips;
    HLO_RETURN_IF_ERROR(evaluator.budget()->Spend(1));
    HLO_ASSIGN_OR_RETURN(values, evaluator.Run(next_plan, {state}));
    HLO_ASSIGN_OR_RETURN(state, join(after, values));
  }
}

}  // namespace

absl::StatusOr<int64_t> EvaluateTripCount(const HloInstruction& loop,
                                          const EvaluateOptions& options) {
  Evaluator evaluator(options);
  return CountTrips(loop, evaluator);
}

std::optional<int64_t> FindTripCount(const HloInstruction& loop) { return TripCounter()(loop); }

std::optional<int64_t> TripCounter::operator()(const HloInstruction& loop) const {
  const std::optional<int64_t> trips = TripCount(loop);
  if (trips.has_value() || loop.opcode() != HloOpcode::kWhile) return trips;
  EvaluateOptions options;
  options.max_steps = std::min(steps_left_, int64_t{1} << 16);
  options.max_bytes = 1 << 20;
  Evaluator evaluator(options);
  const absl::StatusOr<int64_t> counted = CountTrips(loop, evaluator);
  steps_left_ -= options.max_steps - evaluator.budget()->steps_left();
  return counted.ok() ? std::optional<int64_t>(*counted) : std::nullopt;
}

}  // namespace hlo_text_v1
