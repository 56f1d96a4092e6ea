// Opcodes that move elements without computing: broadcast, reshape, transpose, reverse, shuffle,
// concatenate, pad, topk, and those that get or set the size of a dimension.
//
// Source: XLA ShapeInference::InferBroadcastShape, InferTransposeShape, InferReverseShape,
// InferConcatOpShape, InferPadShape, InferTopKShape, InferGetDimensionSizeShape.
#include <algorithm>
#include <limits>

#include "src/infer/rules.h"

namespace hlo_text_v1::internal::infer {
namespace {

absl::Status CheckPermutation(const Shape& operand, Dims permutation) {
  if (Count(permutation) == operand.rank() && !HasDuplicates(permutation) &&
      std::all_of(permutation.begin(), permutation.end(),
                  [&](int64_t dim) { return InRange(dim, operand.rank()); })) {
    return absl::OkStatus();
  }
  return Fail("Transpose dimensions [", Joined(permutation, ","),
              "] are not a permutation of the operand dimensions (operand shape is ", Text(operand),
              ").");
}

// A dimension of a concatenation under construction.
struct ConcatenatedSize {
  int64_t size;
  bool bounded = false;  // the size is a bound
};

// Joins `next` along the concatenated dimension.
absl::Status Append(const ConcatenatedSize& next, ConcatenatedSize* total) {
  if (total->size == kUnboundedSize || next.size == kUnboundedSize) {
    *total = {kUnboundedSize};
    return absl::OkStatus();
  }
  total->bounded |= next.bounded;
  if (__builtin_add_overflow(total->size, next.size, &total->size)) {
    return Fail("The size of the concatenated dimension does not fit into 64 bits.");
  }
  return absl::OkStatus();
}

// Merges `next` into a dimension that is not concatenated: a known size beats an unbounded one.
absl::Status Unite(const ConcatenatedSize& next, int64_t dim, ConcatenatedSize* known) {
  if (next.size == kUnboundedSize) return absl::OkStatus();
  if (known->size != kUnboundedSize && known->size != next.size) {
    const bool both_bounded = known->bounded && next.bounded;
    return Fail("Mismatched ", both_bounded ? "bound" : "dimension", " sizes ", known->size,
                " and ", next.size, " in dimension ", dim);
  }
  known->size = next.size;
  known->bounded |= next.bounded;
  return absl::OkStatus();
}

absl::Status CheckConcatenable(const Shape& first, const Shape& other, int64_t dimension) {
  HLO_RETURN_IF_ERROR(ExpectArray(other, "operand of concatenation"));
  if (first.rank() != other.rank()) {
    return Fail("Cannot concatenate arrays with different ranks: ", first.rank(), " (", Text(first),
                ") vs ", other.rank(), " (", Text(other), ").");
  }
  if (!SameTypeUpToPrecision(first, other)) {
    return Fail("Cannot concatenate arrays with different element types: ", TypeText(first), " vs ",
                TypeText(other), ".");
  }
  for (int64_t i = 0; i < first.rank(); ++i) {
    if (i == dimension || CompatibleSizes(first.dimensions(i), other.dimensions(i))) continue;
    return Fail(
        "Cannot concatenate arrays that differ in dimensions other than the one being "
        "concatenated. Dimension ",
        i, " in both shapes must be equal (or compatible): ", Text(first), " vs ", Text(other),
        ".");
  }
  return absl::OkStatus();
}

absl::StatusOr<DimensionList> ConcatenatedDimensions(const HloInstruction& instruction,
                                                     int64_t dimension) {
  const int64_t rank = instruction.operand(0)->shape().rank();
  absl::InlinedVector<ConcatenatedSize, 6> sizes(static_cast<size_t>(rank), {kUnboundedSize});
  sizes[static_cast<size_t>(dimension)].size = 0;
  for (const HloInstruction* operand : instruction.operands()) {
    const Shape& shape = operand->shape();
    for (int64_t i = 0; i < rank; ++i) {
      const ConcatenatedSize next{shape.dimensions(i), shape.is_dynamic_dimension(i)};
      ConcatenatedSize* size = &sizes[static_cast<size_t>(i)];
      HLO_RETURN_IF_ERROR(i == dimension ? Append(next, size) : Unite(next, i, size));
    }
  }
  DimensionList result;
  for (const ConcatenatedSize& size : sizes) {
    result.Add(size.size, size.bounded || size.size == kUnboundedSize);
  }
  return result;
}

// Size of a padded dimension. Like XLA, multiplies before it adds: this decides the order of
// messages.
absl::Status PadSize(int64_t dim, const PaddingDimension& padding, int64_t* size) {
  const int64_t gaps = std::max<int64_t>(*size - 1, 0);
  int64_t inserted;
  if (__builtin_mul_overflow(gaps, padding.interior, &inserted)) {
    return Fail("Padding computation overflows: dim=", *size,
                ", interior_padding=", padding.interior);
  }
  int64_t padded = *size;
  if (__builtin_add_overflow(padded, inserted, &padded) ||
      __builtin_add_overflow(padded, padding.low, &padded) ||
      __builtin_add_overflow(padded, padding.high, &padded)) {
    return Fail("The padded size of dimension ", dim, " does not fit into 64 bits.");
  }
  if (padded < 0) return Fail("Padding result in negative size for dimension ", dim);
  *size = padded;
  return absl::OkStatus();
}

// The only entry of `dimensions` of get-dimension-size and set-dimension-size.
absl::StatusOr<int64_t> SizedDimension(const HloInstruction& instruction, std::string_view who) {
  const Shape& operand = instruction.operand(0)->shape();
  const Dims dims = DimsOf(instruction, AttributeKind::kDimensions);
  if (!operand.IsArray() || dims.size() != 1) {
    return Fail(who, " needs an array and one dimension, but got ", Text(operand), ".");
  }
  if (!InRange(dims[0], operand.rank())) {
    return Fail(who, " dimension out of bounds: ", dims[0], ".");
  }
  return dims[0];
}

absl::Status CheckInt32Size(const Shape& operand, int64_t dim, std::string_view who) {
  if (operand.dimensions(dim) <= std::numeric_limits<int32_t>::max()) return absl::OkStatus();
  return Fail(who, "'s input shape is ", Text(operand), ", the ", dim,
              "th dimension exceeds the INT_MAX limit.");
}

// Whether the element types are equal or differ only in floating-point precision; the verifier
// decides whether that is allowed. XLA ShapeVerifier::SameElementType.
bool KeepsElementType(const Shape& operand, const Shape& result) {
  return operand.IsArray() && SameTypeUpToPrecision(operand.element_type(), result.element_type());
}

// `given` with the precision of the operand.
const Shape* InPrecisionOf(const Shape& operand, const Shape* given, ShapePool& shapes) {
  if (operand.element_type() == given->element_type()) return given;
  return shapes.ChangeElementType(*given, operand.element_type());
}

// Checks the shape of a broadcast: its dimension `sources[i]` is dimension i of the operand. XLA
// ShapeVerifier::HandleBroadcast, whose checks have no messages.
absl::Status CheckBroadcast(const Shape& operand, const Shape& result, Dims sources) {
  if (!KeepsElementType(operand, result)) {
    return Fail("Broadcast must keep the element type: ", Text(operand), " to ", Text(result), ".");
  }
  if (Count(sources) != operand.rank()) {
    return Fail("Broadcast needs one dimension for each dimension of its operand ", Text(operand),
                ", but has ", Count(sources), ".");
  }
  for (int64_t i = 0; i < operand.rank(); ++i) {
    const int64_t to = sources[static_cast<size_t>(i)];
    if (InRange(to, result.rank()) && operand.dimensions(i) == result.dimensions(to)) continue;
    return Fail("Dimension ", i, " of the operand ", Text(operand),
                " of broadcast is not dimension ", to, " of the result ", Text(result), ".");
  }
  return absl::OkStatus();
}

}  // namespace

ShapeOr InferBroadcast(const HloInstruction& instruction, ShapePool& shapes) {
  if (const Shape* given = GivenShape(instruction)) {
    const Shape& operand = instruction.operand(0)->shape();
    HLO_RETURN_IF_ERROR(
        CheckBroadcast(operand, *given, DimsOf(instruction, AttributeKind::kDimensions)));
    return InPrecisionOf(operand, given, shapes);
  }
  // XLA's parser takes the dimensions for the sizes of new major ones.
  const Shape& operand = instruction.operand(0)->shape();
  const Dims sizes = DimsOf(instruction, AttributeKind::kDimensions);
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "operand of broadcast"));
  DimensionList result;
  for (int64_t i = 0; i < operand.rank(); ++i) {
    if (operand.is_unbounded_dimension(i)) {
      return Fail("The operand of broadcast must not have unbounded dimensions, but got ",
                  Text(operand), ".");
    }
  }
  for (int64_t size : sizes) {
    if (size == kUnboundedSize) return Fail("Non-broadcast dimensions must not be dynamic.");
    if (size < 0) return Fail("Broadcast with negative dimension size ", size, ".");
    result.Add(size, false);
  }
  for (int64_t i = 0; i < operand.rank(); ++i) result.AddFrom(operand, i);
  return FreshArray(shapes, operand.element_type(), result);
}

