// Makes the bars in the order of their starts, then lanes and overlaps, which need the ends.
#include "src/tools/hlo_view/page/timeline.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <utility>

#include "hlo/async.h"
#include "hlo/graph.h"

namespace hlo_text_v1::internal {
namespace {

bool IsFused(const Collective& collective) {
  return collective.start->opcode() == HloOpcode::kFusion && collective.is_async();
}

// From the start to the done, if there is one.
std::vector<const HloInstruction*> LinksOf(const Collective& collective) {
  std::vector<const HloInstruction*> links = {collective.start};
  links.insert(links.end(), collective.updates.begin(), collective.updates.end());
  if (collective.done != nullptr) links.push_back(collective.done);
  return links;
}

class TimelineMaker {
 public:
  TimelineMaker(const LiveRanges& live, const CollectiveIndex& collectives)
      : live_(live), collectives_(collectives) {}

  Timeline Make() {
    if (live_.steps().empty()) return {};
    for (const Collective* collective : collectives_.Of(computation())) {
      if (IsFused(*collective)) {
        AddBarsOf(*collective);
      } else {
        inner_work_.emplace(collective->start, HloOpcodeName(collective->opcode));
      }
    }
    for (size_t i = 0; i < live_.operations().size(); ++i) AddBarsOf(static_cast<int64_t>(i));
    std::stable_sort(timeline_.bars.begin(), timeline_.bars.end(),
                     [](const AsyncBar& a, const AsyncBar& b) { return a.begin < b.begin; });
    AssignLanes();
    CountOverlaps();
    return std::move(timeline_);
  }

 private:
  const HloComputation& computation() const { return *live_.steps()[0]->parent(); }
  int64_t StepOf(const HloInstruction& instruction) const { return live_.StepOf(instruction); }
  int64_t LastStep() const { return static_cast<int64_t>(live_.steps().size()) - 1; }

  // The last step of an instruction that takes the state of `link` elsewhere, such as a loop; the
  // last step of all if the root does.
  int64_t CarriedTo(const HloInstruction& link) {
    if (!users_.has_value()) users_.emplace(computation());
    std::vector<const HloInstruction*> values = {&link};
    HashSet<const HloInstruction*> seen = {&link};
    int64_t last = StepOf(link);
    for (size_t i = 0; i < values.size(); ++i) {
      if (values[i]->IsRoot()) return LastStep();
      for (const HloInstruction* user : users_->of(*values[i])) {
        if (!PassesOn(*user)) {
          last = std::max(last, StepOf(*user));
        } else if (seen.insert(user).second) {
          values.push_back(user);
        }
      }
    }
    return last;
  }

  // The step of the instruction that the state before `link` comes out of; 0 for a parameter.
  int64_t CarriedFrom(const HloInstruction& link) const {
    const HloInstruction* value = &link;
    std::vector<int64_t> index;
    for (size_t i = 0; i < live_.steps().size(); ++i) {
      if (value->opcode() == HloOpcode::kGetTupleElement) index.push_back(value->tuple_index());
      int64_t operand = 0;
      if (value->opcode() == HloOpcode::kTuple && !index.empty()) {
        operand = index.back();
        index.pop_back();
      }
      if (operand < 0 || operand >= value->operand_count()) return 0;
      value = value->operand(operand);
      if (!PassesOn(*value)) break;
    }
    return value->opcode() == HloOpcode::kParameter ? 0 : std::max<int64_t>(0, StepOf(*value));
  }

  static bool PassesOn(const HloInstruction& instruction) {
    return instruction.opcode() == HloOpcode::kCopy ||
           GetOpcodeInfo(instruction.opcode()).Has(OpcodeTrait::kForwards);
  }

  // ---- Chains and pairs.

  // A bar for each run of links here that follow each other in the order of steps.
  void AddBarsOf(int64_t number) {
    const AsyncOperation& operation = live_.operations()[static_cast<size_t>(number)];
    std::vector<const HloInstruction*> run;
    for (const HloInstruction* link : operation.chain()) {
      if (link->parent() != &computation()) continue;
      const bool is_next_turn =
          !run.empty() && !operation.is_direct() && StepOf(*link) < StepOf(*run.back());
      if (is_next_turn) AddBar(operation, number, std::exchange(run, {}));
      run.push_back(link);
    }
    if (!run.empty()) AddBar(operation, number, run);
  }

  void AddBar(const AsyncOperation& operation, int64_t number,
              absl::Span<const HloInstruction* const> run) {
    AsyncBar& bar = timeline_.bars.emplace_back();
    bar.operation = &operation;
    bar.work = operation.wrapped_opcode_name();
    const auto inner = inner_work_.find(&operation.start());
    if (inner != inner_work_.end()) bar.work = inner->second;
    if (run.front() == &operation.start()) bar.start = run.front();
    const bool is_done = operation.IsDone(*run.back());
    if (is_done) bar.done = run.back();
    const HloInstruction* output = operation.OutputBinding();
    if (std::count(run.begin(), run.end(), output) > 0) bar.output_bound_at = StepOf(*output);
    bar.begin = LastStep();
    for (const HloInstruction* link : run) {
      const absl::Span<const HloInstruction* const> operands = AsyncOperation::NewOperands(*link);
      const int64_t step = StepOf(*link);
      bar.links.push_back({link, step, static_cast<int64_t>(operands.size()), link == output});
      Bind(operands, /*is_output=*/false, step, &bar);
      Bind(AsyncOperation::OutputBuffers(*link), /*is_output=*/true, step, &bar);
      // In text that the verifier refuses, a done may come before its start.
      bar.begin = std::min(bar.begin, step);
      bar.end = std::max(bar.end, step);
    }
    if (bar.start == nullptr) bar.begin = std::min(bar.begin, CarriedFrom(*run.front()));
    if (!is_done) ExtendToEnd(run.back() != operation.chain().back(), &bar);
    Finish(number, &bar);
  }

