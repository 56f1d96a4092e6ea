// Makes the bars in the order of their starts, then lanes and overlaps, which need the ends.
#include "src/tools/hlo_view/page/timeline.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <utility>

#include "hlo/async.h"

namespace hlo::internal {
namespace {

class TimelineMaker {
 public:
  explicit TimelineMaker(const LiveRanges& live) : live_(live) {}

  Timeline Make() {
    std::vector<int64_t> order(live_.operations().size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
    std::sort(order.begin(), order.end(), [this](int64_t a, int64_t b) {
      return StepOf(Operation(a).start()) < StepOf(Operation(b).start());
    });
    for (const int64_t number : order) AddBarOf(number);
    AssignLanes();
    CountOverlaps();
    return std::move(timeline_);
  }

 private:
  int64_t StepOf(const HloInstruction& instruction) const { return live_.StepOf(instruction); }
  const AsyncOperation& Operation(int64_t number) const {
    return live_.operations()[static_cast<size_t>(number)];
  }
  int64_t LastStep() const { return static_cast<int64_t>(live_.steps().size()) - 1; }

  void AddBarOf(int64_t number) {
    const AsyncOperation& operation = Operation(number);
    AsyncBar& bar = timeline_.bars.emplace_back();
    bar.start = &operation.start();
    bar.done = operation.done();
    std::optional<AsyncChain> chain;
    if (!operation.is_pair()) chain.emplace(operation);
    const HloInstruction* output = chain.has_value() ? chain->OutputBinding() : bar.start;
    if (output != nullptr) bar.output_bound_at = StepOf(*output);
    bar.begin = bar.end = StepOf(*bar.start);
    for (const HloInstruction* link : operation.links()) {
      const absl::Span<HloInstruction* const> operands = AsyncOperation::NewOperands(*link);
      const int64_t step = StepOf(*link);
      bar.links.push_back({link, step, static_cast<int64_t>(operands.size()), link == output});
      Bind(operands, /*is_output=*/false, step, &bar);
      Bind(AsyncOperation::OutputBuffers(*link), /*is_output=*/true, step, &bar);
      // In text that the verifier refuses, a done may come before its start.
      bar.begin = std::min(bar.begin, step);
      bar.end = std::max(bar.end, step);
    }
    if (bar.done == nullptr) bar.end = LastStep();
    bar.between = bar.end - bar.begin + 1 - static_cast<int64_t>(bar.links.size());
    for (AsyncBar::Operand& operand : bar.operands) DescribeOperand(bar, number, &operand);
  }

  void DescribeOperand(const AsyncBar& bar, int64_t number, AsyncBar::Operand* operand) const {
    if (operand->operand->parent() != bar.start->parent()) return;
    operand->bytes = live_.BytesOf(*operand->operand);
    operand->used_until = std::max(operand->bound_at, live_.LastUse(*operand->operand, number));
    operand->held_steps = std::max<int64_t>(0, bar.end - operand->used_until);
  }

  void Bind(absl::Span<HloInstruction* const> operands, bool is_output, int64_t step,
            AsyncBar* bar) const {
    for (const HloInstruction* operand : operands) {
      bar->operands.push_back({operand, step, is_output, 0, step, 0});
    }
  }

  // Bars take lanes in the order in which they begin, each the lowest free one.
  void AssignLanes() {
    std::vector<size_t> order(timeline_.bars.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [this](size_t a, size_t b) {
      return timeline_.bars[a].begin < timeline_.bars[b].begin;
    });
    using Busy = std::pair<int64_t, int32_t>;  // last step, lane
    std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy;
    std::priority_queue<int32_t, std::vector<int32_t>, std::greater<>> idle;
    for (const size_t i : order) {
      AsyncBar& bar = timeline_.bars[i];
      while (!busy.empty() && busy.top().first < bar.begin) {
        idle.push(busy.top().second);
        busy.pop();
      }
      if (idle.empty()) {
        bar.lane = timeline_.lanes++;
      } else {
        bar.lane = idle.top();
        idle.pop();
      }
      busy.push({bar.end, bar.lane});
    }
  }

  void CountOverlaps() {
    std::vector<int64_t> begins;
    std::vector<int64_t> ends;
    for (const AsyncBar& bar : timeline_.bars) {
      begins.push_back(bar.begin);
      ends.push_back(bar.end);
    }
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    for (AsyncBar& bar : timeline_.bars) {
      const auto before = std::lower_bound(ends.begin(), ends.end(), bar.begin) - ends.begin();
      const auto after = begins.end() - std::upper_bound(begins.begin(), begins.end(), bar.end);
      bar.overlapping = static_cast<int64_t>(begins.size()) - 1 - before - after;
    }
  }

  const LiveRanges& live_;
  Timeline timeline_;
};

}  // namespace

Timeline MakeTimeline(const LiveRanges& live) { return TimelineMaker(live).Make(); }

}  // namespace hlo::internal
