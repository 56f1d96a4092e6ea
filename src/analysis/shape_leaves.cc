// For each tuple, keeps where the leaves of its elements end; a path adds up the ends of the
// elements before it.
#include "src/analysis/shape_leaves.h"

#include <utility>

namespace hlo_text_v1::internal {

size_t ShapeLeaves::Count(const Shape& shape) {
  if (!shape.IsTuple()) return 1;
  const std::vector<size_t>& ends = Ends(shape);
  return ends.empty() ? 0 : ends.back();
}

// Nested tuples first, with an explicit stack.
const std::vector<size_t>& ShapeLeaves::Ends(const Shape& shape) {
  std::vector<const Shape*> open = {&shape};
  while (!open.empty()) {
    const Shape* at = open.back();
    if (ends_.contains(at)) {
      open.pop_back();
      continue;
    }
    const size_t depth = open.size();
    for (const Shape* element : at->tuple_shapes()) {
      if (element->IsTuple() && !ends_.contains(element)) open.push_back(element);
    }
    if (open.size() > depth) continue;
    std::vector<size_t> ends;
    size_t end = 0;
    for (const Shape* element : at->tuple_shapes()) {
      if (!element->IsTuple()) {
        ++end;
      } else if (const std::vector<size_t>& inner = ends_[element]; !inner.empty()) {
        end += inner.back();
      }
      ends.push_back(end);
    }
    ends_[at] = std::move(ends);
    open.pop_back();
  }
  return ends_[&shape];
}

ShapeLeaves::Range ShapeLeaves::At(const Shape& shape, ShapeIndex index) {
  Range range;
  const Shape* at = &shape;
  for (const int64_t i : index) {
    if (!at->IsTuple() || i < 0 || i >= static_cast<int64_t>(at->tuple_shapes().size())) return {};
    if (i > 0) range.begin += Ends(*at)[static_cast<size_t>(i - 1)];
    at = at->tuple_shapes(i);
  }
  range.count = Count(*at);
  range.exists = true;
  return range;
}

const Shape* ShapeLeaves::ArrayOf(const Shape& leaf) {
  const Shape& array =
      leaf.IsBuffer() && !leaf.tuple_shapes().empty() ? *leaf.tuple_shapes().front() : leaf;
  return array.IsArray() ? &array : nullptr;
}

int64_t ShapeLeaves::SpaceOf(const Shape& leaf) {
  const Shape* array = ArrayOf(leaf);
  return array == nullptr || array->layout() == nullptr ? 0 : array->layout()->memory_space;
}

}  // namespace hlo_text_v1::internal
