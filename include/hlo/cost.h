// The cost of a program: operations and bytes of each instruction, with loops counted as often as
// they run.
//
//   const hlo_text::CostAnalysis costs(module);
//   std::cout << costs.total().flops << " flops, " << costs.total().bytes() << " bytes\n";
//   for (const hlo_text::HloInstruction* instruction : body->instructions()) {
//     std::cout << instruction->name() << ": " << costs.of(*instruction).flops << " each time, "
//               << costs.runs(*instruction) << " times\n";
//   }
//
// Counted, by instruction:
//
//   flops            InstructionFlops (hlo/query.h); of what it calls for each element, as by a reduce
//   transcendentals  exponential, sine and the like: one for each element
//   bytes            of a fusion what crosses its boundary, of a slice or gather what it touches, of an
//                    update in place the update; of parameters, constants, tuples' elements and bitcasts
//                    none; of anything else its operands and result
//   wire bytes       that a device sends in a collective: MovedBytes (hlo/collectives.h), at its start
//
// A while costs its condition and body once for each iteration. `trip_count` tells how many there
// are; if it does not know, one iteration counts, and total() is a minimum. Of the branches of a
// conditional the one with the most flops counts, then the one with the most bytes. Counts are
// doubles, as in XLA: a module may have more than fit an integer.
//
// CostOptions::as_xla gives the figures of XLA's HloCostAnalysis: loops run once, dones count, too,
// and each figure of a conditional is the largest of its branches'.
//
// Linear in the module, plus one call of `trip_count` for each loop. Only reads the module; stale
// after an edit. Questions take constant time, and many threads may ask at once. Source: XLA
// HloCostAnalysis, where that is defined.
#ifndef HLO_COST_H_
#define HLO_COST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "hlo/call_graph.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

struct Cost {
  double flops = 0;
  double transcendentals = 0;
  double read_bytes = 0;
  double written_bytes = 0;
  double wire_bytes = 0;

  double bytes() const { return read_bytes + written_bytes; }
  bool IsZero() const;
  Cost& operator+=(const Cost& other);
  friend Cost operator*(double times, const Cost& cost);
};

struct CostOptions {
  bool as_xla = false;
};

class CostAnalysis {
 public:
  using TripCountFunction = absl::FunctionRef<std::optional<int64_t>(const HloInstruction& loop)>;

  // `trip_count` tells how often the body of a while runs. It is called here, once for each loop,
  // unless as_xla. A TripCounter (hlo/evaluate.h) knows more loops than TripCount, and takes
  // longer.
  explicit CostAnalysis(const HloModule& module ABSL_ATTRIBUTE_LIFETIME_BOUND,
                        const CostOptions& options = {}, TripCountFunction trip_count = TripCount);

  // One run of the entry; zero without one.
  const Cost& total() const { return total_; }
  // Whether a loop that runs has an unknown trip count and counts once.
  bool is_minimum() const { return is_minimum_; }
  // How often the body of `loop` runs, as trip_count told; nullopt if it did not know. Logarithmic
  // in the loops of the computation.
  std::optional<int64_t> trip_count(const HloInstruction& loop) const;

  // One run of the instruction. Of one that calls computations as a sequence (while, conditional,
  // call, async-start) without what is in them, so that the sum over all instructions of cost times
  // runs is the total; of a fusion, map, reduce and the like with all that is inside. Zero for an
  // instruction of a computation that is fused or applied to elements: its caller has the cost.
  const Cost& of(const HloInstruction& instruction) const;
  // One run of the computation, with all that it calls.
  const Cost& of(const HloComputation& computation) const;
  // How often it runs while the entry runs once. 0 if it is in a branch that does not count.
  double runs(const HloComputation& computation) const;
  double runs(const HloInstruction& instruction) const { return runs(*instruction.parent()); }
  // The part of the total that is the instruction's: its cost times its runs, each flop once.
  // Instructions in a fusion add their flops themselves, so the fusion adds only its bytes; those
  // that a reduce or the like applies add nothing, since the reduce does. The sum over all
  // instructions of the module is the total.
  Cost share(const HloInstruction& instruction) const;

 private:
  class Builder;
  struct OfComputation {
    Cost cost;
    double runs = 0;
    bool is_counted = true;          // false: what its callers apply to elements, and count
    std::vector<Cost> instructions;  // by index
    std::vector<std::pair<int64_t, int64_t>> trips;  // of loops: index and count, sorted
  };
  std::vector<OfComputation> computations_;  // by internal number
  Cost total_;
  bool is_minimum_ = false;
};

// ---- Sums.

enum class CostKey : uint8_t {
  kOpcode,
  kComputation,  // its name
  kScope,        // op_name without its last part: jit(step)/decoder_block_0/attention
  kSourceLine,   // SourceStack (hlo/query.h), its first place: train.py:12 in loss_fn
  kStack,        // all of it, outermost first, separated by ";", as flame graphs read it
  // Of a collective, where it starts: "all-reduce in groups of 8". Empty if a TPU hides it in
  // fusions.
  kCollective,
};

// The keys and their names: opcode, computation, scope, source_line, stack, collective.
struct CostKeyInfo {
  CostKey key;
  std::string_view name;
};
absl::Span<const CostKeyInfo> CostKeyTable();

// The key of `instruction`, of `module`; empty if the instruction does not say. Linear in the key.
std::string CostKeyOf(const HloModule& module, const HloInstruction& instruction, CostKey key);

struct CostRow {
  std::string key;
  Cost cost;  // over all runs
  int64_t instructions = 0;
};

// The total of `costs` by `key`: sums of share(), most flops first, then most bytes. Rows without
// any cost are left out. n log n in `module`, that of `costs`.
std::vector<CostRow> CostBy(const HloModule& module, const CostAnalysis& costs, CostKey key);

// A figure of a Cost, for views that show one.
enum class CostMeasure : uint8_t { kFlops, kBytes, kWireBytes };

// The total of `costs` as folded stacks, which speedscope and flamegraph.pl read:
//
//   train.py:40 in main;train.py:12 in loss_fn;dot 1048576
//
// A line for each stack and opcode, sorted; the scopes of op_name stand for a missing stack. Costs
// are rounded; lines with 0 are left out. n log n in `module`.
std::string FoldedStacks(const HloModule& module, const CostAnalysis& costs, CostMeasure measure);

}  // namespace hlo_text_v1

#endif  // HLO_COST_H_
