// Layouts and sizes of shapes, unbounded dimensions. Each distinct shape is looked at once; that it
// is not sound is said for each instruction that has it.
// Source: XLA layout_util.cc ValidateLayoutForShape, shape_util.cc ValidateShape.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "hlo/printer.h"
#include "src/verify/rules.h"

namespace hlo {

using Code = DiagnosticCode;

namespace {

std::string Braces(absl::Span<const int64_t> values) {
  return StrCat("{", std::string(absl::StrJoin(values, ", ")), "}");
}

bool HasInvalidTile(const Layout& layout) {
  for (const Tile& tile : layout.tiles) {
    if (tile.dimensions.empty()) return true;
    for (int64_t size : tile.dimensions) {
      if (size == 0) return true;
    }
  }
  return false;
}

}  // namespace

template <typename Where>
bool LayoutRules::VerifyLayout(const Where& where, const Shape& shape) {
  if (shape.layout() == nullptr) return true;
  const Layout& layout = *shape.layout();
  const absl::Span<const int64_t> order = layout.minor_to_major;
  const auto fail = [&](Code code) {
    context_.Error(where, code, Braces(order), ShapeToString(shape));
    return false;
  };
  if (static_cast<int64_t>(order.size()) != shape.rank()) {
    context_.Error(where, Code::kLayoutRank, order.size(), shape.rank(), Braces(order),
                   ShapeToString(shape, false));
    return false;
  }
  std::vector<bool> seen(order.size());
  for (int64_t dimension : order) {
    if (dimension < 0 || dimension >= shape.rank()) return fail(Code::kLayoutOutOfBounds);
    if (seen[dimension]) return fail(Code::kLayoutDuplicate);
    seen[dimension] = true;
  }
  if (layout.tail_padding_alignment <= 0) {
    context_.Error(where, Code::kLayoutTailPadding, layout.tail_padding_alignment);
    return false;
  }
  if (layout.index_primitive_type != PrimitiveType::kInvalid) {
    context_.Error(where, Code::kLayoutNotSparse, "index", ShapeToString(shape));
    return false;
  }
  if (layout.pointer_primitive_type != PrimitiveType::kInvalid) {
    context_.Error(where, Code::kLayoutNotSparse, "pointer", ShapeToString(shape));
    return false;
  }
  if (HasInvalidTile(layout)) {
    context_.Error(where, Code::kLayoutTiles, ShapeToString(shape));
    return false;
  }
  return true;
}

template <typename Where>
bool LayoutRules::VerifySize(const Where& where, const Shape& shape) {
  if (!shape.IsArray()) return true;
  const std::optional<int64_t> count = ElementCount(shape);
  if (!count.has_value()) {
    context_.Error(where, Code::kShapeOverflow, PrimitiveTypeUpperName(shape.element_type()),
                   ShapeToString(shape));
    return false;
  }
  int64_t bytes;
  if (__builtin_mul_overflow(*count, int64_t{ByteWidth(shape.element_type())}, &bytes)) {
    context_.Error(where, Code::kShapeSizeOverflow, ShapeToString(shape));
    return false;
  }
  return true;
}

template <typename Where>
bool LayoutRules::VerifyShape(const Where& where, const Shape& shape) {
  const auto it = sound_.find(&shape);
  if (it != sound_.end() && it->second) return true;
  bool sound = true;
  if (shape.tuple_shapes().empty()) {
    sound = VerifyLayout(where, shape) && VerifySize(where, shape);
  } else {
    // One message for a tuple is enough.
    for (const Shape* element : shape.tuple_shapes()) {
      sound = sound && VerifyShape(where, *element);
    }
  }
  sound_[&shape] = sound;
  return sound;
}

bool LayoutRules::HasUnboundedDimension(const Shape& shape) {
  if (shape.tuple_shapes().empty()) {
    for (int64_t i = 0; i < shape.rank(); ++i) {
      if (shape.is_unbounded_dimension(i)) return true;
    }
    return false;
  }
  const auto it = unbounded_.find(&shape);
  if (it != unbounded_.end()) return it->second;
  bool unbounded = false;
  for (const Shape* element : shape.tuple_shapes()) {
    unbounded = unbounded || HasUnboundedDimension(*element);
  }
  unbounded_.emplace(&shape, unbounded);
  return unbounded;
}

void LayoutRules::Verify(const HloInstruction& instruction) {
  const Shape& shape = instruction.shape();
  if (!context_.options().allow_unbounded_dynamism && HasUnboundedDimension(shape)) {
    context_.Error(instruction, Code::kUnboundedDynamism, PrintHloInstruction(instruction));
  }
  if (shape.IsArray() && shape.layout() != nullptr &&
      static_cast<int64_t>(shape.layout()->minor_to_major.size()) != shape.rank()) {
    context_.Error(instruction, Code::kLayoutSizeMismatch, PrintHloInstruction(instruction));
    return;
  }
  VerifyShape(instruction, shape);
}

void LayoutRules::VerifyEntryShape(const Shape& shape) {
  const HloComputation& entry = *context_.module().entry_computation();
  VerifyShape(entry, shape);
}

}  // namespace hlo
