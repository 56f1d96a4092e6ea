// The asynchronous operations of a computation over its steps, for a picture: bars in lanes.
//
//   const LiveRanges live(*module->entry_computation());
//   for (const AsyncBar& bar : MakeTimeline(live).bars) {
//     std::cout << bar.start->name() << ": " << bar.begin << " to " << bar.end << ", over "
//               << bar.between << " instructions, " << bar.overlapping << " others in flight\n";
//   }
//
// A step is one instruction, as in hlo/live_ranges.h: in the order of PrintOrder (hlo/graph.h),
// which is the schedule in a scheduled module. A step says nothing about time: the text does not
// tell how long an instruction takes. Bytes are LiveRanges' estimate.
#ifndef HLO_TOOLS_HLO_VIEW_PAGE_TIMELINE_H_
#define HLO_TOOLS_HLO_VIEW_PAGE_TIMELINE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/collectives.h"
#include "hlo/live_ranges.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

// An asynchronous operation while it is in flight in this computation: a chain as in hlo/async.h; a
// start and done with their own opcodes: copy-start, all-gather-start, all-reduce-start,
// collective-permute-start, send, recv; or a collective in fusions (Collective of
// hlo/collectives.h). An operation that a loop carries into its next turn has two bars in its
// body: up to the done, and from the start on. Ranges of steps include both ends.
struct AsyncBar {
  struct Link {
    const HloInstruction* instruction;
    int64_t step;
    int64_t bound_operands;  // the number of operands that this link binds
    bool binds_output;       // the first one that holds the whole result
    bool works = false;      // is a fusion that does other work meanwhile
  };
  // An operand, or a buffer for the result, bound at a link.
  struct Operand {
    const HloInstruction* operand;
    int64_t bound_at;    // the step of that link
    bool is_output;      // a buffer for the result
    int64_t bytes;       // of all its buffers
    int64_t used_until;  // the last step that needs one of them, ignoring the later links
    // The number of further steps for which the chain keeps them alive.
    int64_t held_steps;
  };

  std::string_view work;                      // the opcode that runs, "all-gather"
  const AsyncOperation* operation = nullptr;  // nullptr: a collective in fusions
  const HloInstruction* start = nullptr;  // nullptr: it comes from elsewhere, or an earlier turn
  const HloInstruction* done = nullptr;   // nullptr: not done in this computation, or a later turn
  // From the start, or the first step; to the done, or what carries it on, or the last step.
  int64_t begin = 0;
  int64_t end = 0;
  std::vector<Link> links;  // start, updates, done: those of this bar
  std::vector<Operand> operands;
  int64_t output_bound_at = -1;  // step; -1: nowhere
  // Steps from begin to end, without the links that do not work.
  int64_t between = 0;
  // The number of other bars that share a step with this one.
  int64_t overlapping = 0;
  // Overlapping bars are in different lanes, numbered from 0; as few as possible.
  int32_t lane = 0;
};

struct Timeline {
  std::vector<AsyncBar> bars;  // by their first step
  int32_t lanes = 0;
};

// The collectives of a module, by the computations that have a link of them.
class CollectiveIndex {
 public:
  // `module` must outlive this. Costs as FindCollectives.
  explicit CollectiveIndex(const HloModule& module);
  absl::Span<const Collective* const> Of(const HloComputation& computation) const;

 private:
  const std::vector<Collective> collectives_;
  HashMap<const HloComputation*, std::vector<const Collective*>> of_;
};

// The timeline of the computation of `live`, to whose instructions and operations it points;
// `collectives` are those of its module. Never fails. O(n log n) in the links and their operands.
Timeline MakeTimeline(const LiveRanges& live, const CollectiveIndex& collectives);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_VIEW_PAGE_TIMELINE_H_
