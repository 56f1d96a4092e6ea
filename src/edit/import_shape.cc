// Elements first, with an explicit stack: tuples may nest deeply and share elements.
#include "src/edit/import_shape.h"

#include <vector>

#include "absl/container/inlined_vector.h"
#include "src/ir/walk.h"

namespace hlo::internal {

const Shape* ShapeImporter::Find(const Shape* shape) const {
  auto found = imported_.find(shape);
  return found == imported_.end() ? nullptr : found->second;
}

const Shape* ShapeImporter::Import(const Shape* shape) {
  if (shape == nullptr) return nullptr;
  if (const Shape* known = Find(shape)) return known;
  WalkPostOrder(
      shape, [this](const Shape* next) { return imported_.try_emplace(next, nullptr).second; },
      [](const Shape* next) {
        const auto elements = next->tuple_shapes();
        return std::vector<const Shape*>(elements.begin(), elements.end());
      },
      [this](const Shape* done) { imported_[done] = Make(*done); });
  return Find(shape);
}

// The elements of `shape` must be imported already.
const Shape* ShapeImporter::Make(const Shape& shape) {
  if (shape.IsTuple()) {
    std::vector<const Shape*> elements;
    for (const Shape* element : shape.tuple_shapes()) elements.push_back(Find(element));
    return pool_.Tuple(elements);
  }
  if (shape.IsBuffer()) return pool_.Buffer(Find(shape.tuple_shapes(0)));
  if (shape.IsToken()) return pool_.Token();
  if (shape.IsOpaque()) return pool_.Opaque();
  absl::InlinedVector<bool, 8> marks;
  for (int64_t i = 0; !shape.is_static() && i < shape.rank(); ++i) {
    marks.push_back(shape.is_dynamic_dimension(i));
  }
  if (shape.layout() == nullptr) {
    return pool_.ArrayWithoutLayout(shape.element_type(), shape.dimensions(), marks);
  }
  return pool_.Array(shape.element_type(), shape.dimensions(), marks, shape.layout());
}

}  // namespace hlo::internal
