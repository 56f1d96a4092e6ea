// Steps along an asynchronous operation, a chain or a pair, and parts of the shape of a link:
// ((P0, P1, ...), R, contexts...) of a start or update, R of a done.
//
// Shapes are taken as they are. One of another form, which the parser rejects but an edit may make,
// has no such parts. Edits can also make a cycle of updates, which leads to no start.
#ifndef HLO_ASYNC_CHAIN_H_
#define HLO_ASYNC_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "hlo/async.h"
#include "hlo/instruction.h"
#include "hlo/shape.h"
#include "src/vocabulary/async_pairs.h"

namespace hlo_text_v1::internal {

// ---- From link to link, each operand 0 of the next: enough for edits, which refuse other chains.
// See producer.h for those.

// Operand 0 of `link`, an update or done; nullptr if it is another instruction or has no operands.
// May be an instruction that is not a link.
HloInstruction* PreviousLink(HloInstruction& link);
const HloInstruction* PreviousLink(const HloInstruction& link);

// The start of the operation of `link`: itself, or the one that an update or done continues.
// nullptr if there is none. Linear in the chain: AsyncIndex is faster for all links.
const HloInstruction* StartOf(const HloInstruction& link);

// The links from the start to `link`, both included; empty if StartOf is nullptr.
std::vector<HloInstruction*> LinksTo(HloInstruction* link);

// ---- Of a module.

// FindAsyncOperations of a module without sugar, perhaps without pairs: looks only into
// computations with calls and those that carry a state.
std::vector<std::vector<AsyncOperation>> FindAsyncChains(const HloModule& module);
// Whether FindAsyncChains looks into `computation`.
bool MayHaveChains(const HloComputation& computation);

// ---- Shapes.

inline bool IsEmptyTuple(const Shape& shape) {
  return shape.IsTuple() && shape.tuple_shapes().empty();
}

// Whether `shape` may be that of a start or update: ((operands...), result, ...).
inline bool IsAsyncShape(const Shape& shape) {
  return shape.IsTuple() && shape.tuple_shapes().size() >= 2 && shape.tuple_shapes(0)->IsTuple();
}

// Whether that shape is anywhere in `shape`. Linear in it.
bool HasAsyncShape(const Shape& shape);

// Element 0: the shapes of the operands bound so far. None for a done.
inline absl::Span<const Shape* const> BoundShapes(const HloInstruction& link) {
  const Shape& shape = link.shape();
  if (IsAsyncDone(link) || !shape.IsTuple() || shape.tuple_shapes().empty()) return {};
  return shape.tuple_shapes(0)->tuple_shapes();
}

// Element 1, or the shape of a done; nullptr if there is none.
inline const Shape* OutputShape(const HloInstruction& link) {
  const Shape& shape = link.shape();
  if (IsAsyncDone(link)) return &shape;
  return shape.IsTuple() && shape.tuple_shapes().size() > 1 ? shape.tuple_shapes(1) : nullptr;
}

// Element `index` of a start or update, where contexts start at 2; nullptr if there is none.
inline const Shape* ElementShape(const HloInstruction& link, size_t index) {
  const Shape& shape = link.shape();
  return shape.IsTuple() && index < shape.tuple_shapes().size() ? shape.tuple_shapes()[index]
                                                                : nullptr;
}

// The leaves (arrays, tokens and the like) that are in the result `now` of an update and not yet in
// `before`, that of its predecessor, in order; at most `limit`. Linear in both shapes.
struct OutputLeaf {
  const Shape* shape;
  std::vector<int64_t> index;  // into `now`
};
std::vector<OutputLeaf> NewOutputLeaves(const Shape& before, const Shape& now, size_t limit);

// ---- Opcodes that start or finish an operation of their own.

// The pair that has `instruction` as its start; nullptr if there is none.
inline const AsyncPairOpcodes* PairStartedBy(const HloInstruction& instruction) {
  return FindPairOpcodes<&AsyncPairOpcodes::start>(instruction.opcode());
}

// The pair that has `instruction` as its done; nullptr if there is none.
inline const AsyncPairOpcodes* PairDoneBy(const HloInstruction& instruction) {
  return FindPairOpcodes<&AsyncPairOpcodes::done>(instruction.opcode());
}

}  // namespace hlo_text_v1::internal

#endif  // HLO_ASYNC_CHAIN_H_