  // ---- Collectives in fusions.

  // As for chains: a bar for each run of links here.
  void AddBarsOf(const Collective& collective) {
    std::vector<const HloInstruction*> run;
    for (const HloInstruction* link : LinksOf(collective)) {
      if (link->parent() != &computation()) continue;
      const bool is_next_turn = !run.empty() && StepOf(*link) < StepOf(*run.back());
      if (is_next_turn) AddBar(collective, std::exchange(run, {}));
      run.push_back(link);
    }
    if (!run.empty()) AddBar(collective, run);
  }

  void AddBar(const Collective& collective, absl::Span<const HloInstruction* const> run) {
    AsyncBar& bar = timeline_.bars.emplace_back();
    bar.work = HloOpcodeName(collective.opcode);
    bar.begin = StepOf(*run.front());
    bar.end = StepOf(*run.back());
    for (const HloInstruction* link : run) {
      const bool is_start = link == collective.start;
      const bool works = !is_start && link != collective.done;
      const absl::Span<const HloInstruction* const> operands =
          is_start ? link->operands() : absl::Span<const HloInstruction* const>();
      bar.links.push_back(
          {link, StepOf(*link), static_cast<int64_t>(operands.size()), is_start, works});
      Bind(operands, /*is_output=*/false, bar.begin, &bar);
    }
    if (run.front() == collective.start) {
      bar.start = collective.start;
      bar.output_bound_at = bar.begin;
    } else {
      bar.begin = FusionCarriedFrom(*run.front());
    }
    if (run.back() == collective.done) {
      bar.done = collective.done;
    } else {
      ExtendToEnd(collective.done != nullptr, &bar);
    }
    Finish(/*number=*/-1, &bar);
  }

  // The step of the last loop or call whose result is an operand of `fusion`: one of these is the
  // state. 0 if there is none; then the state comes from a parameter.
  int64_t FusionCarriedFrom(const HloInstruction& fusion) const {
    int64_t step = 0;
    for (const HloInstruction* operand : fusion.operands()) {
      while (PassesOn(*operand) && operand->operand_count() == 1) operand = operand->operand(0);
      const bool is_carrier =
          operand->opcode() == HloOpcode::kWhile || operand->opcode() == HloOpcode::kCall;
      if (is_carrier) step = std::max(step, StepOf(*operand));
    }
    return step;
  }

  // ---- All.

  // Of a bar without a done: to what takes the operation elsewhere, if it `goes_on` there.
  void ExtendToEnd(bool goes_on, AsyncBar* bar) {
    const HloInstruction& last = *bar->links.back().instruction;
    bar->end = goes_on ? std::max(bar->end, CarriedTo(last)) : LastStep();
  }

  // `number` is that of a chain or pair in live_, or -1.
  void Finish(int64_t number, AsyncBar* bar) const {
    const auto idle = std::count_if(bar->links.begin(), bar->links.end(),
                                    [](const AsyncBar::Link& link) { return !link.works; });
    bar->between = bar->end - bar->begin + 1 - static_cast<int64_t>(idle);
    for (AsyncBar::Operand& operand : bar->operands) DescribeOperand(*bar, number, &operand);
  }

  void DescribeOperand(const AsyncBar& bar, int64_t number, AsyncBar::Operand* operand) const {
    if (operand->operand->parent() != &computation()) return;
    operand->bytes = live_.BytesOf(*operand->operand);
    operand->used_until = std::max(operand->bound_at, live_.LastUse(*operand->operand, number));
    operand->held_steps = std::max<int64_t>(0, bar.end - operand->used_until);
  }

  void Bind(absl::Span<const HloInstruction* const> operands, bool is_output, int64_t step,
            AsyncBar* bar) const {
    for (const HloInstruction* operand : operands) {
      bar->operands.push_back({operand, step, is_output, 0, step, 0});
    }
  }

  // Bars take lanes in the order in which they begin, each the lowest free one.
  void AssignLanes() {
    using Busy = std::pair<int64_t, int32_t>;  // last step, lane
    std::priority_queue<Busy, std::vector<Busy>, std::greater<>> busy;
    std::priority_queue<int32_t, std::vector<int32_t>, std::greater<>> idle;
    for (AsyncBar& bar : timeline_.bars) {
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
  const CollectiveIndex& collectives_;
  Timeline timeline_;
  std::optional<UserSnapshot> users_;                            // once it is needed
  HashMap<const HloInstruction*, std::string_view> inner_work_;  // by start: a collective inside
};

}  // namespace

CollectiveIndex::CollectiveIndex(const HloModule& module) : collectives_(FindCollectives(module)) {
  for (const Collective& collective : collectives_) {
    for (const HloInstruction* link : LinksOf(collective)) {
      std::vector<const Collective*>& here = of_[link->parent()];
      if (here.empty() || here.back() != &collective) here.push_back(&collective);
      if (!IsFused(collective)) break;  // its links are those of the chain or pair
    }
  }
}

absl::Span<const Collective* const> CollectiveIndex::Of(const HloComputation& computation) const {
  const auto found = of_.find(&computation);
  return found == of_.end() ? absl::Span<const Collective* const>() : found->second;
}

Timeline MakeTimeline(const LiveRanges& live, const CollectiveIndex& collectives) {
  return TimelineMaker(live, collectives).Make();
}

}  // namespace hlo_text_v1::internal
