// A list scheduler: among the instructions whose dependencies have run, the one with the lowest
// rank is next; equal ranks go in post order.
#include <set>
#include <utility>
#include <vector>

#include "hlo/async.h"
#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/passes.h"
#include "hlo/schedule.h"

namespace hlo_text_v1 {
namespace {

// Links first, then instructions that links wait for, then the rest; dones when nothing else is
// left.
enum Rank { kLink, kNeededByLink, kOther, kDone };

std::vector<const HloInstruction*> DependenciesOf(const HloInstruction& i) {
  std::vector<const HloInstruction*> all(i.operands().begin(), i.operands().end());
  all.insert(all.end(), i.control_predecessors().begin(), i.control_predecessors().end());
  return all;
}

std::vector<Rank> RanksOf(const HloComputation& computation,
                          const std::vector<HloInstruction*>& post_order,
                          const std::vector<AsyncOperation>& operations) {
  std::vector<Rank> ranks(computation.index_limit(), kOther);
  for (const AsyncOperation& operation : operations) {
    for (const HloInstruction* link : operation.links()) ranks[link->index()] = kLink;
    if (operation.done() != nullptr) ranks[operation.done()->index()] = kDone;
  }
  for (auto it = post_order.rbegin(); it != post_order.rend(); ++it) {
    if (ranks[(*it)->index()] > kNeededByLink) continue;
    for (const HloInstruction* i : DependenciesOf(**it)) {
      if (ranks[i->index()] == kOther) ranks[i->index()] = kNeededByLink;
    }
  }
  return ranks;
}

std::vector<HloInstruction*> ListSchedule(HloComputation* computation,
                                          const std::vector<AsyncOperation>& operations) {
  const std::vector<HloInstruction*> post_order = InstructionPostOrder(*computation);
  const std::vector<Rank> ranks = RanksOf(*computation, post_order, operations);
  std::vector<size_t> waits_for(computation->index_limit(), 0);
  std::vector<std::vector<size_t>> successors(computation->index_limit());  // places in post order
  std::set<std::pair<Rank, size_t>> ready;
  for (size_t place = 0; place < post_order.size(); ++place) {
    const uint32_t index = post_order[place]->index();
    for (const HloInstruction* i : DependenciesOf(*post_order[place])) {
      successors[i->index()].push_back(place);
      ++waits_for[index];
    }
    if (waits_for[index] == 0) ready.emplace(ranks[index], place);
  }
  std::vector<HloInstruction*> schedule;
  while (!ready.empty()) {
    HloInstruction* next = post_order[ready.begin()->second];
    ready.erase(ready.begin());
    schedule.push_back(next);
    for (const size_t place : successors[next->index()]) {
      const uint32_t index = post_order[place]->index();
      if (--waits_for[index] == 0) ready.emplace(ranks[index], place);
    }
  }
  return schedule;
}

}  // namespace

absl::StatusOr<bool> ScheduleForOverlapPass(HloModule* module) {
  HloSchedule schedule(module);
  const auto operations = FindAsyncOperations(static_cast<const HloModule&>(*module));
  for (size_t c = 0; c < module->computations().size(); ++c) {
    HloComputation* computation = module->computations()[c];
    if (schedule.sequence(*computation).empty()) continue;
    absl::Status status =
        schedule.SetSequence(*computation, ListSchedule(computation, operations[c]));
    if (!status.ok()) return status;
  }
  return SetSchedule(schedule);
}

}  // namespace hlo_text_v1
