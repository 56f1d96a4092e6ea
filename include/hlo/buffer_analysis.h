// Which places of a program are one buffer: the operand of a tuple and its element, the state of a
// loop before, in and after it, the operand of an asynchronous start and what its done returns.
//
//   const hlo_text::BufferAnalysis buffers(module);
//   const int32_t counter = buffers.BufferAt(*loop, {0});  // element 0 of what a while returns
//   assert(counter == buffers.BufferAt(*loop->operand(0), {0}));
//   for (const hlo_text::BufferAnalysis::Place& place : buffers.PlacesOf(counter)) {
//     std::cout << place.instruction->name() << " leaf " << place.leaf << "\n";
//   }
//
// A place is a leaf of the shape of an instruction: an array, also inside a tuple; a token, an
// opaque value, a b(...) buffer. The pointer tables of tuples are not places.
//
// One buffer are, within a computation:
// - what tuple, get-tuple-element, bitcast, opt-barrier, domain and add-dependency pass on,
//  and copy of a tuple; the state of a while before and after it;
// - along an asynchronous chain: bound operands, the result from the link that binds it, contexts
//  (hlo/async.h); what all-gather-start, collective-permute-start, copy-start and send hold of
//  their operands, and their dones share with them;
// - what output_to_operand_aliasing says, of fusions, custom calls and chains.
// In a module also:
// - the operands and parameters, and the root and result, of call, of while (parameters of body and
//  condition, and the body's root, are the loop's state), of conditional (a branch's operand and
//  parameter, the roots of all branches and the result) and of an async-start's computation;
// - the results and parameters in the header's input_output_alias.
// Fusions and the computations that reduce, sort and the like apply have buffers of their own.
//
// These are the rules by which XLA must use one buffer; HloDataflowAnalysis and HloAliasAnalysis
// are their source. A computation that is called twice shares its buffers with both callers: to
// keep them apart, each call needs its own copy (CallGraph::IsFlat).
//
// Building it is linear in the instructions and the leaves of their shapes, nearly. It only reads
// the module and is stale after an edit. Questions take constant time and may be asked by many
// threads at once.
#ifndef HLO_BUFFER_ANALYSIS_H_
#define HLO_BUFFER_ANALYSIS_H_

#include <cstdint>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "hlo/module.h"

namespace hlo_text_v1 {

class AsyncIndex;  // hlo/async.h

namespace internal {
class BufferFinder;
}

struct BufferOptions {
  // A dynamic-update-slice or scatter writes into the buffers of its operands. In XLA it must:
  // copies are inserted where the old value is still needed.
  bool in_place = false;
  // Obey the header's input_output_alias.
  bool input_output_alias = true;
};

class BufferAnalysis {
 public:
  // Of all computations, or of one, where calls and conditionals make new buffers.
  explicit BufferAnalysis(const HloModule& module ABSL_ATTRIBUTE_LIFETIME_BOUND,
                          const BufferOptions& options = {});
  explicit BufferAnalysis(const HloComputation& computation ABSL_ATTRIBUTE_LIFETIME_BOUND,
                          const BufferOptions& options = {});
  // The same. Of many computations of a module with chains through loops, this is faster: the index
  // is of the module, so that none of them searches it.
  BufferAnalysis(const HloComputation& computation ABSL_ATTRIBUTE_LIFETIME_BOUND,
                 const AsyncIndex& index, const BufferOptions& options = {});

  // Buffers have the numbers 0 to buffer_count()-1, in the order of the first place of each:
  // computations as the module has them, instructions in PrintOrder.
  int64_t buffer_count() const { return static_cast<int64_t>(definitions_.size()); }

  // The buffers of an instruction's leaves, in order; one for an array. Empty for instructions of
  // other computations, and those made later.
  absl::Span<const int32_t> BuffersOf(const HloInstruction& instruction) const;
  // The buffer of the leaf at `index`; -1 if there is no leaf. Linear in the size of the tuples on
  // the path.
  int32_t BufferAt(const HloInstruction& instruction, ShapeIndex index) const;

  struct Place {
    const HloInstruction* instruction;
    int64_t leaf;  // number in order, of the leaves of its shape
  };
  // All places of a buffer, in the order of their numbers. Here and below, nothing for a number
  // that no buffer has, such as -1.
  absl::Span<const Place> PlacesOf(int64_t buffer) const;
  // Those of them where a value is written, not passed on: what a value at any of the places points
  // to. Several for a while or conditional, none if only a cycle of calls has it. Linear in the
  // places.
  std::vector<Place> DefinitionsOf(int64_t buffer) const;
  // The first place that writes it; without any, the first place. {nullptr, 0} if there is none.
  Place definition(int64_t buffer) const {
    if (buffer < 0 || buffer >= buffer_count()) return {nullptr, 0};
    return definitions_[static_cast<size_t>(buffer)];
  }

 private:
  friend class internal::BufferFinder;
  friend class HloDataflow;
  BufferAnalysis() = default;

  struct Leaves {
    uint32_t begin = 0;
    uint32_t count = 0;
  };
  Leaves LeavesOf(const HloInstruction& instruction) const;

  std::vector<std::vector<Leaves>> leaves_;  // by number of the computation, and index()
  std::vector<int32_t> buffer_of_;           // by leaf
  std::vector<bool> passed_on_;              // by leaf
  std::vector<uint32_t> first_place_;        // by buffer, one more at the end
  std::vector<Place> places_;
  std::vector<bool> place_is_passed_on_;
  std::vector<Place> definitions_;  // by buffer
};

}  // namespace hlo_text_v1

#endif  // HLO_BUFFER_ANALYSIS_H_
