// Parts of the shape of a link: ((P0, P1, ...), R, contexts...) of a start or update, R of a done.
//
// Shapes are taken as they are. One of another form, which the parser rejects but an edit may make,
// has no such parts.
#ifndef HLO_ASYNC_CHAIN_SHAPES_H_
#define HLO_ASYNC_CHAIN_SHAPES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "hlo/async.h"
#include "hlo/shape.h"

namespace hlo::internal {

inline bool IsEmptyTuple(const Shape& shape) {
  return shape.IsTuple() && shape.tuple_shapes().empty();
}

// Whether `shape` may be that of a start or update: ((operands...), result, ...).
inline bool IsAsyncShape(const Shape& shape) {
  return shape.IsTuple() && shape.tuple_shapes().size() >= 2 && shape.tuple_shapes(0)->IsTuple();
}

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

}  // namespace hlo::internal

#endif  // HLO_ASYNC_CHAIN_SHAPES_H_
