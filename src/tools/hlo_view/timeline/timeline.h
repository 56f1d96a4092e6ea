// The timeline of a computation: which instruction runs at each step, which asynchronous operations
// are in flight, and how many bytes are alive. As data, for reports and pictures.
//
//   hlo::Timeline timeline = hlo::MakeTimeline(*module->entry_computation());
//   for (const hlo::AsyncBar& bar : timeline.bars) {
//     std::cout << bar.start->name() << ": " << bar.begin << " to " << bar.end << ", over "
//               << bar.between << " instructions, " << bar.overlapping << " others in flight\n";
//   }
//   std::cout << timeline.peak_bytes << " bytes at step " << timeline.peak_step << "\n";
//
// A step is one instruction, in printing order (PrintOrder in hlo/printer.h), which is the schedule
// in a scheduled module. A step says nothing about time: the text does not tell how long an
// instruction takes.
//
// Bytes are estimated from the text; XLA's buffer assignment may differ.
//   A buffer   is an array of the result of an instruction; of a tuple each of its arrays. Tokens
//              and opaque values are buffers of 0 bytes; the table of pointers that a tuple is
//              counts nothing.
//   Shared     are the buffers of tuple, get-tuple-element, bitcast, opt-barrier, domain,
//              add-dependency and while with their operands'; those along an asynchronous chain
//              (bound operands, the result from the link that binds it on, contexts); what
//              all-gather-start, collective-permute-start, copy-start and send hold of their
//              operands and their dones of them; and what output_to_operand_aliasing says. All
//              else makes buffers of its own: no in-place update is guessed.
//   Bytes      are elements times the size of one: the layout's E(n) bits if it has them, else
//              whole bytes. Bounded dimensions count as their bounds, unbounded ones as 1. Padding
//              by tiles does not count, all memory spaces count alike.
//   Alive      is a buffer from the step that makes it to its last use: by an instruction that
//              takes it as an operand and is none of those that only share it, by the last link of
//              a chain that holds it, or by the end of the computation, for the root and for chains
//              without a done. Parameters are alive from the first step to the last, since they are
//              the caller's. Nothing is known of what called computations need inside.
//   Not        counted are input_output_alias and donated buffers: a result has a buffer of its own
//              beside the parameter's.
// Numbers saturate at the largest int64_t.
#ifndef HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_H_
#define HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "hlo/module.h"

namespace hlo {

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

// An array of a result, see above.
struct TimelineBuffer {
  const HloInstruction* instruction;  // makes it
  int64_t leaf;                       // which array of its shape, in order
  int64_t bytes;
  int64_t begin;
  int64_t end;
};

struct Timeline {
  std::vector<const HloInstruction*> steps;
  std::vector<AsyncBar> bars;  // by their start's step
  int32_t lanes = 0;
  std::vector<int32_t> in_flight;       // by step: bars that it lies in
  std::vector<TimelineBuffer> buffers;  // by the step that makes them
  std::vector<int64_t> bytes_alive;     // by step
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

}  // namespace hlo

#endif  // HLO_TOOLS_HLO_VIEW_TIMELINE_TIMELINE_H_