// reshape and dynamic-reshape. XLA ShapeVerifier::HandleReshape, whose checks have no messages.
ShapeOr InferGivenReshape(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_ASSIGN_OR_RETURN(const Shape* given, NeedShape(instruction));
  const std::string_view name = HloOpcodeName(instruction.opcode());
  if (instruction.operand_count() == 0) return Fail(name, " needs an operand.");
  const Shape& operand = instruction.operand(0)->shape();
  if (!KeepsElementType(operand, *given)) {
    return Fail(name, " must keep the element type: ", Text(operand), " to ", Text(*given), ".");
  }
  const bool is_unbounded = Contains(operand.dimensions(), kUnboundedSize) ||
                            Contains(given->dimensions(), kUnboundedSize);
  if (!is_unbounded && ElementCount(operand) != ElementCount(*given)) {
    return Fail(name, " must keep the number of elements: ", Text(operand), " to ", Text(*given),
                ".");
  }
  given = InPrecisionOf(operand, given, shapes);
  if (instruction.opcode() == HloOpcode::kReshape) return given;
  if (given->rank() + 1 != instruction.operand_count()) {
    return Fail(name, " needs one size for each dimension of ", Text(*given), ", but has ",
                instruction.operand_count() - 1, ".");
  }
  for (const HloInstruction* size : instruction.operands().subspan(1)) {
    if (size->shape().element_type() == PrimitiveType::kS32) continue;
    return Fail("The sizes of ", name, " must be S32, but got ", Text(size->shape()), ".");
  }
  return given;
}

