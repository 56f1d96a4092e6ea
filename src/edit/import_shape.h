// Imports shapes of one module into the pool of another.
#ifndef HLO_EDIT_IMPORT_SHAPE_H_
#define HLO_EDIT_IMPORT_SHAPE_H_

#include "hlo/shape.h"
#include "src/base/hash_table.h"

namespace hlo::internal {

class ShapeImporter {
 public:
  // `pool` must outlive the importer.
  explicit ShapeImporter(ShapePool* pool) : pool_(*pool) {}
  // The pool's shape that equals `shape`, which may be from any pool and must outlive the importer.
  // Linear in its size the first time, then constant. nullptr gives nullptr.
  const Shape* Import(const Shape* shape);

 private:
  const Shape* Find(const Shape* shape) const;
  const Shape* Make(const Shape& shape);

  ShapePool& pool_;
  HashMap<const Shape*, const Shape*> imported_;
};

}  // namespace hlo::internal

#endif  // HLO_EDIT_IMPORT_SHAPE_H_
