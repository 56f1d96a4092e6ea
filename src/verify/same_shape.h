// Compares shapes: compatible, or equal except for some layout fields.
//
// Caches comparisons, so a large tuple is walked once, not once for each instruction that has it.
#ifndef HLO_VERIFY_SAME_SHAPE_H_
#define HLO_VERIFY_SAME_SHAPE_H_

#include <cstdint>
#include <tuple>

#include "hlo/shape.h"
#include "src/base/hash_table.h"

namespace hlo_text_v1::internal {

// Layout fields that a comparison ignores, one bit each; all ignore M(n), as in XLA. XLA
// Shape::Equal, Layout::Equal.
using LayoutFields = uint32_t;
inline constexpr LayoutFields kTiles = 1;
inline constexpr LayoutFields kTailPadding = 2;
inline constexpr LayoutFields kMemorySpace = 4;
inline constexpr LayoutFields kSplitConfig = 8;
inline constexpr LayoutFields kAllButMinorToMajor = 16;

class SameShape {
 public:
  // XLA ShapeUtil::Compatible.
  bool Compatible(const Shape& a, const Shape& b) { return Compare(a, b, kCompatible); }
  // XLA ShapeUtil::CompatibleIgnoringFpPrecision, CompatibleIgnoringElementType.
  bool CompatibleUpToPrecision(const Shape& a, const Shape& b) { return Compare(a, b, kAnyFloat); }
  bool CompatibleUpToType(const Shape& a, const Shape& b) { return Compare(a, b, kAnyType); }
  // XLA Shape::Equal.
  bool Equal(const Shape& a, const Shape& b, LayoutFields ignored) {
    return Compare(a, b, ignored);
  }
  // XLA ShapeUtil::IsPrefix, with compatible shapes (equal ones if `exact`).
  bool IsPrefix(const Shape& a, const Shape& b, bool exact);

 private:
  // How to compare: these bits, or the layout fields that are ignored.
  static constexpr uint32_t kCompatible = 0x100;
  static constexpr uint32_t kPrefix = 0x200;
  static constexpr uint32_t kAnyFloat = kCompatible | 0x400;
  static constexpr uint32_t kAnyType = kCompatible | 0x800;
  static bool SameType(PrimitiveType a, PrimitiveType b, uint32_t mode);
  bool Compare(const Shape& a, const Shape& b, uint32_t mode);
  // Whether same(element of a, element of b) holds for each element of `a`.
  template <typename Same>
  bool AllElements(const Shape& a, const Shape& b, uint32_t mode, Same same);

  // Keyed by the two shapes, both tuples, and the mode.
  HashMap<std::tuple<const Shape*, const Shape*, uint32_t>, bool> known_;
};

}  // namespace hlo_text_v1::internal

#endif  // HLO_VERIFY_SAME_SHAPE_H_
