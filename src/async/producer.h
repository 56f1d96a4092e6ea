// The link that a value carries, found by walking the value back.
//
// Operand 0 of an update or done is nearly always the link before it. But the state of a chain is a
// value like any other: it may go through tuples, copies, optimization barriers, custom calls that
// only annotate it, and be carried by a loop. Source: XLA's search for the producer of an
// asynchronous value, since August 2026.
#ifndef HLO_ASYNC_PRODUCER_H_
#define HLO_ASYNC_PRODUCER_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "hlo/computation.h"
#include "hlo/instruction.h"
#include "hlo/module.h"
#include "src/base/hash_table.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {

// Whether operand 0 of `link`, an update or a done, is the link before it, so that no search is
// needed. False without operands.
bool IsDirect(const HloInstruction& link);
// Whether values may carry what `pair` starts to its done.
bool MayBeCarried(const AsyncPairOpcodes& pair);

// Whether an instruction passes the state of a chain on unchanged, or an element of it, or as one:
// a tuple, get-tuple-element, copy, barrier, or custom call that only annotates.
bool PassesAsyncState(const HloInstruction& instruction);

// The computation that an update or done names itself, `calls=`; nullptr if there is none, as for
// nearly all. See ProducerFinder::WrappedBy.
const HloComputation* OwnComputation(const HloInstruction& link);

class ProducerFinder {
 public:
  // Knows every loop of `module`, which must not be edited while this is in use. Walks over the
  // module when it first comes to a parameter.
  explicit ProducerFinder(const HloModule& module) : module_(&module) {}
  // Knows no loop until it walks into one: see Enter.
  ProducerFinder() = default;
  // From now on answers what a parser sees that reads the body of `reader` and all that is before:
  // a parameter of `reader` leads nowhere, since the loop that will run it comes later.
  void Enter(const HloComputation& reader);

  // The start, update, or start of a pair that `value` carries; nullptr if there is none. Goes
  // through get-tuple-element and the element of its tuple, all elements of another tuple in order,
  // copies, barriers, annotations; from the parameter of a body that one while runs to that while's
  // operand, else to the body's root; from a while to its body's root, else to its operand. Linear
  // in the values that the calls to one finder pass, which is limited: a text may be made to let
  // searches cross each other. Ends at a cycle.
  const HloInstruction* Find(const HloInstruction& value);
  // The link before `link`, an update or done: Find of operand 0; nullptr without operands.
  const HloInstruction* Before(const HloInstruction& link);
  // The async-start of the chain of `link`: itself or the one that an update or done continues;
  // nullptr if there is none. Linear in the links that the calls to one finder pass.
  const HloInstruction* StartOf(const HloInstruction& link);
  // The computation that runs for `link`: its own `calls`, which an update or done has only if its
  // start is unknown or has another; else that of its start; else the first on the way back.
  const HloComputation* WrappedBy(const HloInstruction& link);

  // Whether a search ended at the body of a loop that is not defined yet.
  bool met_undefined_body() const { return met_undefined_body_; }

 private:
  // An instruction with the elements that the walk took apart on its way: a number in elements_.
  using Place = std::pair<const HloInstruction*, uint32_t>;
  struct Step {
    Place place;
    int64_t next;  // alternative
  };

  bool NextPlace(Step* step, Place* next);
  bool NextOfTuple(Step* step, Place* next);
  // The only while with this body; nullptr if there is none.
  const HloInstruction* WhileOf(const HloComputation& body);
  void AddWhile(const HloInstruction& loop);
  uint32_t Push(uint32_t elements, int64_t index);

  const HloModule* module_ = nullptr;
  const HloComputation* reader_ = nullptr;
  bool knows_whiles_ = false;
  bool met_undefined_body_ = false;
  int64_t steps_left_ = int64_t{1} << 20;
  HashMap<const HloComputation*, const HloInstruction*> whiles_;   // nullptr: several
  std::vector<std::pair<uint32_t, int64_t>> elements_ = {{0, 0}};  // the ones before, the last
  HashMap<std::pair<uint32_t, int64_t>, uint32_t> element_numbers_;
  HashMap<Place, const HloInstruction*> known_;
  HashMap<const HloInstruction*, const HloInstruction*> start_of_update_;
  HashMap<const HloInstruction*, const HloComputation*> wrapped_by_update_;  // without a start
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_ASYNC_PRODUCER_H_