ShapeOr InferTranspose(const HloInstruction& instruction, ShapePool& shapes) {
  const Shape& operand = instruction.operand(0)->shape();
  const Dims permutation = DimsOf(instruction, AttributeKind::kDimensions);
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "transpose"));
  HLO_RETURN_IF_ERROR(CheckPermutation(operand, permutation));
  DimensionList result;
  for (int64_t dim : permutation) result.AddFrom(operand, dim);
  if (operand.layout() == nullptr) {
    return shapes.ArrayWithoutLayout(operand.element_type(), result.sizes, result.dynamic);
  }
  // The data does not move, so the layout follows its dimensions.
  std::vector<int64_t> position(permutation.size());
  for (size_t i = 0; i < permutation.size(); ++i) {
    position[static_cast<size_t>(permutation[i])] = static_cast<int64_t>(i);
  }
  Layout layout = *operand.layout();
  std::vector<int64_t> minor_to_major;
  for (int64_t dim : layout.minor_to_major) {
    if (!InRange(dim, operand.rank())) return Fail("The operand's layout is not valid.");
    minor_to_major.push_back(position[static_cast<size_t>(dim)]);
  }
  layout.minor_to_major = minor_to_major;
  return shapes.Array(operand.element_type(), result.sizes, result.dynamic, &layout);
}

ShapeOr InferReverse(const HloInstruction& instruction, ShapePool&) {
  const Shape& operand = instruction.operand(0)->shape();
  const Dims dims = DimsOf(instruction, AttributeKind::kDimensions);
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "operand of reverse"));
  if (HasDuplicates(dims)) return Fail("a dimension number is duplicated in reverse");
  if (const int64_t* bad = OutOfRange(dims, operand.rank())) {
    return Fail("One of the reverse dimensions (", *bad, ") is out-of-bounds in shape ",
                Text(operand), ".");
  }
  return &operand;
}

ShapeOr InferShuffle(const HloInstruction& instruction, ShapePool&) {
  const Shape& operand = instruction.operand(0)->shape();
  const Dims dims = DimsOf(instruction, AttributeKind::kDimensions);
  const Dims shifts = DimsOf(instruction, AttributeKind::kShifts);
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "operand of shuffle"));
  if (dims.empty()) return Fail("A shuffle must shuffle at least one dimension.");
  if (HasDuplicates(dims)) return Fail("A dimension number is duplicated in shuffle.");
  if (const int64_t* bad = OutOfRange(dims, operand.rank())) {
    return Fail("One of the shuffle dimensions (", *bad, ") is out-of-bounds in shape ",
                Text(operand), ".");
  }
  if (dims.size() != shifts.size()) {
    return Fail("dimensions and shifts must have the same size, got ", Count(dims), " and ",
                Count(shifts), ".");
  }
  return &operand;
}

