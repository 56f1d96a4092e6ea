// slice, dynamic-slice, dynamic-update-slice.
//
// Source: XLA ShapeInference::InferSliceShape, InferDynamicSliceShape,
// InferDynamicUpdateSliceShape.
#include "src/infer/rules.h"

namespace hlo_text_v1::internal::infer {
namespace {

// The entries of all ranges as messages list them: "0,0".
std::string Entries(absl::Span<const SliceRange> ranges, int64_t SliceRange::* entry) {
  return Joined(ranges, ",", [&](const SliceRange& range) { return StrCat(range.*entry); });
}

absl::Status RefuseSlice(const std::string& message, const Shape& operand,
                         absl::Span<const SliceRange> ranges) {
  return Fail(message, " in slice operation; argument shape: ", Text(operand), "; starts: {",
              Entries(ranges, &SliceRange::start), "}; limits: {",
              Entries(ranges, &SliceRange::limit), "}; strides: {",
              Entries(ranges, &SliceRange::stride), "}.");
}

// The indices after the first `fixed` operands: a scalar for each dimension of `operand`, or one
// array with an element for each. `who` is "Dynamic slice" or "Dynamic update slice".
absl::Status CheckIndices(const HloInstruction& instruction, const Shape& operand, size_t fixed,
                          std::string_view who) {
  const auto indices = instruction.operands().subspan(fixed);
  const auto check_type = [&](const Shape& index) {
    return IsIntegralType(index.element_type())
               ? absl::OkStatus()
               : Fail(who, " start indices must be of integral type.");
  };
  if (indices.size() == 1 && indices[0]->shape().rank() == 1) {
    const Shape& starts = indices[0]->shape();
    HLO_RETURN_IF_ERROR(check_type(starts));
    if (starts.dimensions(0) == operand.rank()) return absl::OkStatus();
    return Fail(who, " start number of dimensions ", starts.dimensions(0), " (", Text(starts),
                ") must match rank ", operand.rank(), " of slice input (", Text(operand), ").");
  }
  if (static_cast<int64_t>(indices.size()) != operand.rank()) {
    return Fail(who, " start number of dimensions ", indices.size(), " must match rank ",
                operand.rank(), " of slice input (", Text(operand), ").");
  }
  if (indices.empty()) return absl::OkStatus();
  const Shape& first = indices[0]->shape();
  if (!first.IsScalar()) return Fail(who, " indices must be scalar, not ", Text(first), ".");
  HLO_RETURN_IF_ERROR(check_type(first));
  for (const HloInstruction* index : indices) {
    if (ShapesCompatible(first, index->shape())) continue;
    return Fail(who,
                " start indices must all have the same shape, got mismatching indices with shapes ",
                Text(first), " and ", Text(index->shape()), ".");
  }
  return absl::OkStatus();
}

}  // namespace

ShapeOr InferGivenSlice(const HloInstruction& instruction, ShapePool& shapes) {
  const Shape& operand = instruction.operand(0)->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "operand of slice"));
  const auto* attribute = instruction.FindAttribute<SliceRanges>(AttributeKind::kSlice);
  const absl::Span<const SliceRange> ranges =
      attribute == nullptr ? absl::Span<const SliceRange>() : attribute->dimensions;
  if (static_cast<int64_t>(ranges.size()) != operand.rank()) {
    return Fail("Slice index count does not match argument rank: ", ranges.size(), " vs ",
                operand.rank(), ".");
  }
  DimensionList result = DimensionList::Of(operand);
  for (size_t i = 0; i < ranges.size(); ++i) {
    const auto [start, limit, stride] = ranges[i];
    int64_t& size = result.sizes[i];
    if (start < 0) return Fail("Negative start index to slice: ", start, ".");
    if (size != kUnboundedSize && limit > size) {
      return RefuseSlice(StrCat("limit index (", limit,
                                ") must be less than or equal to dimension size (", size, ")"),
                         operand, ranges);
    }
    if (start > limit) {
      return RefuseSlice(
          StrCat("limit index (", limit, ") must be greater or equal to start index (", start,
                 ") in slice with positive stride"),
          operand, ranges);
    }
    if (stride <= 0) return Fail("Stride (", stride, ") must be positive.");
    if (size == kUnboundedSize) continue;
    size = limit == start ? 0 : (limit - start - 1) / stride + 1;
  }
  return FreshArray(shapes, operand.element_type(), result);
}

ShapeOr InferGivenDynamicSlice(const HloInstruction& instruction, ShapePool& shapes) {
  if (instruction.operand_count() == 0) return Fail("dynamic-slice needs an operand.");
  const Shape& operand = instruction.operand(0)->shape();
  const Dims sizes = DimsOf(instruction, AttributeKind::kDynamicSliceSizes);
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "operand of dynamic slice"));
  HLO_RETURN_IF_ERROR(CheckIndices(instruction, operand, 1, "Dynamic slice"));
  if (Count(sizes) != operand.rank()) {
    return Fail("Dynamic slice index count does not match argument rank: ", Count(sizes), " vs ",
                operand.rank(), ".");
  }
  DimensionList result;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const int64_t whole = operand.dimensions()[i];
    if (sizes[i] < 0) return Fail("Negative size index to dynamic slice: ", sizes[i], ".");
    if (whole != kUnboundedSize && sizes[i] > whole) {
      return Fail("Slice dim size ", sizes[i], " greater than dynamic slice dimension: ", whole,
                  ".");
    }
    result.Add(sizes[i],
               sizes[i] == whole && operand.is_dynamic_dimension(static_cast<int64_t>(i)));
  }
  return FreshArray(shapes, operand.element_type(), result);
}

ShapeOr InferGivenDynamicUpdateSlice(const HloInstruction& instruction, ShapePool&) {
  if (instruction.operand_count() < 2) return Fail("dynamic-update-slice needs two operands.");
  const Shape& updated = instruction.operand(0)->shape();
  const Shape& update = instruction.operand(1)->shape();
  const bool is_buffer = updated.IsBuffer() && !updated.tuple_shapes().empty();
  const Shape& operand = is_buffer ? *updated.tuple_shapes()[0] : updated;
  if (!operand.IsArray()) {
    return Fail("Expected array or buffer argument for operand of dynamic update slice, but got ",
                Text(updated), ".");
  }
  HLO_RETURN_IF_ERROR(ExpectArray(update, "update of dynamic update slice"));
  HLO_RETURN_IF_ERROR(CheckIndices(instruction, operand, 2, "Dynamic update slice"));
  if (operand.rank() != update.rank()) {
    return Fail("Dynamic update slice update rank does not match argument rank: ", update.rank(),
                " vs ", operand.rank(), ".");
  }
  if (!SameTypeUpToPrecision(operand, update)) {
    return Fail(
        "Dynamic update slice update element type does not match argument. operand.element_type: ",
        TypeText(operand), " vs update.element_type: ", TypeText(update), ".");
  }
  for (int64_t i = 0; i < operand.rank(); ++i) {
    const int64_t whole = operand.dimensions(i), part = update.dimensions(i);
    if (whole == kUnboundedSize || part == kUnboundedSize || part <= whole) continue;
    return Fail("Update dim size ", part, " greater than dynamic slice dimension: ", whole, ".");
  }
  return &updated;
}

}  // namespace hlo_text_v1::internal::infer
