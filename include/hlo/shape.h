// Shapes and layouts: f32[2,3]{1,0:T(8,128)}, (s32[], token[]), b(f32[4]).
//
// Shapes are immutable and interned in a ShapePool: two shapes of one pool are equal, layouts
// included, if and only if they are the same pointer. A shape lives as long as its pool.
//
//   hlo_text::Arena arena;
//   hlo_text::ShapePool pool(&arena);
//   const hlo_text::Shape* f32 = pool.Array(hlo_text::PrimitiveType::kF32, {2, 3});
//   const hlo_text::Shape* pair = pool.Tuple({f32, pool.Array(hlo_text::PrimitiveType::kS32, {})});
//   assert(hlo_text::PrintShape(*pair) == "(f32[2,3]{1,0}, s32[])");
#ifndef HLO_SHAPE_H_
#define HLO_SHAPE_H_

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "hlo/arena.h"
#include "hlo/internal/misuse.h"
#include "hlo/internal/stringify.h"
#include "hlo/primitive_type.h"

namespace hlo_text_v1 {

class ShapePool;

// Size of an unbounded dynamic dimension, written '?'. XLA Shape::kUnboundedSize.
inline constexpr int64_t kUnboundedSize = std::numeric_limits<int64_t>::min();
// How deep tuples and buffers may nest; more than any text can (ReadLimits::max_nesting_depth).
inline constexpr int kMaxShapeDepth = 10000;
// Tile dimension '*': this dimension is combined with the next more minor one.
inline constexpr int64_t kCombineDimension = std::numeric_limits<int64_t>::min();
// Tile dimension 'd': the tile matches the whole dimension.
inline constexpr int64_t kMatchDimension = std::numeric_limits<int64_t>::min() + 1;

// One tile of a layout, T(8,128). Sizes count elements; kCombineDimension and kMatchDimension are
// the only negative ones.
struct Tile {
  absl::Span<const int64_t> dimensions;
};

// SC(0:16,32): physical dimension `dimension` is split before the given element indices.
struct SplitConfig {
  int64_t dimension;
  absl::Span<const int64_t> split_indices;
};

// How an array lies in memory. Field order is the order of the text. XLA Layout.
struct Layout {
  absl::Span<const int64_t> minor_to_major;  // as many entries as the shape's rank
  absl::Span<const Tile> tiles;              // T(..)(..)
  int64_t tail_padding_alignment = 1;        // L(n), in elements, at least 1
  PrimitiveType index_primitive_type = PrimitiveType::kInvalid;    // #(u32); kInvalid: none
  PrimitiveType pointer_primitive_type = PrimitiveType::kInvalid;  // *(u32); kInvalid: none
  int64_t element_size_in_bits = 0;                                // E(4); 0: natural size
  int64_t memory_space = 0;                                        // S(n), -128..127
  absl::Span<const SplitConfig> split_configs;                     // SC(..)
  int64_t dynamic_shape_metadata_prefix_bytes = 0;                 // M(n), bytes
};

// Whether two tiles, split configurations or layouts are equal in all fields. Linear in their size.
bool operator==(const Tile& a, const Tile& b);
bool operator==(const SplitConfig& a, const SplitConfig& b);
bool operator==(const Layout& a, const Layout& b);
inline bool operator!=(const Layout& a, const Layout& b) { return !(a == b); }

class Shape {
 public:
  PrimitiveType element_type() const { return element_type_; }
  bool IsArray() const { return IsArrayType(element_type_); }
  bool IsTuple() const { return element_type_ == PrimitiveType::kTuple; }
  bool IsBuffer() const { return element_type_ == PrimitiveType::kBuffer; }
  bool IsToken() const { return element_type_ == PrimitiveType::kTOKEN; }
  bool IsOpaque() const { return element_type_ == PrimitiveType::kOPAQUE; }
  // Whether the shape or a part of it has an element type that this version does not know; a text
  // may have such with ParseOptions::allow_unknown (hlo/unknown_words.h).
  bool has_unknown_type() const { return has_unknown_type_; }
  // The whole text, as written, of an opaque that stands for an array of such a type,
  // f99[2,3]{1,0}: its size is not known. Empty for any other shape.
  std::string_view unknown_text() const {
    return has_unknown_type_ && IsOpaque() ? text_ : std::string_view();
  }
  // Its type, f99.
  std::string_view unknown_type() const { return unknown_text().substr(0, text_.find('[')); }
  bool IsScalar() const { return IsArray() && dimensions_.empty(); }