ShapeOr InferConcatenate(const HloInstruction& instruction, ShapePool& shapes) {
  const Dims dims = DimsOf(instruction, AttributeKind::kDimensions);
  if (instruction.operand_count() == 0) return Fail("Concatenate expects at least one argument.");
  if (dims.size() != 1) return Fail("Concatenate takes one dimension.");
  const Shape& first = instruction.operand(0)->shape();
  HLO_RETURN_IF_ERROR(ExpectArray(first, "operand of concatenation"));
  if (!InRange(dims[0], first.rank())) {
    return Fail("Concatenate dimension out of bounds: ", dims[0], ".");
  }
  PrimitiveType type = first.element_type();
  for (const HloInstruction* operand : instruction.operands().subspan(1)) {
    HLO_RETURN_IF_ERROR(CheckConcatenable(first, operand->shape(), dims[0]));
    HLO_ASSIGN_OR_RETURN(const PrimitiveType higher, HigherType(first, operand->shape()));
    type = higher;  // only of the first and last operand, as in XLA
  }
  HLO_ASSIGN_OR_RETURN(const DimensionList result, ConcatenatedDimensions(instruction, dims[0]));
  return FreshArray(shapes, type, result);
}

ShapeOr InferPad(const HloInstruction& instruction, ShapePool& shapes) {
  const Shape& operand = instruction.operand(0)->shape();
  const Shape& value = instruction.operand(1)->shape();
  const PaddingConfig* padding = instruction.FindAttribute<PaddingConfig>(AttributeKind::kPadding);
  if (!operand.IsArray()) return Fail("Pad operation does not support tuple-shape operands.");
  if (!value.IsScalar()) return Fail("Pad operation does not support non-scalar padding values.");
  const size_t padded = padding == nullptr ? 0 : padding->dimensions.size();
  if (static_cast<int64_t>(padded) != operand.rank()) {
    return Fail("The rank of the operand and the padding configuration do not match: ",
                Text(operand), " vs ", padded, " dimensions.");
  }
  if (!SameTypeUpToPrecision(operand, value)) {
    return Fail("The element types of the operands to Pad do not match.");
  }
  for (size_t i = 0; i < padded; ++i) {
    if (padding->dimensions[i].interior < 0) {
      return Fail("Interior padding cannot be negative: ", padding->dimensions[i].interior);
    }
  }
  DimensionList result = DimensionList::Of(operand);
  for (size_t i = 0; i < padded; ++i) {
    if (result.sizes[i] == kUnboundedSize) continue;
    HLO_RETURN_IF_ERROR(PadSize(static_cast<int64_t>(i), padding->dimensions[i], &result.sizes[i]));
  }
  HLO_ASSIGN_OR_RETURN(const PrimitiveType type, HigherType(operand, value));
  return FreshArray(shapes, type, result);
}

ShapeOr InferGetDimensionSize(const HloInstruction& instruction, ShapePool& shapes) {
  HLO_ASSIGN_OR_RETURN(const int64_t dim, SizedDimension(instruction, "GetDimensionSize"));
  HLO_RETURN_IF_ERROR(CheckInt32Size(instruction.operand(0)->shape(), dim, "GetDimensionSize"));
  return shapes.Scalar(PrimitiveType::kS32);
}

ShapeOr InferSetDimensionSize(const HloInstruction& instruction, ShapePool& shapes) {
  const Shape& operand = instruction.operand(0)->shape();
  const Shape& value = instruction.operand(1)->shape();
  HLO_ASSIGN_OR_RETURN(const int64_t dim, SizedDimension(instruction, "SetDimensionSize"));
  if (!value.IsScalar() || value.element_type() != PrimitiveType::kS32) {
    return Fail("SetDimensionSize's value has to be S32 scalar, got ", Text(value));
  }
  HLO_RETURN_IF_ERROR(CheckInt32Size(operand, dim, "SetDimensionSize"));
  DimensionList result = DimensionList::Of(operand);
  result.dynamic[static_cast<size_t>(dim)] = true;
  return ArrayLike(shapes, operand, result);
}

ShapeOr InferTopK(const HloInstruction& instruction, ShapePool& shapes) {
  const Shape& operand = instruction.operand(0)->shape();
  const int64_t k = Int64Of(instruction, AttributeKind::kK);
  HLO_RETURN_IF_ERROR(ExpectArray(operand, "operand of top-k operation"));
  const int64_t last = operand.rank() == 0 ? 0 : operand.dimensions(operand.rank() - 1);
  if (k < 0 || k > last) {
    return Fail("k=", k, " is ", k < 0 ? "negative" : "larger than the last dimension of size=",
                k < 0 ? std::string() : StrCat(last));
  }
  DimensionList result = DimensionList::Of(operand);
  if (operand.rank() > 0) {
    result.sizes.back() = k;
    result.dynamic.back() = false;
  }
  HLO_ASSIGN_OR_RETURN(const Shape* values, FreshArray(shapes, operand.element_type(), result));
  HLO_ASSIGN_OR_RETURN(const Shape* indices, FreshArray(shapes, PrimitiveType::kS32, result));
  return MakeTuple(shapes, {values, indices});
}

}  // namespace hlo_text_v1::internal::infer
