// Upgrades a shape by grouping its first elements into one tuple, as many as operands are bound.
// Only if these elements then are the operands' shapes (a start) or begin with those bound before
// (an update).
#include "src/async/upgrade.h"

#include <algorithm>
#include <vector>

#include "hlo/async.h"
#include "src/async/chain_shapes.h"

namespace hlo::internal {

namespace {

using Shapes = absl::Span<const Shape* const>;

bool StartsWith(Shapes shapes, Shapes prefix) {
  return prefix.size() <= shapes.size() &&
         std::equal(prefix.begin(), prefix.end(), shapes.begin(),
                    [](const Shape* a, const Shape* b) { return ShapesCompatible(*a, *b); });
}

// `elements` with the first `count` of them grouped into one tuple.
const Shape* Grouped(Shapes elements, size_t count, ShapePool* pool) {
  std::vector<const Shape*> grouped = {pool->Tuple(elements.subspan(0, count))};
  grouped.insert(grouped.end(), elements.begin() + static_cast<ptrdiff_t>(count), elements.end());
  return pool->Tuple(grouped);
}

}  // namespace

const Shape* UpgradedStartShape(const Shape& shape, absl::Span<HloInstruction* const> operands,
                                ShapePool* pool) {
  const Shapes elements = shape.tuple_shapes();
  // A result must follow the operands.
  if (!shape.IsTuple() || operands.empty() || elements.size() <= operands.size()) return nullptr;
  std::vector<const Shape*> bound;
  for (const HloInstruction* operand : operands) bound.push_back(&operand->shape());
  const Shapes first = elements[0]->tuple_shapes();
  const bool is_nested =
      elements[0]->IsTuple() && first.size() == bound.size() && StartsWith(first, bound);
  if (is_nested || !StartsWith(elements, bound)) return nullptr;
  return Grouped(elements, bound.size(), pool);
}

const Shape* UpgradedUpdateShape(const Shape& shape, absl::Span<HloInstruction* const> operands,
                                 ShapePool* pool) {
  if (!shape.IsTuple() || operands.empty()) return nullptr;
  const HloInstruction& previous = *operands[0];
  if (!IsAsyncStart(previous) && !IsAsyncUpdate(previous)) return nullptr;
  const Shapes bound = BoundShapes(previous);
  const Shapes elements = shape.tuple_shapes();
  const size_t count = bound.size() + operands.size() - 1;
  if (count == 0 || elements.size() <= count) return nullptr;
  const bool is_nested = elements[0]->IsTuple() && StartsWith(elements[0]->tuple_shapes(), bound);
  if (is_nested || !StartsWith(elements, bound)) return nullptr;
  return Grouped(elements, count, pool);
}

bool IsOlderShapeOf(const HloInstruction& instruction, const Shape& shape, ShapePool* pool) {
  if (!IsAsyncStart(instruction) && !IsAsyncUpdate(instruction)) return false;
  const size_t count = BoundShapes(instruction).size();
  if (!shape.IsTuple() || count == 0 || shape.tuple_shapes().size() <= count) return false;
  return ShapesCompatible(*Grouped(shape.tuple_shapes(), count, pool), instruction.shape());
}

}  // namespace hlo::internal