  // Sizes of an array, major (index 0) to minor; empty for anything else. The size of a bounded
  // dynamic dimension is its bound, that of an unbounded one kUnboundedSize; all others are >= 0.
  absl::Span<const int64_t> dimensions() const { return dimensions_; }
  // 0 if there is no dimension i.
  int64_t dimensions(int64_t i) const {
    return CheckIndex(internal::AccessorMisuse::kDimension, i, dimensions_.size())
               ? dimensions_[static_cast<size_t>(i)]
               : 0;
  }
  int64_t rank() const { return static_cast<int64_t>(dimensions_.size()); }
  // Whether dimension i is dynamic, bounded (<=8) or not (?); false if there is none.
  bool is_dynamic_dimension(int64_t i) const {
    return dynamic_ != nullptr &&
           CheckIndex(internal::AccessorMisuse::kDimension, i, dimensions_.size()) && dynamic_[i];
  }
  bool is_unbounded_dimension(int64_t i) const { return dimensions(i) == kUnboundedSize; }
  bool is_static() const { return dynamic_ == nullptr; }

  // Layout of an array; nullptr if it has none. Parsed arrays always have one.
  const Layout* layout() const { return layout_; }

  // Elements of a tuple; the one wrapped shape of a buffer; empty for anything else.
  absl::Span<const Shape* const> tuple_shapes() const { return tuple_shapes_; }
  // nullptr if there is no element i.
  const Shape* tuple_shapes(int64_t i) const {
    return CheckIndex(internal::AccessorMisuse::kTupleShape, i, tuple_shapes_.size())
               ? tuple_shapes_[static_cast<size_t>(i)]
               : nullptr;
  }

  // The text with layouts (all but long tuples) and without (arrays) if the pool keeps it, else
  // empty. PrintShape (hlo/print_values.h) works for any shape.
  std::string_view cached_text() const { return text_; }
  std::string_view cached_text_without_layout() const { return text_without_layout_; }

 private:
  friend class ShapePool;
  friend int64_t LeafCount(const Shape& shape);

  static bool CheckIndex(internal::AccessorMisuse misuse, int64_t i, size_t size) {
    if (static_cast<uint64_t>(i) < size) return true;
    ReportMisuse(misuse);
    return false;
  }

  PrimitiveType element_type_ = PrimitiveType::kInvalid;
  bool has_unknown_type_ = false;
  int depth_ = 0;  // of the elements below this one
  int64_t leaf_count_ = 1;
  const bool* dynamic_ = nullptr;  // one flag a dimension; nullptr: all static
  absl::Span<const int64_t> dimensions_;
  const Layout* layout_ = nullptr;
  absl::Span<const Shape* const> tuple_shapes_;
  std::string_view text_;
  std::string_view text_without_layout_;
};

// Makes and owns interned shapes. Every function costs time linear in its arguments. Not safe for
// concurrent use; the shapes are immutable and safe to read from any thread.
class ShapePool {
 public:
  // Puts shapes into `arena`, which must outlive the pool and all its shapes.
  explicit ShapePool(Arena* arena);
  ~ShapePool();
  ShapePool(ShapePool&&) noexcept;
  ShapePool& operator=(ShapePool&&) noexcept;

  // An array of static `dimensions` (>= 0) with the default layout, minor-to-major rank-1..0.
  const Shape* Array(PrimitiveType type, absl::Span<const int64_t> dimensions);
  // An array with dynamic marks (one a dimension; any other number: all static) and a layout
  // (nullptr: the default one). Spans and layout are copied.
  const Shape* Array(PrimitiveType type, absl::Span<const int64_t> dimensions,
                     absl::Span<const bool> dynamic, const Layout* layout);
  // An array without any layout, f32[2,3], as XLA holds it if the layout is unset.
  const Shape* ArrayWithoutLayout(PrimitiveType type, absl::Span<const int64_t> dimensions,
                                  absl::Span<const bool> dynamic);
  // Of shapes of this pool. So that functions may recurse over shapes, a tuple or buffer that would
  // nest deeper than kMaxShapeDepth has no elements, or the empty tuple in it. So has one of
  // nullptr.
  const Shape* Tuple(absl::Span<const Shape* const> elements);
  const Shape* Buffer(const Shape* array);
  const Shape* Token();
  // With a text, one that stands for an array of an unknown type (Shape::unknown_text), which the
  // text must be; it is copied.
  const Shape* Opaque(std::string_view unknown_text = {});
  const Shape* Scalar(PrimitiveType type) { return Array(type, {}); }

