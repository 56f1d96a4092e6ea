// The timeline of a computation: which instruction runs at each step, which asynchronous operations
// are in flight, and how many bytes are alive. As data, for reports and pictures.
//
//   Timeline timeline = MakeTimeline(*module->entry_computation());
//   for (const AsyncBar& bar : timeline.bars) {
//     std::cout << bar.start->name() << ": " << bar.begin << " to " << bar.end << ", over "
//               << bar.between << " instructions, " << bar.overlapping << " others in flight\n";
//   }
//   std::cout << timeline.peak_bytes << " bytes at step " << timeline.peak_step << "\n";
//
// A step is one instruction, in printing order (PrintOrder in hlo/order.h), which is the schedule
// in a scheduled module. A step says nothing about time: the text does not tell how long an
// instruction takes.
//
// Bytes are estimated from the text; hlo/live_ranges.h and hlo/buffer_analysis.h say how, and which
// values share a buffer. input_output_alias and donated buffers are ignored: a result has its own
// buffer, not the parameter's.
// Numbers saturate at the largest int64_t.
#ifndef HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_H_
#define HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hlo/live_ranges.h"
#include "hlo/module.h"

namespace hlo::internal {

// An asynchronous operation: a chain as in hlo/async.h, sugared or not, or a start and done with
// their own opcodes: copy-start, all-gather-start, all-reduce-start, collective-permute-start,
// send, recv. Steps are indices into Timeline::steps; ranges include both ends.
struct AsyncBar {
  struct Link {
    const HloInstruction* instruction;
    int64_t step;
    int64_t bound_operands;  // how many this link binds
    bool binds_output;       // the first one that holds the whole result
  };
  // An operand, or a buffer for the result, bound at a link.
  struct Operand {
    const HloInstruction* operand;
    int64_t bound_at;    // the step of that link
    bool is_output;      // a buffer for the result
    int64_t bytes;       // of all its buffers
    int64_t used_until;  // the last step that needs one of them, ignoring the later links
    // How many more steps the chain keeps them alive.
    int64_t held_steps;
  };

  const HloInstruction* start = nullptr;
  const HloInstruction* done = nullptr;  // nullptr: never done in this computation
  int64_t begin = 0;                     // of the links; up to the last step if there is no done
  int64_t end = 0;
  std::vector<Link> links;  // start, updates, done
  std::vector<Operand> operands;
  int64_t output_bound_at = -1;  // step; -1: nowhere
  // Steps from begin to end, without the links.
  int64_t between = 0;
  // How many other bars share a step with this one.
  int64_t overlapping = 0;
  // Overlapping bars are in different lanes, numbered from 0; as few as possible.
  int32_t lane = 0;
};

struct Timeline {
  std::vector<const HloInstruction*> steps;
  std::vector<AsyncBar> bars;  // by their start's step
  int32_t lanes = 0;
  std::vector<int32_t> in_flight;    // by step: bars that it lies in
  std::vector<LiveRange> buffers;    // by the step that makes them
  std::vector<int64_t> bytes_alive;  // by step
  int64_t peak_bytes = 0;
  int64_t peak_step = 0;  // the first with that many
  // If asked for: pairs of overlapping bars, as indices, the smaller one first; sorted.
  std::vector<std::pair<int32_t, int32_t>> overlaps;
};

struct TimelineOptions {
  // The most pairs in Timeline::overlaps, whose number may be quadratic in the bars. 0: none.
  size_t max_overlaps = 0;
};

// The timeline of `computation`, whose module may be desugared or not. All pointers are to its
// instructions. Never fails. O(n log n) in the instructions, operands and elements of shapes, and
// linear in the overlaps asked for.
Timeline MakeTimeline(const HloComputation& computation, const TimelineOptions& options = {});

}  // namespace hlo::internal

#endif  // HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_H_
