// Runs computations: plans what a root needs, and evaluates it in order.
#ifndef HLO_EVALUATE_EVALUATOR_H_
#define HLO_EVALUATE_EVALUATOR_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/evaluate.h"
#include "hlo/instruction.h"
#include "hlo/module.h"
#include "hlo/opcode.h"
#include "hlo/shape.h"
#include "src/base/hash_table.h"
#include "src/evaluate/element_function.h"
#include "src/evaluate/value.h"

namespace hlo_text_v1::internal {

// The instructions that some roots of a computation need, operands first; checked by InferShape.
struct Plan {
  struct Step {
    const HloInstruction* instruction;
    std::vector<uint32_t> operands;   // numbers of steps
    std::vector<uint32_t> last_uses;  // steps that no later one needs
  };
  std::vector<Step> steps;
  std::vector<uint32_t> roots;  // numbers of steps
};

class Evaluator {
 public:
  explicit Evaluator(const EvaluateOptions& options) : budget_(options), scratch_(&arena_) {}
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  Budget* budget() { return &budget_; }

  absl::StatusOr<Plan> MakePlan(absl::Span<const HloInstruction* const> roots);
  // The values of its roots. Names the instruction that fails.
  absl::StatusOr<std::vector<Value>> Run(const Plan& plan, absl::Span<const Value> arguments);

  // The plan for the root of `computation`, made once; lives as long as this.
  absl::StatusOr<const Plan*> PlanOf(const HloComputation* computation);
  // The result of `computation`. kInvalidArgument unless arguments and result have the shapes of
  // its parameters, and `result`.
  absl::StatusOr<Value> Call(const HloComputation* computation, absl::Span<const Value> arguments,
                             const Shape& result);

 private:
  absl::StatusOr<Value> Evaluate(const HloInstruction& instruction,
                                 absl::Span<const Value> operands,
                                 absl::Span<const Value> arguments);
  absl::Status CheckShape(const HloInstruction& instruction);

  Arena arena_;
  Budget budget_;
  ShapePool scratch_;
  HashMap<const HloComputation*, std::unique_ptr<Plan>> plans_;
  int depth_ = 0;
  bool is_blamed_ = false;  // the error names an instruction
};

// kUnimplemented: XLA lets floating operands have several types.
inline absl::Status DifferentTypes() {
  return absl::UnimplementedError("operands of different types");
}

// A computation of scalars, called for elements: a reducer or comparator, or that of a map.
class ScalarFunction {
 public:
  // kUnimplemented unless the types of its parameters and results are these.
  static absl::StatusOr<ScalarFunction> Of(Evaluator* evaluator, const HloComputation* computation,
                                           absl::Span<const PrimitiveType> parameters,
                                           absl::Span<const PrimitiveType> results);
  // Sets `results`, which may be the arguments.
  absl::Status operator()(absl::Span<const Scalar> arguments, absl::Span<Scalar> results);

 private:
  struct Step {
    ElementFunction function;
    uint32_t operands[ElementFunction::kMaxOperands];
    uint32_t result;
  };
  bool Compile(const Plan& plan);
  absl::Status CallSlowly(absl::Span<const Scalar> arguments, absl::Span<Scalar> results);

  Evaluator* evaluator_;
  const HloComputation* computation_;
  // Of a computation that is elementwise through and through.
  bool is_compiled_ = false;
  std::vector<Scalar> registers_;  // the arguments first
  std::vector<Step> steps_;
  std::vector<uint32_t> results_;
};

// The functions of operations.def. Operands have the shapes of the instruction's operands, and
// these and that of the instruction are those that InferShape accepts, except for calls.
using Operation = absl::StatusOr<Value> (*)(Evaluator& evaluator, const HloInstruction& instruction,
                                            absl::Span<const Value> operands);
#define HLO_OPERATION(Opcode, Function)     \
  absl::StatusOr<Value> Evaluate##Function( \
      Evaluator& evaluator, const HloInstruction& instruction, absl::Span<const Value> operands);
#include "src/evaluate/operations.def"

}  // namespace hlo_text_v1::internal

#endif  // HLO_EVALUATE_EVALUATOR_H_
