// fft, cholesky, triangular-solve and the three batch norms.
//
// Source: XLA ShapeInference::InferFftShape, InferCholeskyShape, InferTriangularSolveShape,
// InferBatchNormTrainingShape, InferBatchNormInferenceShape, InferBatchNormGradShape.
#include "src/infer/rules.h"

namespace hlo_text_v1::internal::infer {
namespace {

bool IsFloatingOrComplex(const Shape& shape) {
  return IsFloatingType(shape.element_type()) || IsComplexType(shape.element_type());
}

int64_t FromEnd(const Shape& shape, int64_t i) { return shape.dimensions(shape.rank() - i); }

// ---- fft ----

constexpr std::string_view kFftNames[] = {"FFT", "IFFT", "RFFT", "IRFFT"};

absl::Status CheckFftType(const Shape& operand, FftType type) {
  const PrimitiveType element = operand.element_type();
  const std::string_view name = kFftNames[static_cast<int>(type)];
  if (type == FftType::kRfft) {
    if (element == PrimitiveType::kF32 || element == PrimitiveType::kF64) return absl::OkStatus();
    return Fail("RFFT requires F32 or F64 input type, found ", TypeText(operand), ".");
  }
  if (IsComplexType(element)) return absl::OkStatus();
  return Fail(name, " requires complex input type, found ", TypeText(operand), ".");
}

// Checks the sizes of a real transform's innermost dimensions against fft_length.
absl::Status CheckRealFftSizes(const Shape& operand, FftType type, Dims length) {
  const int64_t rank = Count(length);
  const bool inverse = type == FftType::kIrfft;
  for (int64_t i = 0; i < rank; ++i) {
    const int64_t dim = operand.rank() - rank + i;
    const int64_t size = operand.dimensions(dim);
    const bool last = i == rank - 1;
    // Only in this dimension may an unbounded size match any length.
    if (size == kUnboundedSize && (!inverse || last)) continue;
    const int64_t length_here = length[static_cast<size_t>(i)];
    const int64_t wanted = inverse && last ? length_here / 2 + 1 : length_here;
    if (size == wanted || (inverse && last && length_here == 0 && size == 0)) continue;
    const std::string_view rule =
        !inverse ? "RFFT requires innermost dimensions match fft_length but"
        : last   ? "IRFFT requires innermost dimension matches fft_length/2+1, but"
                 : "IRFFT requires all but one innermost dimensions match fft_length, but";
    return Fail(rule, " dimension ", dim, " is ", size, " and should be ", wanted, ".");
  }
  return absl::OkStatus();
}

// ---- batch norms ----

struct BatchNormInput {
  const Shape& shape;
  std::string_view name;  // "offset"
};

// The common parts of the three opcodes' messages.
struct BatchNorm {
  std::string_view name;   // "batch-norm-training"
  std::string_view words;  // "batch norm training"
  const Shape& operand;
  int64_t feature;

