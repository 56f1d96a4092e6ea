// Update is a list scheduler whose priorities are the places in the old sequence. An ordering
// climbs from both instructions to the callers in the innermost computation that runs both.
#include "hlo/schedule.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <utility>

#include "hlo/async.h"
#include "hlo/graph.h"
#include "src/base/strings.h"
#include "src/ir/instruction_order.h"
#include "src/ir/module_state.h"

namespace hlo_text_v1 {

using namespace internal;

namespace {

template <typename T>
T& At(std::vector<T>& by_number, const HloComputation& computation) {
  const size_t number = NumberOf(computation);
  if (number >= by_number.size()) by_number.resize(number + 1);
  return by_number[number];
}

bool HasSequence(const HloComputation& computation, const CallGraph& calls) {
  return calls.context(computation) != CallContext::kEmbedded;
}

// Empty if there is a cycle. `old` may have instructions that are gone.
std::vector<HloInstruction*> UpdatedSequence(HloComputation& computation,
                                             absl::Span<HloInstruction* const> old) {
  const std::vector<HloInstruction*> post_order = InstructionPostOrder(computation);
  constexpr int64_t kNew = -1;
  std::vector<int64_t> place(computation.index_limit(), kNew);
  for (size_t i = 0; i < old.size(); ++i) {
    if (old[i]->parent() == &computation) place[old[i]->index()] = static_cast<int64_t>(i);
  }
  std::vector<size_t> waits_for(computation.index_limit());
  std::vector<std::vector<size_t>> successors(computation.index_limit());  // in post order
  // By the place of the instruction, or of the last one that a new one needs; then old ones first.
  using Entry = std::tuple<int64_t, bool, size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  const auto add = [&](size_t number) {
    const HloInstruction* i = post_order[number];
    int64_t after = place[i->index()];
    const bool is_new = after == kNew;
    const Predecessors predecessors(post_order[number]);
    for (size_t p = 0; is_new && p < predecessors.size(); ++p) {
      after = std::max(after, place[predecessors[p]->index()]);
    }
    place[i->index()] = after;
    ready.emplace(after, is_new, number);
  };
  for (size_t number = 0; number < post_order.size(); ++number) {
    const Predecessors predecessors(post_order[number]);
    for (size_t p = 0; p < predecessors.size(); ++p) {
      successors[predecessors[p]->index()].push_back(number);
    }
    waits_for[post_order[number]->index()] = predecessors.size();
  }
  for (size_t number = 0; number < post_order.size(); ++number) {
    if (waits_for[post_order[number]->index()] == 0) add(number);
  }
  std::vector<HloInstruction*> sequence;
  while (!ready.empty()) {
    HloInstruction* next = post_order[std::get<2>(ready.top())];
    ready.pop();
    sequence.push_back(next);
    for (const size_t number : successors[next->index()]) {
      if (--waits_for[post_order[number]->index()] == 0) add(number);
    }
  }
  if (sequence.size() != post_order.size()) sequence.clear();
  return sequence;
}

}  // namespace

HloSchedule::HloSchedule(HloModule* module) : module_(module) {
  const CallGraph calls(*module);
  for (HloComputation* computation : module->computations()) {
    if (!HasSequence(*computation, calls)) continue;
    At(sequences_, *computation) = PrintOrder(*computation);
  }
}

absl::Span<HloInstruction* const> HloSchedule::sequence(const HloComputation& computation) const {
  const size_t number = NumberOf(computation);
  if (number >= sequences_.size() || computation.is_removed()) return {};
  return sequences_[number];
}

absl::Status HloSchedule::SetSequence(const HloComputation& computation,
                                      absl::Span<HloInstruction* const> sequence) {
  const auto refuse = [&](const auto&... problem) {
    return absl::InvalidArgumentError(
        StrCat("the sequence of computation ", computation.name(), " ", problem...));
  };
  std::vector<bool> seen(computation.index_limit());
  for (HloInstruction* instruction : sequence) {
    if (instruction == nullptr || instruction->parent() != &computation) {
      return refuse("has an instruction of another one");
    }
    if (seen[instruction->index()]) return refuse("has ", instruction->name(), " twice");
    seen[instruction->index()] = true;
    const Predecessors predecessors(instruction);
    for (size_t p = 0; p < predecessors.size(); ++p) {
      if (seen[predecessors[p]->index()]) continue;
      return refuse("has ", instruction->name(), " before ", predecessors[p]->name());
    }
  }
  if (static_cast<int64_t>(sequence.size()) != computation.instruction_count()) {
    return refuse("has ", sequence.size(), " of ", computation.instruction_count(),
                  " instructions");
  }
  At(sequences_, computation).assign(sequence.begin(), sequence.end());
  return absl::OkStatus();
}

absl::Status HloSchedule::Update() {
  const CallGraph calls(*module_);
  std::vector<std::vector<HloInstruction*>> updated;
  for (HloComputation* computation : module_->computations()) {
    if (!HasSequence(*computation, calls)) continue;
    const absl::Span<HloInstruction* const> old = sequence(*computation);
    std::vector<HloInstruction*>& of_computation = At(updated, *computation);
    of_computation = old.empty() ? PrintOrder(*computation) : UpdatedSequence(*computation, old);
    if (of_computation.empty()) {
      return absl::FailedPreconditionError(
          StrCat("instructions of ", computation->name(), " depend on themselves"));
    }
  }
  sequences_ = std::move(updated);
  return absl::OkStatus();
}

// ---- HloOrdering

HloOrdering::HloOrdering(const HloSchedule& schedule) : calls_(*schedule.module()) {
  const HloModule& module = *schedule.module();
  const auto operations = FindAsyncOperations(module);
  for (size_t c = 0; c < module.computations().size(); ++c) {
    const HloComputation* computation = module.computations()[c];
    std::vector<Place>& places = At(places_, *computation);
    places.resize(computation->index_limit());
    int64_t position = 0;
    for (const HloInstruction* i : schedule.sequence(*computation)) {
      places[i->index()] = {position, position};
      ++position;
    }
    for (const AsyncOperation& operation : operations[c]) {
      const HloInstruction* done = operation.done();
      const bool is_here = done != nullptr && done->parent() == computation;
      for (const HloInstruction* link : operation.links()) {
        places[link->index()].end = is_here ? places[done->index()].position : kNever;
      }
    }
  }
}

HloOrdering::HloOrdering(const HloModule& module) : calls_(module) {
  for (const HloComputation* computation : module.computations()) {
    At(reachability_, *computation) = std::make_unique<HloReachability>(*computation);
  }
}

// To the only caller; to nothing if there are several or none.
void HloOrdering::Climb(Ancestor* ancestor) const {
  const HloComputation* callee = ancestor->instruction->parent();
  *ancestor = {calls_.caller(*callee), callee};
}

bool HloOrdering::IsBefore(const Ancestor& a, const HloInstruction& b) const {
  const size_t number = NumberOf(*b.parent());
  // The work of an async-start goes on after it.
  const bool runs_on = a.callee != nullptr && IsAsyncStart(*a.instruction);
  if (number < reachability_.size() && reachability_[number] != nullptr) {
    const HloReachability& reachability = *reachability_[number];
    return runs_on ? reachability.FinishesBefore(*a.instruction, b)
                   : reachability.IsReachable(*a.instruction, b);
  }
  if (number >= places_.size()) return false;
  const std::vector<Place>& places = places_[number];
  if (a.instruction->index() >= places.size() || b.index() >= places.size()) return false;
  const Place& place = places[a.instruction->index()];
  const int64_t end = runs_on ? place.end : place.position;
  return end < places[b.index()].position && places[b.index()].position != kNever;
}

bool HloOrdering::ExecutesBefore(const HloInstruction& a, const HloInstruction& b) const {
  Ancestor of_a = {&a, nullptr};
  Ancestor of_b = {&b, nullptr};
  while (of_a.instruction->parent() != of_b.instruction->parent()) {
    const int64_t depth_of_a = calls_.depth(*of_a.instruction->parent());
    const int64_t depth_of_b = calls_.depth(*of_b.instruction->parent());
    if (depth_of_a >= depth_of_b) Climb(&of_a);
    if (depth_of_b >= depth_of_a) Climb(&of_b);
    if (of_a.instruction == nullptr || of_b.instruction == nullptr) return false;
  }
  if (of_a.instruction != of_b.instruction) return IsBefore(of_a, *of_b.instruction);
  if (of_a.callee == nullptr || of_b.callee == nullptr || of_a.callee == of_b.callee) return false;
  const HloInstruction& caller = *of_a.instruction;
  if (caller.opcode() == HloOpcode::kWhile) return of_a.callee == caller.while_condition();
  for (int64_t i = 0; i < caller.branch_count(); ++i) {
    if (caller.branch_computation(i) == of_b.callee) return false;
    if (caller.branch_computation(i) == of_a.callee) return true;
  }
  return false;
}

bool HloOrdering::RunsWithin(const HloInstruction& instruction,
                             const HloComputation& computation) const {
  Ancestor ancestor = {&instruction, nullptr};
  while (ancestor.instruction != nullptr && ancestor.instruction->parent() != &computation) {
    Climb(&ancestor);
  }
  return ancestor.instruction != nullptr;
}

}  // namespace hlo_text_v1
