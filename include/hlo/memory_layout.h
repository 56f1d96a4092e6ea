// How arrays lie in memory: their sizes in bytes, and where each element is.
//
//   // f32[10,10]{1,0:T(8,128)}
//   assert(hlo_text::ByteSizeOf(*shape) == 400);
//   assert(hlo_text::AllocatedBytesOf(*shape) == 8192);
//   assert(hlo_text::LinearIndex(*shape, {3, 4}) == 388);  // offset of element [3,4], in elements
//   assert(hlo_text::MultiIndex(*shape, 388) == std::vector<int64_t>({3, 4}));
//
// A layout puts the dimensions in order, {1,0}, most minor first. Tiles, T(8,128)(2,1), then cut
// the most minor dimensions into blocks that are padded and laid out one by one; each further tile
// cuts what the one before made. E(n) sets the bits of an element, L(n) rounds the number of
// elements up, M(n) puts n bytes in front. An array without a layout, or with one that does not
// name each dimension once, is row-major. Bounded dimensions count as their bounds, unbounded ones
// as 1. Split configurations, SC(...), are ignored. Source: XLA's tiled layout document, ShapeUtil,
// LayoutUtil.
//
// Functions are pure; sizes saturate at the largest int64_t.
#ifndef HLO_MEMORY_LAYOUT_H_
#define HLO_MEMORY_LAYOUT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "hlo/shape.h"

namespace hlo_text_v1 {

// ---- Sizes.

// Bits of an element: E(n), or 8 times ByteWidth of its type; 0 if `array` is none. Constant time.
int64_t ElementBits(const Shape& array);

// Bytes of the elements without any padding; of a tuple the sum over its arrays, without pointer
// tables; of a b(...) what it wraps; 0 for tokens and opaques. Linear in the shape, however often
// it has the same tuple. XLA ShapeUtil::ByteSizeOfElements.
int64_t ByteSizeOf(const Shape& shape);

// Elements of an array; of a tuple the sum over its arrays; of a b(...) what it wraps; 0 for tokens
// and opaques. Costs as ByteSizeOf. XLA ShapeUtil::ElementsInRecursive.
int64_t TotalElementCount(const Shape& shape);

// Elements of an array with the padding of its tiles and L(n); nullopt if they do not fit int64.
// Linear in the layout. XLA ShapeUtil::ArraySize counts the first tile only.
std::optional<int64_t> PaddedElementCount(const Shape& array);

// Bytes that the arrays take in memory: of PaddedElementCount, and the M(n) in front. Tuples and
// b(...) as ByteSizeOf. XLA ShapeUtil::ArraySize.
int64_t AllocatedBytesOf(const Shape& shape);

// The same in each memory space, S(n), sorted by n; only spaces that `shape` uses.
struct MemorySpaceBytes {
  int64_t memory_space;  // 0: the default one
  int64_t bytes;
};
std::vector<MemorySpaceBytes> AllocatedBytesByMemorySpace(const Shape& shape);

// ---- Elements. Offsets count elements, from the first one; those of L(n) and M(n) are not in it.

// Where the element at `index` (one number per dimension, major to minor) is, tiles included;
// nullopt if it is outside of the array, or the offset does not fit int64. Linear in the layout.
// XLA LayoutUtil::LinearIndex, IndexUtil::MultidimensionalIndexToLinearIndex.
std::optional<int64_t> LinearIndex(const Shape& array, absl::Span<const int64_t> index);
// The element at an offset; nullopt if that is padding or outside of the array. Linear in the
// layout. XLA IndexUtil::LinearIndexToMultidimensionalIndex.
std::optional<std::vector<int64_t>> MultiIndex(const Shape& array, int64_t offset);

// ---- Layouts as shapes.

// The dimensions in physical order, the most major first: {1,0,2} of f32[10,20,30]{2,0,1}. Linear
// in the rank.
std::vector<int64_t> MajorToMinor(const Shape& array);

// The array with its dimensions in physical order and a descending layout: f32[20,10,30]{2,1,0} for
// f32[10,20,30]{2,0,1}. It lies in memory like `shape`; tiles and all else of the layout stay. The
// same for each array in a tuple or b(...). Compilers call it normalized, or the physical shape.
// The result is of `pool`, which need not be that of `shape`. Linear in the shape. XLA
// ShapeUtil::MakeShapeWithDescendingLayoutAndSamePhysicalLayout.
const Shape* PhysicalShape(const Shape& shape, ShapePool& pool);

// Whether an instruction that makes `result` from `operand` moves no element, and a bitcast can
// take its place: a reshape, or a transpose by `dimensions`, where dimension i of the result is
// dimensions[i] of the operand. A copy that only changes the layout is a transpose by 0, 1, 2, ...
// Dimensions of size 1 may be anywhere, outside of tiles. False if the element types, tiles or
// memory spaces differ, if a dimension has no bound, or if the shapes do not fit each other.
// Linear in the rank. XLA ShapeUtil::ReshapeIsBitcast, TransposeIsBitcast.
bool ReshapeIsBitcast(const Shape& operand, const Shape& result);
bool TransposeIsBitcast(const Shape& operand, const Shape& result,
                        absl::Span<const int64_t> dimensions);

// Whether a copy of `operand` to `result`, an array of the same type and dimensions, puts elements
// elsewhere in the array: the order of dimensions or the tiles differ. The memory space does not
// count. False if a dimension has no bound. Linear in the rank.
bool CopyChangesLayout(const Shape& operand, const Shape& result);

}  // namespace hlo_text_v1

#endif  // HLO_MEMORY_LAYOUT_H_
