// Steps, then the asynchronous operations from their starts on, then buffers
// (timeline_buffers.cc), then what follows from the bars' ends: lanes, overlaps, how many at a
// time.
#include "src/tools/hlo_view/timeline/timeline.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <utility>

#include "hlo/async.h"
#include "hlo/order.h"
#include "hlo/users.h"
#include "src/ir/async_pair_opcodes.h"
#include "src/tools/hlo_view/timeline/timeline_buffers.h"

namespace hlo {
namespace {

class TimelineMaker {
 public:
  explicit TimelineMaker(const HloComputation& computation)
      : computation_(computation), step_of_(computation.index_limit()), users_(computation) {
    chains_.bar_of.assign(computation.index_limit(), TimelineChains::kNone);
  }

  Timeline Make(const TimelineOptions& options) {
    for (const HloInstruction* instruction : PrintOrder(computation_)) {
      step_of_[instruction->index()] = static_cast<int64_t>(timeline_.steps.size());
      timeline_.steps.push_back(instruction);
    }
    for (const HloInstruction* instruction : timeline_.steps) AddBarOf(*instruction);
    TimelineBuffers::Fill(computation_, chains_, &timeline_);
    AssignLanes();
    CountOverlaps();
    ListOverlaps(options.max_overlaps);
    return std::move(timeline_);
  }

 private:
  void AddBarOf(const HloInstruction& start);
  AsyncBar BarOfChain(const AsyncChain& chain) const;
  AsyncBar BarOfPair(const HloInstruction& start, const AsyncPairOpcodes& pair) const;
  void Bind(absl::Span<HloInstruction* const> operands, bool is_output, int64_t step,
            AsyncBar* bar) const;
  void AssignLanes();
  void CountOverlaps();
  void ListOverlaps(size_t most);
  int64_t StepOf(const HloInstruction& instruction) const { return step_of_[instruction.index()]; }
  int64_t LastStep() const { return static_cast<int64_t>(timeline_.steps.size()) - 1; }

  const HloComputation& computation_;
  std::vector<int64_t> step_of_;  // by index()
  const UserLists users_;
  TimelineChains chains_;
  Timeline timeline_;
};

void TimelineMaker::AddBarOf(const HloInstruction& start) {
  AsyncBar bar;
  std::optional<AsyncChain> chain;
  if (IsAsyncStart(start)) {
    chain = AsyncChain::Of(start, users_);
    if (!chain.has_value()) return;
    bar = BarOfChain(*chain);
  } else if (const AsyncPairOpcodes* pair = PairStartedBy(start)) {
    bar = BarOfPair(start, *pair);
  } else {
    return;
  }
  // Text that the verifier refuses may have a done before its start.
  bar.begin = bar.end = bar.links[0].step;
  for (const AsyncBar::Link& link : bar.links) {
    bar.begin = std::min(bar.begin, link.step);
    bar.end = std::max(bar.end, link.step);
    chains_.bar_of[link.instruction->index()] = static_cast<int32_t>(timeline_.bars.size());
  }
  if (bar.done == nullptr) bar.end = LastStep();
  bar.between = bar.end - bar.begin + 1 - static_cast<int64_t>(bar.links.size());
  chains_.requested.push_back(chain.has_value() ? chain->RequestedAliases()
                                                : TimelineChains::Aliases());
  chains_.chains.push_back(std::move(chain));
  timeline_.bars.push_back(std::move(bar));
}

void TimelineMaker::Bind(absl::Span<HloInstruction* const> operands, bool is_output, int64_t step,
                         AsyncBar* bar) const {
  for (const HloInstruction* operand : operands) {
    bar->operands.push_back({operand, step, is_output, 0, step, 0});
  }
}

AsyncBar TimelineMaker::BarOfChain(const AsyncChain& chain) const {
  AsyncBar bar;
  bar.start = &chain.start();
  bar.done = chain.done();
  const HloInstruction* output = chain.OutputBinding();
  if (output != nullptr) bar.output_bound_at = StepOf(*output);
  for (const HloInstruction* link : chain.links()) {
    const absl::Span<HloInstruction* const> operands = chain.NewOperands(*link);
    const int64_t step = StepOf(*link);
    bar.links.push_back({link, step, static_cast<int64_t>(operands.size()), link == output});
    Bind(operands, /*is_output=*/false, step, &bar);
    Bind(chain.OutputBuffers(*link), /*is_output=*/true, step, &bar);
  }
  return bar;
}

AsyncBar TimelineMaker::BarOfPair(const HloInstruction& start, const AsyncPairOpcodes& pair) const {
  AsyncBar bar;
  bar.start = &start;
  bar.output_bound_at = StepOf(start);
  bar.links.push_back({&start, StepOf(start), start.operand_count(), true});
  Bind(start.operands(), /*is_output=*/false, StepOf(start), &bar);
  for (const HloInstruction* user : users_.of(&start)) {
    if (user->opcode() != pair.done || user->async_phase() != AsyncPhase::kNone) continue;
    bar.done = user;
    bar.links.push_back({user, StepOf(*user), 0, false});
    break;
  }
  return bar;
}

// Bars come by the step of their start; each takes the lowest lane that is free again.
void TimelineMaker::AssignLanes() {
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

void TimelineMaker::CountOverlaps() {
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

// For each bar those that begin behind its own begin and before its end.
void TimelineMaker::ListOverlaps(size_t most) {
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

}  // namespace

Timeline MakeTimeline(const HloComputation& computation, const TimelineOptions& options) {
  return TimelineMaker(computation).Make(options);
}

}  // namespace hlo
