// Layouts and sizes of shapes, unbounded dimensions. Each distinct shape is checked once; an
// invalid one is reported for each instruction that has it. Source: XLA layout_util.cc
// ValidateLayoutForShape, shape_util.cc ValidateShape.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hlo/print_values.h"
#include "src/verify/rules.h"

namespace hlo_text_v1::internal {
namespace {

std::string Braces(absl::Span<const int64_t> values) {
  return StrCat("{", Joined(values, ", "), "}");
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

// The error in the layout or size of `shape`, which must not be a tuple.
std::optional<LayoutRules::Problem> LayoutRules::ProblemOf(const Shape& shape) const {
  if (shape.IsArray()) {
    if (!ElementCount(shape).has_value()) {
      return Problem{
          Code::kShapeOverflow,
          {std::string(PrimitiveTypeUpperName(shape.element_type())), PrintShape(shape)}};
    }
    if (!CheckedByteSize(shape).has_value())
      return Problem{Code::kShapeSizeOverflow, {PrintShape(shape)}};
  }
  if (shape.layout() == nullptr || context_.options().before_optimizations) return std::nullopt;
  const Layout& layout = *shape.layout();
  const absl::Span<const int64_t> order = layout.minor_to_major;
  if (static_cast<int64_t>(order.size()) != shape.rank()) {
    return Problem{
        Code::kLayoutRank,
        {StrCat(order.size()), StrCat(shape.rank()), Braces(order), PrintShape(shape, false)}};
  }
  std::vector<bool> seen(order.size());
  for (int64_t dimension : order) {
    const bool out_of_bounds = dimension < 0 || dimension >= shape.rank();
    if (out_of_bounds || seen[dimension]) {
      return Problem{out_of_bounds ? Code::kLayoutOutOfBounds : Code::kLayoutDuplicate,
                     {Braces(order), PrintShape(shape)}};
    }
    seen[dimension] = true;
  }
  if (layout.tail_padding_alignment <= 0) {
    return Problem{Code::kLayoutTailPadding, {StrCat(layout.tail_padding_alignment)}};
  }
  if (layout.index_primitive_type != PrimitiveType::kInvalid) {
    return Problem{Code::kLayoutNotSparse, {"index", PrintShape(shape)}};
  }
  if (layout.pointer_primitive_type != PrimitiveType::kInvalid) {
    return Problem{Code::kLayoutNotSparse, {"pointer", PrintShape(shape)}};
  }
  if (HasInvalidTile(layout)) return Problem{Code::kLayoutTiles, {PrintShape(shape)}};
  return std::nullopt;
}

// The first unsound array in `shape`; nullptr if there is none.
const Shape* LayoutRules::FirstUnsound(const Shape& shape) {
  const auto it = first_unsound_.find(&shape);
  if (it != first_unsound_.end()) return it->second;
  const Shape* unsound = nullptr;
  if (shape.tuple_shapes().empty()) {
    if (ProblemOf(shape).has_value()) unsound = &shape;
  } else {
    for (const Shape* element : shape.tuple_shapes()) {
      unsound = FirstUnsound(*element);
      if (unsound != nullptr) break;
    }
  }
  first_unsound_.emplace(&shape, unsound);
  return unsound;
}

template <typename Where>
void LayoutRules::VerifyShape(const Where& where, const Shape& shape) {
  const Shape* unsound = FirstUnsound(shape);
  if (unsound == nullptr) return;
  const std::optional<Problem> problem = ProblemOf(*unsound);
  context_.Error(where, problem->code, problem->arguments[0], problem->arguments[1],
                 problem->arguments[2], problem->arguments[3]);
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
    context_.Error(instruction, Code::kUnboundedDynamism, instruction);
  }
  if (!context_.options().before_optimizations && shape.IsArray() && shape.layout() != nullptr &&
      static_cast<int64_t>(shape.layout()->minor_to_major.size()) != shape.rank()) {
    context_.Error(instruction, Code::kLayoutSizeMismatch, instruction);
    return;
  }
  VerifyShape(instruction, shape);
}

void LayoutRules::VerifyEntryShape(const Shape& shape) {
  const HloComputation& entry = *context_.module().entry_computation();
  VerifyShape(entry, shape);
}

}  // namespace hlo_text_v1::internal
