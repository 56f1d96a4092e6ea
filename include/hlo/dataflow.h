// Values of a module: where each is made, which places hold it, who uses it, how long it lives.
//
//   const hlo_text::HloDataflow dataflow(module);
//   const int32_t counter = dataflow.ValueAt(*loop, {0});  // element 0 of what a while returns
//   if (dataflow.value(counter).is_phi) {
//     assert(dataflow.InputsOf(counter).size() == 2);  // before the loop, and after a round
//   }
//   for (const hlo_text::HloDataflow::Use& use : dataflow.UsesOf(counter)) {
//     std::cout << use.user->name() << " operand " << use.operand_number << "\n";
//   }
//
// A place is a leaf of the shape of an instruction (hlo/buffer_analysis.h); each place holds one
// value. What a BufferAnalysis says is passed on keeps its value: by tuples and their elements,
// bitcasts, calls and their parameters, along asynchronous chains, also those that loops carry.
// Fusions and custom calls with output_to_operand_aliasing make a new value in the same buffer.
//
// Where several values may arrive, the place makes a phi: the state of a while, which body and
// condition have as their parameter, gets the operand's value first and then the root's of the
// body; the result of a conditional gets the root's of one branch; a parameter of a computation
// that is called several times the operand's of one call. There is a phi only where two different
// values arrive: what a loop hands on unchanged is one value before, in and after it.
//
// Building it is linear in the places, times the depth to which loops are nested. It only reads the
// module and is stale after an edit. Questions take constant time unless they say otherwise, and
// many threads may ask at once. XLA HloDataflowAnalysis, HloAliasAnalysis, HloOrdering.
#ifndef HLO_DATAFLOW_H_
#define HLO_DATAFLOW_H_

#include <cstdint>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/types/span.h"
#include "hlo/buffer_analysis.h"
#include "hlo/module.h"
#include "hlo/schedule.h"

namespace hlo_text_v1 {

class HloDataflow {
 public:
  using Place = BufferAnalysis::Place;

  explicit HloDataflow(const HloModule& module ABSL_ATTRIBUTE_LIFETIME_BOUND,
                       const BufferOptions& options = {});

  // The buffers of the places. Values in one buffer must share it: BufferOf.
  const BufferAnalysis& buffers() const { return buffers_; }

  // Values have the numbers 0 to value_count()-1, in the order of the places that make them.
  int32_t value_count() const { return static_cast<int32_t>(values_.size()); }
  struct Value {
    Place definition;
    bool is_phi;
  };
  // `value` is a number that a value has.
  const Value& value(int32_t value) const { return values_[static_cast<size_t>(value)]; }

  // By leaf of the instruction, in order. Empty for instructions made later.
  absl::Span<const int32_t> ValuesOf(const HloInstruction& instruction) const;
  // The value of the leaf at `index`; -1 if there is no leaf. Linear in the size of the tuples on
  // the path.
  int32_t ValueAt(const HloInstruction& instruction, ShapeIndex index) const;

  // ---- About a value. Empty, false or -1 for a number that no value has.

  // The places that hold it, in the order of their numbers.
  absl::Span<const Place> PlacesOf(int32_t value) const { return places_.Of(value); }
  struct Use {
    const HloInstruction* user;
    int64_t operand_number;
    int64_t leaf;  // of the operand
  };
  // The operands that hold it, of instructions that read it; not of those that only pass it on,
  // whose users are in the list, too. A while, call, conditional and start use what they hand over.
  // Linear in the places and their users.
  std::vector<Use> UsesOf(int32_t value) const;
  // The values that arrive at a phi, each once; none for other values.
  absl::Span<const int32_t> InputsOf(int32_t phi) const { return inputs_.Of(phi); }
  // Whether the module returns it.
  bool IsLiveOut(int32_t value) const;
  // The buffer of its places: BufferAnalysis.
  int32_t BufferOf(int32_t value) const;

  // ---- Two values, and an order in which the module runs (hlo/schedule.h).

  // Whether they have one buffer by the rules of XLA.
  bool MustShare(int32_t a, int32_t b) const;
  // Whether `a` is made and used for the last time before `b` is made, in each round of a loop.
  // False for values that the module returns, for parameters of the entry, which belong to the
  // caller, and where the order does not tell: between a loop's state and what its body makes.
  // Linear in a's places and their users, times the depth of calls.
  bool DiesBefore(int32_t a, int32_t b, const HloOrdering& ordering) const;
  // Whether both may be needed at one time. Costs as DiesBefore. XLA MayInterfere.
  bool MayInterfere(int32_t a, int32_t b, const HloOrdering& ordering) const;
  // Whether they may have one buffer: they must, or do not interfere and have equal sizes in one
  // memory. Costs as MayInterfere.
  bool MayShare(int32_t a, int32_t b, const HloOrdering& ordering) const;

 private:
  // Lists of all values in one array.
  template <typename T>
  struct Lists {
    std::vector<uint32_t> first;
    std::vector<T> all;
    absl::Span<const T> Of(int32_t value) const {
      if (value < 0 || static_cast<size_t>(value) + 1 >= first.size()) return {};
      const uint32_t begin = first[static_cast<size_t>(value)];
      return absl::MakeConstSpan(all).subspan(begin, first[static_cast<size_t>(value) + 1] - begin);
    }
  };
  bool IsValue(int32_t value) const { return value >= 0 && value < value_count(); }

  BufferAnalysis buffers_;
  std::vector<int32_t> value_of_;  // by leaf
  std::vector<Value> values_;
  Lists<Place> places_;
  Lists<int32_t> inputs_;
  std::vector<bool> is_live_out_;  // by value
};

}  // namespace hlo_text_v1

#endif  // HLO_DATAFLOW_H_