  // `shape` (an array) with another element type; keeps its layout, but drops the element size in
  // bits unless the new type is narrower than a byte. XLA ShapeUtil::ChangeElementType.
  const Shape* ChangeElementType(const Shape& shape, PrimitiveType type);

  // The same shape with the default minor-to-major order in every array, also inside tuples and
  // buffers; keeps the other fields of layouts. XLA LayoutUtil::SetToDefaultLayout.
  const Shape* ResetMinorToMajor(const Shape& shape);

  // The same shape with all dimensions static.
  const Shape* MakeStatic(const Shape& shape);

  // Takes over the shapes of `other`, whose arena must live as long as this pool and its shapes;
  // this pool's arena may Adopt it. Calls `replaced(theirs, ours)` for each shape that this pool
  // already has: holders of `theirs` must take `ours` instead. The others are valid in this pool.
  // `other` may then only be destroyed. Linear in the shapes of `other`.
  void Adopt(ShapePool&& other, absl::FunctionRef<void(const Shape*, const Shape*)> replaced);

  // Whether `shape` itself, not an equal one, is of this pool. Linear in its dimensions or
  // elements.
  bool Contains(const Shape* shape) const;

  Arena* arena() { return arena_; }

 private:
  struct Tables;
  static int DepthAround(absl::Span<const Shape* const> elements);
  const Shape* Intern(const Shape& candidate);
  void KeepText(Shape* shape);
  const Layout* InternLayout(const Layout& layout, int64_t rank);

  Arena* arena_;
  std::unique_ptr<Tables> tables_;
};

// Whether two shapes are equal, layouts included. Within one pool that is the same pointer; across
// pools linear in the different parts of both. XLA Shape::operator==.
bool operator==(const Shape& a, const Shape& b);
inline bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }
// Whether element types, sizes and tuple structure agree; ignores layouts and dynamic marks, and an
// unbounded dimension agrees with any size. Linear in the shapes. XLA ShapeUtil::Compatible.
bool ShapesCompatible(const Shape& a, const Shape& b);
// Whether two arrays have equal sizes; ignores element types and layouts. XLA
// ShapeUtil::SameDimensions.
bool SameDimensions(const Shape& a, const Shape& b);
// Whether two arrays of equal rank have the same dynamic dimensions.
bool SameDynamicDimensions(const Shape& a, const Shape& b);
// Number of arrays, tokens, opaques and buffers in the flattened shape, at most the largest
// int64_t: tuples of one tuple may stand for more; 0 for the empty tuple. Constant time.
inline int64_t LeafCount(const Shape& shape) { return shape.leaf_count_; }
// The part of a nested tuple at `index`, {1,0}: element 0 of element 1; nullptr if there is none.
// Lives as long as the pool of `shape`. Linear in `index`.
const Shape* Subshape(const Shape& shape, absl::Span<const int64_t> index);
// Product of the dimensions of an array, with bounds as sizes and 1 for unbounded ones; nullopt if
// it does not fit int64.
inline std::optional<int64_t> ElementCount(const Shape& shape) {
  int64_t count = 1;
  for (int64_t size : shape.dimensions()) {
    if (size == kUnboundedSize) continue;
    if (__builtin_mul_overflow(count, size, &count)) return std::nullopt;
  }
  return count;
}

// ---- Text, as PrintShape and PrintLayout (hlo/print_values.h) return it.

// Append the text to `out`. AppendShape copies the cached text if there is one; else linear in it.
void AppendShape(const Shape& shape, bool with_layout, std::string* out);
void AppendLayout(const Layout& layout, std::string* out);
}  // namespace hlo_text_v1

// `stream << shape` and absl::StrCat(shape) write PrintShape(shape), hlo/print_values.h.
HLO_TEXT_STRINGIFY(Shape)

#endif  // HLO_SHAPE_H_
