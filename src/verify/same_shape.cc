// The recursion is as deep as the shapes are nested, at most kMaxShapeDepth.
#include "src/verify/same_shape.h"

namespace hlo_text_v1::internal {
namespace {

bool SameLayout(const Layout* a, const Layout* b, LayoutFields ignored) {
  if (a == b) return true;
  if (a == nullptr || b == nullptr) return false;
  if (a->minor_to_major != b->minor_to_major) return false;
  if ((ignored & kAllButMinorToMajor) != 0) return true;
  return ((ignored & kTiles) != 0 || a->tiles == b->tiles) &&
         ((ignored & kTailPadding) != 0 ||
          a->tail_padding_alignment == b->tail_padding_alignment) &&
         a->index_primitive_type == b->index_primitive_type &&
         a->pointer_primitive_type == b->pointer_primitive_type &&
         a->element_size_in_bits == b->element_size_in_bits &&
         ((ignored & kMemorySpace) != 0 || a->memory_space == b->memory_space) &&
         ((ignored & kSplitConfig) != 0 || a->split_configs == b->split_configs);
}

bool EqualArrays(const Shape& a, const Shape& b, LayoutFields ignored) {
  if (a.dimensions() != b.dimensions()) return false;
  for (int64_t i = 0; i < a.rank(); ++i) {
    if (a.is_dynamic_dimension(i) != b.is_dynamic_dimension(i)) return false;
  }
  return SameLayout(a.layout(), b.layout(), ignored);
}

// Compares arrays; an unbounded dimension agrees with any size.
bool CompatibleSizes(const Shape& a, const Shape& b) {
  if (a.rank() != b.rank()) return false;
  for (int64_t i = 0; i < a.rank(); ++i) {
    if (a.dimensions(i) != b.dimensions(i) && !a.is_unbounded_dimension(i) &&
        !b.is_unbounded_dimension(i)) {
      return false;
    }
  }
  return true;
}

}  // namespace

bool SameShape::SameType(PrimitiveType a, PrimitiveType b, uint32_t mode) {
  if (a == b) return true;
  if (mode == kAnyType) return IsArrayType(a) && IsArrayType(b);
  return mode == kAnyFloat && IsFloatingType(a) && IsFloatingType(b);
}

template <typename Same>
bool SameShape::AllElements(const Shape& a, const Shape& b, uint32_t mode, Same same) {
  const auto key = std::make_tuple(&a, &b, mode);
  const auto it = known_.find(key);
  if (it != known_.end()) return it->second;
  bool all = true;
  for (size_t i = 0; all && i < a.tuple_shapes().size(); ++i) {
    all = same(*a.tuple_shapes()[i], *b.tuple_shapes()[i]);
  }
  known_.emplace(key, all);
  return all;
}

bool SameShape::Compare(const Shape& a, const Shape& b, uint32_t mode) {
  if (&a == &b) return true;
  const size_t size = a.tuple_shapes().size();
  if (!SameType(a.element_type(), b.element_type(), mode) || size != b.tuple_shapes().size()) {
    return false;
  }
  if (size == 0) {
    return (mode & kCompatible) != 0 ? CompatibleSizes(a, b) : EqualArrays(a, b, mode);
  }
  return AllElements(a, b, mode,
                     [&](const Shape& x, const Shape& y) { return Compare(x, y, mode); });
}

bool SameShape::IsPrefix(const Shape& a, const Shape& b, bool exact) {
  if (exact ? Equal(a, b, {}) : Compatible(a, b)) return true;
  if (!a.IsTuple()) return false;
  const size_t size = a.tuple_shapes().size();
  if (size == 0) return true;
  if (!b.IsTuple() || size > b.tuple_shapes().size()) return false;
  return AllElements(a, b, exact ? kPrefix : kPrefix | kCompatible,
                     [&](const Shape& x, const Shape& y) { return IsPrefix(x, y, exact); });
}

}  // namespace hlo_text_v1::internal
