// A pass on one screen: the floating-point operations of a module, as XLA's HloCostAnalysis counts
// them. Transcendental functions are not counted, loops run once, and the most expensive branch
// counts.
#ifndef HLO_TESTS_PASSES_COST_MODEL_H_
#define HLO_TESTS_PASSES_COST_MODEL_H_

#include <algorithm>
#include <map>
#include <vector>

#include "hlo/memory_layout.h"
#include "hlo/module.h"
#include "hlo/query.h"

namespace hlo_text_v1::passes {

class CostModel {
 public:
  double FlopsOf(const HloComputation* computation) {
    const auto [known, is_new] = known_.emplace(computation, 0);
    if (!is_new) return known->second;
    double sum = 0;
    for (const HloInstruction* i : computation->instructions()) sum += FlopsOf(*i);
    return known_[computation] = sum;
  }

 private:
  double FlopsOf(const HloInstruction& i) {
    const auto is = [&](auto... opcodes) { return ((i.opcode() == opcodes) || ...); };
    const auto elements = [&](const Shape& shape) {
      return static_cast<double>(TotalElementCount(shape));
    };
    const auto operand = [&](int64_t n) { return elements(i.operand(n)->shape()); };
    const bool is_tuple = i.shape().IsTuple() && !i.shape().tuple_shapes().empty();
    const double first = elements(is_tuple ? *i.shape().tuple_shapes(0) : i.shape());
    const double window = WindowElementCount(i.window());
    std::vector<double> callees;
    i.ForEachCalledComputation([&](const HloComputation* c) { callees.push_back(FlopsOf(c)); });
    if (callees.empty()) return InstructionFlops(i);
    if (is(HloOpcode::kConditional)) return *std::max_element(callees.begin(), callees.end());
    if (is(HloOpcode::kWhile)) return callees[0] + callees[1];
    if (is(HloOpcode::kFusion, HloOpcode::kCall, HloOpcode::kAsyncStart)) return callees[0];
    if (is(HloOpcode::kMap)) return callees[0] * first;
    if (is(HloOpcode::kReduce)) return callees[0] * (operand(0) - first);
    if (is(HloOpcode::kReduceWindow)) return callees[0] * first * (window - 1);
    if (is(HloOpcode::kScatter)) return callees[0] * operand(i.operand_count() - 1);
    if (is(HloOpcode::kScan)) {  // XLA: for each element of the second result
      return callees[0] *
             (i.shape().tuple_shapes().size() > 1 ? elements(*i.shape().tuple_shapes(1)) : 1);
    }
    if (is(HloOpcode::kSelectAndScatter)) {
      return (callees[0] * (window - 1) + callees[1]) * operand(1);
    }
    return InstructionFlops(i);
  }

  std::map<const HloComputation*, double> known_;
};

}  // namespace hlo_text_v1::passes

#endif  // HLO_TESTS_PASSES_COST_MODEL_H_
