// When the buffers of a computation or module are alive, and how many bytes that takes at each
// step.
//
//   const hlo_text::LiveRanges live(*module.entry_computation());
//   for (const hlo_text::LiveRange& range : live.ranges()) {
//     std::cout << range.instruction->name() << ": " << range.begin << " to " << range.end << "\n";
//   }
//   std::cout << live.peak_bytes() << " bytes at " << live.steps()[live.peak_step()]->name() << "\n";
//
// A step is one instruction, in PrintOrder (hlo/graph.h): the schedule, if there is one; or in
// another order, a candidate of a scheduler, which need not be written into the module. It says
// nothing about time. Buffers are those of a BufferAnalysis of the computation alone, or of the
// module.
//
// Of a module, the steps of what a call, while, conditional or async-start calls come just before
// it, a condition before its body, once: FlattenCallGraph (hlo/transform.h) gives each call steps
// of its own. So the peak has what bodies need inside. Buffers of what an async-start runs are
// alive until its done.
//
// The bytes of a buffer are AllocatedBytesOf (hlo/memory_layout.h), with the padding of tiles;
// tokens and opaque values have 0. A TPU has several memories, S(n) in layouts: bytes_alive() and
// its peak are of the default one, HBM, spaces() has the peaks of all. A buffer is alive from the
// step that makes it to its last use: by an instruction with it as an operand, except those that
// only pass it on; by the last link of an asynchronous chain that holds it; or by the end of the
// computation, for the root and for chains without a done. Parameters (of a module, those of the
// entry) belong to the caller and are alive from the first step to the last. Of one computation,
// the need of those that it calls is unknown. No in-place update is guessed.
//
// An estimate from the text: XLA's buffer assignment may differ. O(n log n) in the instructions,
// operands and leaves of shapes. Only reads the computation, and is stale after an edit. Questions
// take constant time, and many threads may ask at once. XLA HloLiveRange, HeapSimulator.
#ifndef HLO_LIVE_RANGES_H_
#define HLO_LIVE_RANGES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "hlo/async.h"
#include "hlo/buffer_analysis.h"
#include "hlo/module.h"
#include "hlo/schedule.h"

namespace hlo_text_v1 {

// A buffer, and the steps from `begin` to `end` (both included) at which it is alive.
struct LiveRange {
  const HloInstruction* instruction;  // makes it
  int64_t leaf;                       // which leaf of its shape, in order
  int64_t bytes;
  int64_t begin;
  int64_t end;
  int64_t memory_space;  // S(n) of its layout; 0: the default one
};

// The most bytes alive in one memory, and the first step with that many.
struct MemorySpacePeak {
  int64_t memory_space;
  int64_t peak_bytes;
  int64_t peak_step;
};

// Names of the memories that layouts number, for people.
class MemorySpaceNames {
 public:
  // Only TPUs have tiles, so a module with tiles is for one. Linear in its instructions.
  explicit MemorySpaceNames(const HloModule& module);

  // On a TPU HBM (0), VMEM (1), SMEM (2); anywhere the host's memory (5); else "S(7)". As libtpu's
  // reports name them.
  std::string Of(int64_t memory_space) const;

 private:
  bool has_tiles_ = false;
};

class LiveRanges {
 public:
  explicit LiveRanges(const HloComputation& computation ABSL_ATTRIBUTE_LIFETIME_BOUND);
  // The same; as for BufferAnalysis, faster for many computations of a module.
  LiveRanges(const HloComputation& computation ABSL_ATTRIBUTE_LIFETIME_BOUND,
             const AsyncIndex& index);
  // In the order of `sequence`: each of its instructions once, dependencies first.
  LiveRanges(const HloComputation& computation ABSL_ATTRIBUTE_LIFETIME_BOUND,
             absl::Span<const HloInstruction* const> sequence);
  // Of all computations that the entry reaches, in the order that they have, or in that of a
  // schedule.
  explicit LiveRanges(const HloModule& module ABSL_ATTRIBUTE_LIFETIME_BOUND);
  explicit LiveRanges(const HloSchedule& schedule ABSL_ATTRIBUTE_LIFETIME_BOUND);

