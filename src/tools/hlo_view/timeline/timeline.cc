// Steps and buffers come from LiveRanges; then asynchronous operations, in the order of their
// starts, and everything that needs the bars' ends: lanes, overlaps, bars in flight.
#include "src/tools/hlo_view/timeline/timeline.h"

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
  explicit TimelineMaker(const HloComputation& computation)
      : computation_(computation), live_(computation) {}

  Timeline Make(const TimelineOptions& options) {
    timeline_.steps.assign(live_.steps().begin(), live_.steps().end());
    timeline_.buffers.assign(live_.ranges().begin(), live_.ranges().end());
    timeline_.bytes_alive.assign(live_.bytes_alive().begin(), live_.bytes_alive().end());
    timeline_.peak_bytes = live_.peak_bytes();
    timeline_.peak_step = live_.peak_step();
    std::vector<int64_t> order(live_.operations().size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int64_t>(i);
    std::sort(order.begin(), order.end(), [this](int64_t a, int64_t b) {
      return StepOf(Operation(a).start()) < StepOf(Operation(b).start());
    });
    for (const int64_t number : order) AddBarOf(number);
    AssignLanes();
    CountOverlaps();
    ListOverlaps(options.max_overlaps);
    return std::move(timeline_);
  }

 private:
  int64_t StepOf(const HloInstruction& instruction) const { return live_.StepOf(instruction); }
  const AsyncOperation& Operation(int64_t number) const {
    return live_.operations()[static_cast<size_t>(number)];
  }
  int64_t LastStep() const { return static_cast<int64_t>(timeline_.steps.size()) - 1; }

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
    if (operand->operand->parent() != &computation_) return;
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
    using Busy = std::pair<int64_t, int32_t>;  // until which step, lane
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
    std::vector<int32_t> changes(timeline_.steps.size() + 1);
    for (const AsyncBar& bar : timeline_.bars) {
      begins.push_back(bar.begin);
      ends.push_back(bar.end);
      ++changes[static_cast<size_t>(bar.begin)];
      --changes[static_cast<size_t>(bar.end) + 1];
    }
    int32_t in_flight = 0;
    for (size_t step = 0; step < timeline_.steps.size(); ++step) {
      in_flight += changes[step];
      timeline_.in_flight.push_back(in_flight);
    }
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    for (AsyncBar& bar : timeline_.bars) {
      const auto before = std::lower_bound(ends.begin(), ends.end(), bar.begin) - ends.begin();
      const auto behind = begins.end() - std::upper_bound(begins.begin(), begins.end(), bar.end);
      bar.overlapping = static_cast<int64_t>(begins.size()) - 1 - before - behind;
    }
  }

  // For each bar, those after it in order of begin that begin no later than it ends.
  void ListOverlaps(size_t most) {
    std::vector<std::pair<int64_t, int32_t>> by_begin;
    by_begin.reserve(timeline_.bars.size());
    for (size_t i = 0; i < timeline_.bars.size(); ++i) {
      by_begin.push_back({timeline_.bars[i].begin, static_cast<int32_t>(i)});
    }
    std::sort(by_begin.begin(), by_begin.end());
    for (size_t i = 0; i < by_begin.size(); ++i) {
      const AsyncBar& bar = timeline_.bars[static_cast<size_t>(by_begin[i].second)];
      for (size_t j = i + 1; j < by_begin.size() && by_begin[j].first <= bar.end; ++j) {
        if (timeline_.overlaps.size() >= most) break;
        timeline_.overlaps.push_back(std::minmax(by_begin[i].second, by_begin[j].second));
      }
    }
    std::sort(timeline_.overlaps.begin(), timeline_.overlaps.end());
  }

  const HloComputation& computation_;
  const LiveRanges live_;
  Timeline timeline_;
};

}  // namespace

Timeline MakeTimeline(const HloComputation& computation, const TimelineOptions& options) {
  return TimelineMaker(computation).Make(options);
}

}  // namespace hlo::internal
