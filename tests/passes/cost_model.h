// A pass on one screen: the floating-point operations of a module, as XLA's HloCostAnalysis counts
// them. Transcendental functions are not counted, loops run once, of branches the dearest counts.
#ifndef HLO_TESTS_PASSES_COST_MODEL_H_
#define HLO_TESTS_PASSES_COST_MODEL_H_

#include <algorithm>
#include <cmath>
#include <map>

#include "hlo/query.h"
#include "hlo/visitor.h"
#include "tests/passes/window_taps.h"

namespace hlo::passes {

inline double Elements(const Shape& shape) {
  double count = shape.IsTuple() ? 0 : 1;
  for (const Shape* element : shape.tuple_shapes()) count += Elements(*element);
  for (const int64_t size : shape.dimensions()) count *= static_cast<double>(size);
  return shape.IsArray() || shape.IsTuple() ? count : 0;
}

class CostModel : public ConstHloVisitorWithDefault {
 public:
  using In = const HloInstruction*;

  double FlopsOf(const HloComputation* computation) {
    if (computation == nullptr || known_.count(computation) > 0) return known_[computation];
    double sum = 0;
    for (In i : computation->instructions()) {
      flops_ = 0;
      if (Visit(i).ok()) sum += flops_;
    }
    return known_[computation] = sum;
  }

 private:
  absl::Status Count(double flops) { return flops_ = flops, absl::OkStatus(); }
  double Size(In i) { return Elements(i->shape()); }
  double Last(In i) { return static_cast<double>(i->shape().dimensions().back()); }

  absl::Status DefaultAction(In i) override {
    const bool counts = IsElementwise(*i) || i->opcode() == HloOpcode::kBitcastConvert;
    return Count(counts && !IsTranscendental(i->opcode()) ? Size(i) : 0);
  }
  absl::Status HandleDot(In i) override {
    double taps = 2;
    for (const int64_t d : i->dot_dimension_numbers().lhs_contracting_dimensions) {
      taps *= static_cast<double>(i->operand(0)->shape().dimensions(d));
    }
    return Count(taps * Size(i));
  }
  absl::Status HandleScaledDot(In i) override { return HandleDot(i); }
  absl::Status HandleRaggedDot(In i) override {
    const absl::Status status = HandleDot(i);
    // XLA leaves out the first dimension if the groups are those of the right side.
    const bool has_groups = !i->Get<AttributeKind::kRhsGroupDims>().empty();
    return has_groups ? Count(flops_ / static_cast<double>(i->shape().dimensions(0))) : status;
  }
  absl::Status HandleConvolution(In i) override { return Count(ConvolutionFlops(*i)); }
  absl::Status HandleCholesky(In i) override {
    return Count(std::floor(Last(i->operand(0)) * Size(i->operand(0)) / 3));
  }
  absl::Status HandleTriangularSolve(In i) override {
    return Count(2 * Last(i->operand(0)) * Size(i->operand(1)));
  }
  absl::Status HandleFft(In i) override {
    double logs = 8;
    for (const int64_t length : i->fft_length()) {
      logs *= length == 0 ? -1 : std::floor(std::log2(length));
    }
    return Count(logs * Size(i->operand(0)));
  }
  absl::Status HandleSort(In i) override {
    const double size = Size(i->operand(0));
    return Count(size * std::ceil(std::log2(std::max(size, 1.0))));
  }
  absl::Status HandleReduce(In i) override {
    const double size = Size(i->operand(0)) -
                        (i->shape().IsTuple() ? Elements(*i->shape().tuple_shapes(0)) : Size(i));
    return Count(FlopsOf(i->to_apply()) * size);
  }
  absl::Status HandleReduceWindow(In i) override {
    const double size = i->shape().IsTuple() ? Elements(*i->shape().tuple_shapes(0)) : Size(i);
    return Count(FlopsOf(i->to_apply()) * size * (WindowSize(*i) - 1));
  }
  absl::Status HandleSelectAndScatter(In i) override {
    const double size = Size(i->operand(1));
    return Count(FlopsOf(i->select()) * size * (WindowSize(*i) - 1) + FlopsOf(i->scatter()) * size);
  }
  absl::Status HandleScatter(In i) override {
    return Count(FlopsOf(i->to_apply()) * Size(i->operand(i->operand_count() - 1)));
  }
  absl::Status HandleMap(In i) override { return Count(FlopsOf(i->to_apply()) * Size(i)); }
  absl::Status HandleAllReduce(In i) override { return Count(Size(i)); }
  absl::Status HandleCopy(In) override { return Count(0); }
  absl::Status HandleAllReduceStart(In i) override { return Count(Size(i)); }
  absl::Status HandleFusion(In i) override { return Count(FlopsOf(i->fused_computation())); }
  absl::Status HandleCall(In i) override { return Count(FlopsOf(i->to_apply())); }
  absl::Status HandleScan(In i) override {  // XLA: once for each element of the second result
    const absl::Span<const Shape* const> results = i->shape().tuple_shapes();
    return Count(FlopsOf(i->to_apply()) * (results.size() > 1 ? Elements(*results[1]) : 1));
  }
  absl::Status HandleAsyncStart(In i) override {
    return Count(FlopsOf(i->async_wrapped_computation()));
  }
  absl::Status HandleWhile(In i) override {
    const double body = FlopsOf(i->while_body());
    return Count(body + FlopsOf(i->while_condition()));
  }
  absl::Status HandleConditional(In i) override {
    double most = 0;
    for (int64_t b = 0; b < i->branch_count(); ++b) {
      most = std::max(most, FlopsOf(i->branch_computation(b)));
    }
    return Count(most);
  }

  double flops_ = 0;
  std::map<const HloComputation*, double> known_;
};

}  // namespace hlo::passes

#endif  // HLO_TESTS_PASSES_COST_MODEL_H_
