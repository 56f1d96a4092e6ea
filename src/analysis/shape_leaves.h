// The leaves of a shape (arrays, tokens, opaques, buffers), numbered in order.
#ifndef HLO_ANALYSIS_SHAPE_LEAVES_H_
#define HLO_ANALYSIS_SHAPE_LEAVES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hlo/attribute_values.h"
#include "hlo/shape.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

// Remembers the tuples it has seen, so a query costs the length of its path.
class ShapeLeaves {
 public:
  struct Range {
    size_t begin = 0;
    size_t count = 0;
    bool exists = false;
  };

  // 1 for anything but a tuple. Linear in the tuples it has not seen.
  size_t Count(const Shape& shape);
  // The leaves of the part of `shape` at `index`.
  Range At(const Shape& shape, ShapeIndex index);
  // The leaf as an array, also inside a buffer; else nullptr.
  static const Shape* ArrayOf(const Shape& leaf);
  // The memory space of that array; 0 if there is none.
  static int64_t SpaceOf(const Shape& leaf);

 private:
  const std::vector<size_t>& Ends(const Shape& shape);

  // For tuples: the leaf at which each element ends, exclusive.
  HashMap<const Shape*, std::vector<size_t>> ends_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_ANALYSIS_SHAPE_LEAVES_H_