  absl::Span<const HloInstruction* const> steps() const { return steps_; }
  // The step of an instruction; -1 if it is elsewhere or was made later.
  int64_t StepOf(const HloInstruction& instruction) const {
    const size_t slot = SlotOf(instruction);
    return slot == kNoSlot ? -1 : step_of_[slot];
  }

  // By the numbers of buffers(); of a computation in PrintOrder that is the order in which they are
  // made. A buffer that no step makes ends before it begins.
  absl::Span<const LiveRange> ranges() const { return ranges_; }
  const BufferAnalysis& buffers() const { return buffers_; }

  // By step: the bytes alive in the default memory, S(0). Saturated.
  absl::Span<const int64_t> bytes_alive() const { return bytes_alive_; }
  // The most of them, and the first step with that many.
  int64_t peak_bytes() const { return peak_bytes_; }
  int64_t peak_step() const { return peak_step_; }
  // By memory_space, those with bytes.
  absl::Span<const MemorySpacePeak> spaces() const { return spaces_; }
  // The same of another memory. Linear in the steps and ranges.
  std::vector<int64_t> BytesAliveIn(int64_t memory_space) const;

  // The asynchronous operations with a link in the computation, or those of the module:
  // AsyncIndex::operations().
  absl::Span<const AsyncOperation> operations() const { return operations_; }
  // The bytes of all buffers of a value.
  int64_t BytesOf(const HloInstruction& value) const {
    const size_t slot = SlotOf(value);
    return slot == kNoSlot ? 0 : values_[slot].bytes;
  }
  // The last step that needs one of the buffers of a value; -1 if none does. Not counting what the
  // links of operations()[without] need, if that is not -1: so long would the value live without
  // that operation.
  int64_t LastUse(const HloInstruction& value, int64_t without = -1) const {
    const size_t slot = SlotOf(value);
    if (slot == kNoSlot) return -1;
    const LastUses& uses = values_[slot].uses;
    return without < 0 ? uses.step : uses.Without(without);
  }

 private:
  // The last steps at which two different users need something. A user is the number of an
  // operation, or -1 for all instructions that are not links.
  struct LastUses {
    int64_t step = -1;
    int64_t user = -1;
    int64_t other_step = -1;  // the last one by another user

    void Add(int64_t at, int64_t by);
    void Add(const LastUses& more);
    int64_t Without(int64_t by) const { return step >= 0 && user == by ? other_step : step; }
  };

  // A number below that of all instructions ever made in the computations of the steps.
  static constexpr size_t kNoSlot = ~size_t{0};
  size_t SlotOf(const HloInstruction& instruction) const;
  void AddSlots(const HloComputation& computation);

  // All buffers of an instruction's value.
  struct Value {
    int64_t bytes = 0;
    LastUses uses;
  };

  template <typename SequenceOf>
  void Flatten(const HloModule& module, SequenceOf sequence_of);
  void Compute(const HloComputation& whole);
  std::vector<LastUses> FindUses(const HloComputation& whole) const;
  int64_t EndOf(const AsyncOperation& operation) const;
  void MakeRanges(const HloComputation& whole, const std::vector<LastUses>& value_uses);
  void SumBytes();
  void SumSpaces();
  void SumValues();

  // The instructions of a computation among all slots.
  struct Slots {
    size_t first = 0;
    size_t count = 0;
    int64_t last_step = -1;
    const HloInstruction* async_start = nullptr;  // the outermost one that runs it
  };

  std::vector<const HloInstruction*> steps_;
  std::vector<Slots> slots_;      // by number of the computation
  std::vector<int64_t> step_of_;  // by slot
  BufferAnalysis buffers_;
  std::vector<AsyncOperation> operations_;
  std::vector<LastUses> uses_;  // by buffer
  std::vector<Value> values_;   // by slot
  std::vector<LiveRange> ranges_;
  std::vector<int64_t> bytes_alive_;
  int64_t peak_bytes_ = 0;
  int64_t peak_step_ = 0;
  std::vector<MemorySpacePeak> spaces_;
};

}  // namespace hlo_text_v1

#endif  // HLO_LIVE_RANGES_H_
