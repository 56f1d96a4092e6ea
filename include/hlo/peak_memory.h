// The buffers that are alive when a program needs most memory: who makes them, who keeps them, how
// much of them is padding, which of them to free.
//
//   const hlo_text::PeakMemory peak(module);
//   std::cout << peak.bytes() << " bytes at " << peak.instruction()->name() << "\n";
//   for (const hlo_text::PeakRow& row : hlo_text::PeakBy(module, peak, hlo_text::CostKey::kSourceLine)) {
//     std::cout << row.key << ": " << row.bytes << " bytes; without them the peak is "
//               << row.freed_bytes << " less\n";
//   }
//
// Of the whole module, in the order of its schedule, as LiveRanges has it: an estimate from the
// text, with its rules (hlo/live_ranges.h). Without a schedule the order of the text decides, and
// says little.
//
// Only reads the module; stale after an edit. Questions take constant time unless they say
// otherwise, and many threads may ask at once.
#ifndef HLO_PEAK_MEMORY_H_
#define HLO_PEAK_MEMORY_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/types/span.h"
#include "hlo/cost.h"
#include "hlo/internal/stringify.h"
#include "hlo/live_ranges.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

enum class BufferKind : uint8_t {
  kParameter,  // of the entry: the caller holds it
  kConstant,
  kResult,  // of the entry: alive to the end
  kTemporary,
};
// "parameter", "constant", "result", "temporary". Lives forever.
std::string_view BufferKindName(BufferKind kind);

struct PeakBuffer {
  LiveRange range;  // who makes it, its bytes, from when to when
  // Needs it last, and so keeps it alive until then; nullptr of parameters and results.
  const HloInstruction* last_user;
  int64_t padding_bytes;  // of its bytes, those that tiles and layout add
  BufferKind kind;
};

class PeakMemory {
 public:
  // Of one memory, S(n) in layouts; 0: the default one. Costs as LiveRanges of the module.
  explicit PeakMemory(const HloModule& module, int64_t memory_space = 0);

  int64_t bytes() const { return bytes_; }
  // The first instruction with that many bytes alive; nullptr if there are none.
  const HloInstruction* instruction() const { return instruction_; }
  // Those alive there, most bytes first.
  absl::Span<const PeakBuffer> buffers() const { return buffers_; }

  // The bytes of one instruction, zero of fused ones.
  struct OfInstruction {
    int64_t made_bytes = 0;  // of buffers that it makes
    int64_t kept_bytes = 0;  // of buffers that others make and it needs last, and so keeps alive
    int64_t peak_bytes = 0;  // of buffers that it makes and that are alive at the peak
  };
  OfInstruction of(const HloInstruction& instruction) const;

  const LiveRanges& live_ranges() const { return live_; }
  // By step: the bytes alive in this memory.
  absl::Span<const int64_t> bytes_alive() const { return bytes_alive_; }

 private:
  LiveRanges live_;
  std::vector<int64_t> bytes_alive_;
  int64_t bytes_ = 0;
  const HloInstruction* instruction_ = nullptr;
  std::vector<PeakBuffer> buffers_;
  std::vector<OfInstruction> of_;  // by step
};

struct PeakRow {
  std::string key;  // "(parameters)", "(constants)" of those without one
  int64_t bytes = 0;
  int64_t padding_bytes = 0;
  int64_t parameter_bytes = 0;
  int64_t temporary_bytes = 0;  // neither of parameters nor of constants nor of results
  int64_t freed_bytes = 0;      // so much lower would the peak of the module be without them
  int64_t buffers = 0;
};

// The buffers of `peak` by the `key` of the instructions that make them (CostKeyOf), most bytes
// first. The sum of their bytes is that of the peak. n log n in the buffers.
std::vector<PeakRow> PeakBy(const HloModule& module, const PeakMemory& peak, CostKey key);

}  // namespace hlo_text_v1

// `stream << kind` and absl::StrCat(kind) write BufferKindName(kind).
HLO_TEXT_STRINGIFY_NAME(BufferKind, BufferKindName)

#endif  // HLO_PEAK_MEMORY_H_
