// Schedules of a module: kept beside it, compared, updated after edits, written into it at the end.
//
//   hlo_text::HloSchedule schedule(module);  // the order that it has
//   absl::Status status = schedule.SetSequence(*computation, candidate);
//   if (!status.ok()) return status;
//   const int64_t peak = hlo_text::LiveRanges(schedule).peak_bytes();  // hlo/live_ranges.h
//   if (peak < hlo_text::LiveRanges(*module).peak_bytes()) {
//     absl::StatusOr<bool> changed = hlo_text::SetSchedule(schedule);  // hlo/edit.h
//   }
//
// A sequence is an order of all instructions of a computation. There is none for the computations
// of fusions and those that reduce, sort and the like apply, which run as one step.
//
//   const hlo_text::HloOrdering ordering(schedule);
//   assert(ordering.ExecutesBefore(*first, *last));
//
// An edit of the module makes a schedule stale until Update, and an ordering for good. Questions
// take constant time unless they say otherwise, and many threads may ask at once. XLA HloSchedule,
// HloOrdering.
#ifndef HLO_SCHEDULE_H_
#define HLO_SCHEDULE_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "hlo/call_graph.h"
#include "hlo/dependencies.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

class HloSchedule {
 public:
  // The order that `module` has now: PrintOrder of each computation that is not only embedded
  // (CallContext of hlo/call_graph.h). The module must outlive the schedule. Linear.
  explicit HloSchedule(HloModule* module);

  HloModule* module() const { return module_; }
  // Empty for computations without one, and for those that were made later.
  absl::Span<HloInstruction* const> sequence(const HloComputation& computation) const;
  // Errors: kInvalidArgument if `sequence` does not have each instruction of the computation once,
  // or one comes before its operands or control predecessors. Linear in the computation.
  absl::Status SetSequence(const HloComputation& computation,
                           absl::Span<HloInstruction* const> sequence);

  // Follows edits of the module. What is gone leaves; a new instruction comes right after the last
  // one that it depends on, or first; the others keep their order, as far as their dependencies
  // still allow it. New computations get their PrintOrder. Errors: kFailedPrecondition if
  // dependencies are a cycle; then the schedule stays as it was. O(n log n). XLA
  // HloSchedule::Update.
  absl::Status Update();

 private:
  HloModule* module_;
  std::vector<std::vector<HloInstruction*>> sequences_;  // by number of the computation
};

// The order in which a whole module runs, by a schedule or by dependencies alone. Knows only
// computations that are called once (CallGraph::IsFlat): of others, nothing runs before anything.
class HloOrdering {
 public:
  // By the sequences of `schedule`. Linear.
  explicit HloOrdering(const HloSchedule& schedule ABSL_ATTRIBUTE_LIFETIME_BOUND);
  // By dependencies: what holds for every schedule. Costs a HloReachability of each computation
  // (hlo/dependencies.h): n² / 8 bytes for n instructions.
  explicit HloOrdering(const HloModule& module ABSL_ATTRIBUTE_LIFETIME_BOUND);

  // Whether `a` has run when `b` begins, in whatever computations they are. The computations of a
  // loop, call or conditional run with it; a condition before its body; of two branches the one
  // with the lower number, since only one of them runs. That of an async-start has run when its
  // done has. False for an instruction and itself, and for a caller and what it calls. Linear in
  // the depth of calls.
  bool ExecutesBefore(const HloInstruction& a, const HloInstruction& b) const;
  // Whether `instruction` is in `computation`, or in one that it calls. Linear in the depth of
  // calls.
  bool RunsWithin(const HloInstruction& instruction, const HloComputation& computation) const;

 private:
  // The instruction of a computation that is, or runs, another one.
  struct Ancestor {
    const HloInstruction* instruction;
    const HloComputation* callee;  // nullptr: is it
  };
  void Climb(Ancestor* ancestor) const;
  bool IsBefore(const Ancestor& a, const HloInstruction& b) const;

  CallGraph calls_;
  // By number of the computation, and index(). One of the two is empty. Links of chains without a
  // done here end at kNever.
  static constexpr int64_t kNever = INT64_MAX;
  struct Place {
    int64_t position = kNever;
    int64_t end = kNever;  // of its done, for a link
  };
  std::vector<std::vector<Place>> places_;
  std::vector<std::unique_ptr<HloReachability>> reachability_;
};

}  // namespace hlo_text_v1

#endif  // HLO_SCHEDULE_H_
