// The recursion is as deep as the shapes are nested, which the parser limits.
#include "src/verify/same_shape.h"

namespace hlo {
namespace {

bool SameLayout(const Layout* a, const Layout* b, LayoutFields ignored) {
  if (a == b) return true;
  if (a == nullptr || b == nullptr) return false;
  if (a->minor_to_major != b->minor_to_major) return false;
  if (ignored.all_but_minor_to_major) return true;
  return (ignored.tiles || a->tiles == b->tiles) &&
         (ignored.tail_padding || a->tail_padding_alignment == b->tail_padding_alignment) &&
         a->index_primitive_type == b->index_primitive_type &&
         a->pointer_primitive_type == b->pointer_primitive_type &&
         a->element_size_in_bits == b->element_size_in_bits &&
         (ignored.memory_space || a->memory_space == b->memory_space) &&
         (ignored.split_config || a->split_configs == b->split_configs) &&
         a->dynamic_shape_metadata_prefix_bytes == b->dynamic_shape_metadata_prefix_bytes;
}

bool EqualArrays(const Shape& a, const Shape& b, LayoutFields ignored) {
  if (a.dimensions() != b.dimensions()) return false;
  for (int64_t i = 0; i < a.rank(); ++i) {
    if (a.is_dynamic_dimension(i) != b.is_dynamic_dimension(i)) return false;
  }
  return SameLayout(a.layout(), b.layout(), ignored);
}

}  // namespace

uint32_t SameShape::Mode(LayoutFields ignored) {
  return (ignored.tiles ? 1u : 0u) | (ignored.tail_padding ? 2u : 0u) |
         (ignored.memory_space ? 4u : 0u) | (ignored.split_config ? 8u : 0u) |
         (ignored.all_but_minor_to_major ? 16u : 0u);
}

bool SameShape::Compare(const Shape& a, const Shape& b, uint32_t mode, LayoutFields ignored) {
  if (&a == &b) return true;
  const size_t size = a.tuple_shapes().size();
  if (a.element_type() != b.element_type() || size != b.tuple_shapes().size()) return false;
  if (size == 0) {
    return mode == kCompatible ? ShapesCompatible(a, b) : EqualArrays(a, b, ignored);
  }
  const auto key = std::make_tuple(&a, &b, mode);
  const auto it = known_.find(key);
  if (it != known_.end()) return it->second;
  bool same = true;
  for (size_t i = 0; same && i < size; ++i) {
    same = Compare(*a.tuple_shapes()[i], *b.tuple_shapes()[i], mode, ignored);
  }
  known_.emplace(key, same);
  return same;
}

bool SameShape::IsPrefix(const Shape& a, const Shape& b, bool exact) {
  if (exact ? Equal(a, b, {}) : Compatible(a, b)) return true;
  if (!a.IsTuple()) return false;
  const size_t size = a.tuple_shapes().size();
  if (size == 0) return true;
  if (!b.IsTuple() || size > b.tuple_shapes().size()) return false;
  const auto key = std::make_tuple(&a, &b, exact ? kPrefix : kPrefix | kCompatible);
  const auto it = known_.find(key);
  if (it != known_.end()) return it->second;
  bool prefix = true;
  for (size_t i = 0; prefix && i < size; ++i) {
    prefix = IsPrefix(*a.tuple_shapes()[i], *b.tuple_shapes()[i], exact);
  }
  known_.emplace(key, prefix);
  return prefix;
}

}  // namespace hlo
