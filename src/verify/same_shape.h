// Compares shapes: compatible, or equal except for some layout fields.
//
// Caches comparisons, so a large tuple is walked once, not once for each instruction that has it.
#ifndef HLO_VERIFY_SAME_SHAPE_H_
#define HLO_VERIFY_SAME_SHAPE_H_

#include <cstdint>
#include <tuple>

#include "absl/container/flat_hash_map.h"
#include "hlo/shape.h"

namespace hlo {

// Layout fields that a comparison ignores. XLA Shape::Equal, Layout::Equal.
struct LayoutFields {
  bool tiles = false;
  bool tail_padding = false;
  bool memory_space = false;
  bool split_config = false;
  bool all_but_minor_to_major = false;
};

class SameShape {
 public:
  // XLA ShapeUtil::Compatible.
  bool Compatible(const Shape& a, const Shape& b) { return Compare(a, b, kCompatible, {}); }
  // XLA Shape::Equal.
  bool Equal(const Shape& a, const Shape& b, LayoutFields ignored) {
    return Compare(a, b, Mode(ignored), ignored);
  }
  // XLA ShapeUtil::IsPrefix, with compatible shapes (equal ones if `exact`).
  bool IsPrefix(const Shape& a, const Shape& b, bool exact);

 private:
  static constexpr uint32_t kCompatible = 0x100;
  static constexpr uint32_t kPrefix = 0x200;
  static uint32_t Mode(LayoutFields ignored);
  bool Compare(const Shape& a, const Shape& b, uint32_t mode, LayoutFields ignored);

  // By the two shapes, both tuples, and the kind of comparison.
  absl::flat_hash_map<std::tuple<const Shape*, const Shape*, uint32_t>, bool> known_;
};

}  // namespace hlo

#endif  // HLO_VERIFY_SAME_SHAPE_H_