  int64_t feature_count() const { return operand.dimensions(feature); }
};

absl::Status CheckArrays(const BatchNorm& norm, absl::Span<const BatchNormInput> inputs) {
  HLO_RETURN_IF_ERROR(ExpectArray(norm.operand, StrCat("operand of ", norm.words)));
  for (const BatchNormInput& input : inputs) {
    HLO_RETURN_IF_ERROR(ExpectArray(input.shape, StrCat(input.name, " input of ", norm.words)));
  }
  return absl::OkStatus();
}

absl::Status CheckFeatureIndex(const BatchNorm& norm) {
  if (norm.feature >= norm.operand.rank()) {
    return Fail("Expected feature_index of ", norm.name,
                " to be smaller than the rank of operand_shape; got feature_index ", norm.feature,
                ", and rank ", norm.operand.rank(), ".");
  }
  if (norm.feature < 0) {
    return Fail("Expected feature_index of ", norm.name, " to be a non-negative number, got ",
                norm.feature, ".");
  }
  return absl::OkStatus();
}

absl::Status CheckRankOne(const BatchNorm& norm, std::string_view name, const Shape& shape) {
  if (shape.rank() == 1) return absl::OkStatus();
  return Fail(name, " input of ", norm.name, " must have rank 1, but has rank ", shape.rank(), ".");
}

absl::Status CheckFloating(const BatchNorm& norm, std::string_view name, const Shape& shape) {
  if (IsFloatingType(shape.element_type())) return absl::OkStatus();
  return Fail("The ", name, " to ", norm.name,
              " must have a floating point element type, but the shape is ", TypeText(shape), ".");
}

// `noun` is the messages' word for an element type. `shown` and `base` are the types that the
// message quotes.
absl::Status CheckSameType(const BatchNorm& norm, std::string_view noun, std::string_view name,
                           const Shape& input, const Shape& shown, const Shape& base) {
  if (SameTypeUpToPrecision(input, norm.operand)) {
    return absl::OkStatus();
  }
  return Fail("The inputs should have the same element type for ", norm.name, ", but the ", noun,
              " of ", name, " is ", TypeText(shown), " and the ", noun, " of operand is ",
              TypeText(base), ".");
}

absl::Status CheckFeatureCount(const BatchNorm& norm, std::string_view name,
                               std::string_view repeated, const Shape& input) {
  // XLA does not check the ranks of an inference's mean and variance; a scalar counts as no
  // feature.
  const int64_t size = input.rank() == 0 ? 0 : input.dimensions(0);
  if (CompatibleSizes(size, norm.feature_count())) return absl::OkStatus();
  return Fail("The size of ", name, " should be compatible with feature count, but the size of ",
              repeated, " is ", size, " and the feature count is ", norm.feature_count(), ".");
}

// (operand, per-feature, per-feature)
ShapeOr BatchNormTuple(const BatchNorm& norm, ShapePool& shapes) {
  DimensionList features;
  features.AddFrom(norm.operand, norm.feature);
  HLO_ASSIGN_OR_RETURN(const Shape* per_feature,
                       FreshArray(shapes, norm.operand.element_type(), features));
  return MakeTuple(shapes, {&norm.operand, per_feature, per_feature});
}

// batch-norm-training and batch-norm-inference; `mean` and `variance` only for the latter.
absl::Status CheckForward(const BatchNorm& norm, const Shape& scale, const Shape& offset,
                          const Shape* mean, const Shape* variance) {
  HLO_RETURN_IF_ERROR(CheckArrays(norm, {{offset, "offset"}, {scale, "scale"}}));
  HLO_RETURN_IF_ERROR(CheckFeatureIndex(norm));
  HLO_RETURN_IF_ERROR(CheckRankOne(norm, "Offset", offset));
  HLO_RETURN_IF_ERROR(CheckRankOne(norm, "Scale", scale));
  HLO_RETURN_IF_ERROR(CheckFloating(norm, "operand", norm.operand));
  HLO_RETURN_IF_ERROR(CheckSameType(norm, "shape", "offset factor", offset, offset, norm.operand));
  HLO_RETURN_IF_ERROR(CheckSameType(norm, "shape", "scale factor", scale, scale, norm.operand));
  if (mean != nullptr) {
    HLO_RETURN_IF_ERROR(CheckSameType(norm, "shape", "mean", *mean, *mean, norm.operand));
    // XLA quotes the types of mean and variance here.
    HLO_RETURN_IF_ERROR(CheckSameType(norm, "shape", "variance", *variance, *mean, *variance));
  }
  HLO_RETURN_IF_ERROR(CheckFeatureCount(norm, "offset factor", "offset factor", offset));
  HLO_RETURN_IF_ERROR(CheckFeatureCount(norm, "scale factor", "scale factor", scale));
  if (mean == nullptr) return absl::OkStatus();
  HLO_RETURN_IF_ERROR(CheckFeatureCount(norm, "mean", "mean", *mean));
  return CheckFeatureCount(norm, "variance", "variance", *variance);
}

struct BatchNormGrad {
  const Shape& scale;
  const Shape& mean;
  const Shape& variance;
  const Shape& output_grad;
};

absl::Status CheckGradRanks(const BatchNorm& norm, const BatchNormGrad& grad) {
  if (norm.operand.rank() != grad.output_grad.rank()) {
    return Fail(
        "Expected operand_shape of batch-norm-grad to have the same rank as output_grad_shape; "
        "got rank(oprand_shape) ",
        norm.operand.rank(), ", and rank(output_grad_shape) ", grad.output_grad.rank(), ".");
  }
  HLO_RETURN_IF_ERROR(CheckRankOne(norm, "Mean", grad.mean));
  HLO_RETURN_IF_ERROR(CheckRankOne(norm, "Scale", grad.scale));
  return CheckRankOne(norm, "Var", grad.variance);
}

absl::Status CheckGradTypes(const BatchNorm& norm, const BatchNormGrad& grad) {
  HLO_RETURN_IF_ERROR(CheckFloating(norm, "operand", norm.operand));
  HLO_RETURN_IF_ERROR(CheckFloating(norm, "output_grad", grad.output_grad));
  const auto check = [&](std::string_view name, const Shape& input, const Shape& shown) {
    return CheckSameType(norm, "element type", name, input, shown, norm.operand);
  };
  HLO_RETURN_IF_ERROR(check("output_grad", grad.output_grad, grad.output_grad));
  HLO_RETURN_IF_ERROR(check("scale factor", grad.scale, grad.scale));
  HLO_RETURN_IF_ERROR(check("mean", grad.mean, grad.mean));
  return check("mean", grad.variance, grad.mean);  // XLA says mean for the variance too
}

absl::Status CheckGradSizes(const BatchNorm& norm, const BatchNormGrad& grad) {
  // "offset factor": XLA's slip, for mean.
  HLO_RETURN_IF_ERROR(CheckFeatureCount(norm, "mean", "offset factor", grad.mean));
  HLO_RETURN_IF_ERROR(CheckFeatureCount(norm, "scale factor", "scale factor", grad.scale));
  HLO_RETURN_IF_ERROR(CheckFeatureCount(norm, "variance", "variance", grad.variance));
  for (int64_t i = 0; i < norm.operand.rank(); ++i) {
    const int64_t bound = norm.operand.dimensions(i);
    const int64_t grad_bound = grad.output_grad.dimensions(i);
    if (CompatibleSizes(bound, grad_bound)) continue;
    return Fail(
        "The bounds of operand shape should be compatible with output_grad's, but the bound of "
        "operand_shape at dimension ",
        i, " is ", bound, " and the bound of output_grad_shape is ", grad_bound, ".");
  }
  return absl::OkStatus();
}

absl::Status CheckGrad(const BatchNorm& norm, const BatchNormGrad& grad) {
  HLO_RETURN_IF_ERROR(CheckArrays(norm, {{grad.scale, "scale"},
                                         {grad.mean, "mean"},
                                         {grad.variance, "var"},
                                         {grad.output_grad, "output_grad"}}));
  HLO_RETURN_IF_ERROR(CheckFeatureIndex(norm));
  HLO_RETURN_IF_ERROR(CheckGradRanks(norm, grad));
  HLO_RETURN_IF_ERROR(CheckGradTypes(norm, grad));
  return CheckGradSizes(norm, grad);
}

// ---- triangular-solve ----

absl::Status CheckTriangularShapes(const Shape& a, const Shape& b, bool left_side) {
  if (a.rank() < 2) {
    return Fail("The 'a' argument to TriangularSolve must have rank >= 2, got shape ", Text(a));
  }
  if (a.rank() != b.rank()) {
    return Fail("Arguments to triangular solve must have equal rank; got ", Text(b), " and ",
                Text(a), ".");
  }
  if (!CompatibleSizes(FromEnd(a, 2), FromEnd(a, 1))) {
    return Fail("The two minor dimensions of 'a' must have equal size, got ", Text(a), ".");
  }
  if (!CompatibleSizes(FromEnd(a, 1), FromEnd(b, left_side ? 2 : 1))) {
    return Fail("The shared dimension of 'a' and 'b' does not match, got shapes ", Text(a), " and ",
                Text(b));
  }
  for (int64_t i = 0; i + 2 < a.rank(); ++i) {
    if (a.dimensions(i) == b.dimensions(i)) continue;
    return Fail(
        "The leading batch dimensions of the arguments to triangular solve must be equal; got ",
        Text(b), " and ", Text(a), ".");
  }
  return absl::OkStatus();
}

}  // namespace

ShapeOr InferFft(const HloInstruction& instruction, ShapePool& shapes) {
  const Shape& operand = instruction.operand(0)->shape();
  const Attribute* type_attribute = instruction.FindAttribute(AttributeKind::kFftType);
  const FftType type =
      type_attribute == nullptr ? FftType::kFft : type_attribute->AsEnum<FftType>();
  const Dims length = DimsOf(instruction, AttributeKind::kFftLength);
  const int64_t rank = Count(length);
  if (rank < 1 || rank > 3) return Fail("FFT only supports ranks 1-3; got ", rank, ".");
  HLO_RETURN_IF_ERROR(CheckFftType(operand, type));
  if (operand.rank() < rank) {
    return Fail("FFT of rank ", rank, " requires input of at least same rank; got input of rank ",
                operand.rank());
  }
  if (type == FftType::kFft || type == FftType::kIfft) return &operand;

  HLO_RETURN_IF_ERROR(CheckRealFftSizes(operand, type, length));
  DimensionList result = DimensionList::Of(operand);
  const int64_t last = length.back();
  PrimitiveType element = ComplexComponentType(operand.element_type());
  if (type == FftType::kRfft) {
    element = element == PrimitiveType::kF32 ? PrimitiveType::kC64 : PrimitiveType::kC128;
  }
  if (type == FftType::kIrfft || last != 0) {
    if (result.sizes.back() == kUnboundedSize) result.dynamic.back() = false;
    result.sizes.back() = type == FftType::kRfft ? last / 2 + 1 : last;
  }
  if (result.sizes.back() < 0 && result.sizes.back() != kUnboundedSize) {
    return Fail("fft_length must not be negative, got ", last, ".");
  }
  return shapes.ChangeElementType(*ArrayLike(shapes, operand, result), element);
}

ShapeOr InferCholesky(const HloInstruction& instruction, ShapePool&) {
  const Shape& a = instruction.operand(0)->shape();
  if (!IsFloatingOrComplex(a)) {
    return Fail("Expected element type in shape to be floating or complex for Cholesky; got ",
                TypeText(a), ".");
  }
  if (a.rank() < 2) {
    return Fail("The 'a' argument to Cholesky must have rank >= 2, got shape ", Text(a));
  }
  if (!CompatibleSizes(FromEnd(a, 2), FromEnd(a, 1))) {
    return Fail("The two minor dimensions of 'a' must have compatible size, got ", Text(a), ".");
  }
  return &a;
}

ShapeOr InferTriangularSolve(const HloInstruction& instruction, ShapePool&) {
  const Shape& a = instruction.operand(0)->shape();
  const Shape& b = instruction.operand(1)->shape();
  if (!IsFloatingOrComplex(a) || a.element_type() != b.element_type()) {
    return Fail(
        "Expected element types in shape to be floating or complex and identical for "
        "TriangularSolve; got ",
        TypeText(a), " and ", TypeText(b), ".");
  }
  const bool left_side = Int64Of(instruction, AttributeKind::kLeftSide) != 0;
  HLO_RETURN_IF_ERROR(CheckTriangularShapes(a, b, left_side));
  const Attribute* transpose = instruction.FindAttribute(AttributeKind::kTransposeA);
  if (transpose == nullptr ||
      transpose->AsEnum<TriangularSolveTranspose>() == TriangularSolveTranspose::kInvalid) {
    return Fail("Invalid transpose option value for triangular solve (0).\n");
  }
  return &b;
}

ShapeOr InferBatchNorm(const HloInstruction& instruction, ShapePool& shapes) {
  const auto operand = [&](int i) -> const Shape& { return instruction.operand(i)->shape(); };
  const std::string_view name = HloOpcodeName(instruction.opcode());
  const int64_t feature = Int64Of(instruction, AttributeKind::kFeatureIndex);
  if (instruction.opcode() == HloOpcode::kBatchNormGrad) {
    const BatchNorm norm = {name, "batch norm grad", operand(0), feature};
    HLO_RETURN_IF_ERROR(CheckGrad(norm, {operand(1), operand(2), operand(3), operand(4)}));
    return BatchNormTuple(norm, shapes);
  }
  if (instruction.opcode() == HloOpcode::kBatchNormTraining) {
    const BatchNorm norm = {name, "batch norm training", operand(0), feature};
    HLO_RETURN_IF_ERROR(CheckForward(norm, operand(1), operand(2), nullptr, nullptr));
    return BatchNormTuple(norm, shapes);
  }
  const BatchNorm norm = {name, "batch norm inference", operand(0), feature};
  HLO_RETURN_IF_ERROR(CheckForward(norm, operand(1), operand(2), &operand(3), &operand(4)));
  return &norm.operand;
}

}  // namespace hlo_text_v1::internal::infer
