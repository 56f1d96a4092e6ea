// convolution: the window slides over the input's spatial dimensions; batch comes from the input,
// features from the kernel.
//
// Messages end before the dimension numbers, because XLA prints those differently from run to run.
// Source: XLA ShapeInference::InferConvolveShape.
#include <algorithm>

#include "src/infer/rules.h"

namespace hlo_text_v1::internal::infer {
namespace {

using Numbers = ConvolutionDimensionNumbers;

// Whether the numbers name each of `rank` dimensions exactly once.
bool NameEachOnce(int64_t first, int64_t second, Dims spatial, int64_t rank) {
  std::vector<int64_t> all(spatial.begin(), spatial.end());
  all.push_back(first);
  all.push_back(second);
  std::sort(all.begin(), all.end());
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i] != static_cast<int64_t>(i)) return false;
  }
  return static_cast<int64_t>(all.size()) == rank;
}

struct Convolution {
  const Shape& lhs;
  const Shape& rhs;
  const Window* window;
  const Numbers* numbers;
  int64_t feature_groups;
  int64_t batch_groups;
  const SparsityConfig* sparsity;

  int64_t spatial_rank() const {
    return static_cast<int64_t>(numbers->input_spatial_dimensions.size());
  }
  size_t window_rank() const { return window == nullptr ? 0 : window->dimensions.size(); }
  std::string Texts() const { return StrCat("; got <conv>(", Text(lhs), ", ", Text(rhs), ")"); }
};

absl::Status CheckGroups(const Convolution& conv) {
  if (conv.feature_groups <= 0) {
    return Fail("feature_group_count must be a positive number, got ", conv.feature_groups);
  }
  if (conv.batch_groups <= 0) {
    return Fail("batch_group_count must be a positive number, got ", conv.batch_groups);
  }
  if (conv.batch_groups > 1 && conv.feature_groups > 1) {
    return Fail("both batch_group_count ", conv.batch_groups, " and feature_group_count ",
                conv.feature_groups, " cannot be greater than 1");
  }
  return absl::OkStatus();
}

absl::Status CheckRanks(const Convolution& conv) {
  const Numbers& numbers = *conv.numbers;
  if (numbers.kernel_spatial_dimensions.size() != numbers.input_spatial_dimensions.size() ||
      numbers.output_spatial_dimensions.size() != numbers.input_spatial_dimensions.size()) {
    return Fail("Both arguments to convolution must have same number of dimensions.");
  }
  if (static_cast<int64_t>(conv.window_rank()) != conv.spatial_rank()) {
    return Fail("Window must have same number of dimensions as dimension numbers.");
  }
  const int64_t rank = conv.spatial_rank() + 2;
  if (conv.lhs.rank() != rank) {
    return Fail("The LHS argument to a convolution should have rank ", rank,
                "; lhs: ", Text(conv.lhs), ".");
  }
  if (conv.rhs.rank() != rank) {
    return Fail("The RHS argument to a convolution should have rank ", rank,
                "; rhs: ", Text(conv.rhs), ".");
  }
  if (!NameEachOnce(numbers.input_batch_dimension, numbers.input_feature_dimension,
                    numbers.input_spatial_dimensions, rank) ||
      !NameEachOnce(numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension,
                    numbers.kernel_spatial_dimensions, rank) ||
      !NameEachOnce(numbers.output_batch_dimension, numbers.output_feature_dimension,
                    numbers.output_spatial_dimensions, rank)) {
    return Fail("Dimension numbers of convolution must name each dimension once.");
  }
  return absl::OkStatus();
}

// Unbounded sizes count as the number -2^63; XLA makes no exception for them.
bool IsMultiple(int64_t size, int64_t groups) { return size % groups == 0; }

absl::Status CheckFeatures(const Convolution& conv) {
  const Numbers& numbers = *conv.numbers;
  HLO_ASSIGN_OR_RETURN(const int64_t input, DenseSize(conv.lhs, numbers.input_feature_dimension,
                                                      conv.sparsity, &SparsityConfig::lhs));
  HLO_ASSIGN_OR_RETURN(const int64_t kernel,
                       DenseSize(conv.rhs, numbers.kernel_input_feature_dimension, conv.sparsity,
                                 &SparsityConfig::rhs));

  const int64_t output = conv.rhs.dimensions(numbers.kernel_output_feature_dimension);
  const int64_t batch = conv.lhs.dimensions(numbers.input_batch_dimension);
  if (!IsMultiple(output, conv.batch_groups)) {
    return Fail("Expected output feature dimension size (value ", output,
                ") to be a multiple of batch group count ", conv.batch_groups, conv.Texts());
  }
  if (output % conv.feature_groups > 0) {
    return Fail("Expected output feature dimension (value ", output,
                ") to be divisible by feature_group_count (value ", conv.feature_groups, ")",
                conv.Texts());
  }
  if (!IsMultiple(batch, conv.batch_groups)) {
    return Fail("Expected input batch dimension (value ", batch,
                ") to be divisible by batch_group_count (value ", conv.batch_groups, ")",
                conv.Texts());
  }
  if (!IsMultiple(input, conv.feature_groups) || input / conv.feature_groups != kernel) {
    return Fail(
        "Expected LHS feature dimension (value ", input,
        ") to be a multiple of feature_group_count (value ", conv.feature_groups,
        "), and LHS feature dimension / feature_group_count = RHS feature dimension (value ",
        kernel, ")", conv.Texts());
  }
  return absl::OkStatus();
}

absl::Status CheckWindowSizes(const Convolution& conv) {
  for (size_t i = 0; i < conv.window_rank(); ++i) {
    const int64_t size = conv.rhs.dimensions(conv.numbers->kernel_spatial_dimensions[i]);
    if (conv.window->dimensions[i].size == size) continue;
    return Fail("Window dimensions do not match RHS shape:\n\tRHS shape: ", Text(conv.rhs),
                "\n\tWindow size ", conv.window->dimensions[i].size, " in spatial dimension ", i);
  }
  return absl::OkStatus();
}

absl::StatusOr<DimensionList> ConvolutionResult(const Convolution& conv) {
  const Numbers& numbers = *conv.numbers;
  const int64_t batch = conv.lhs.dimensions(numbers.input_batch_dimension);
  if (batch == kUnboundedSize && conv.batch_groups > 1) {
    return Fail("An unbounded batch dimension cannot be grouped", conv.Texts());
  }
  DimensionList spatial;
  for (int64_t dim : numbers.input_spatial_dimensions) spatial.AddFrom(conv.lhs, dim);
  HLO_ASSIGN_OR_RETURN(const DimensionList places, SlideWindow(spatial, conv.window));
  if (conv.rhs.is_dynamic_dimension(numbers.kernel_output_feature_dimension)) {
    return Fail("Dynamic output feature dim on convolution kernel is not supported: rhs shape is ",
                Text(conv.rhs), " ");
  }
  DimensionList result = DimensionList::Of(conv.lhs);  // for its rank
  const auto set = [&](int64_t dim, int64_t size, bool is_dynamic) {
    result.sizes[static_cast<size_t>(dim)] = size;
    result.dynamic[static_cast<size_t>(dim)] = is_dynamic;
  };
  set(numbers.output_batch_dimension, batch / conv.batch_groups,
      conv.lhs.is_dynamic_dimension(numbers.input_batch_dimension));
  set(numbers.output_feature_dimension,
      conv.rhs.dimensions(numbers.kernel_output_feature_dimension), false);
  for (size_t i = 0; i < places.sizes.size(); ++i) {
    const bool kernel_is_dynamic =
        conv.rhs.is_dynamic_dimension(numbers.kernel_spatial_dimensions[i]);
    set(numbers.output_spatial_dimensions[i], places.sizes[i],
        places.dynamic[i] || kernel_is_dynamic);
  }
  return result;
}

}  // namespace

ShapeOr InferConvolution(const HloInstruction& instruction, ShapePool& shapes) {
  if (instruction.operand_count() < 2) return Fail("Convolution takes at least 2 operands.");
  const Convolution conv = {
      instruction.operand(0)->shape(),
      instruction.operand(1)->shape(),
      WindowOf(instruction),
      instruction.FindAttribute<Numbers>(AttributeKind::kDimLabels),
      Int64Of(instruction, AttributeKind::kFeatureGroupCount, 1),
      Int64Of(instruction, AttributeKind::kBatchGroupCount, 1),
      instruction.FindAttribute<SparsityConfig>(AttributeKind::kSparsityConfig)};
  HLO_RETURN_IF_ERROR(ExpectArray(conv.lhs, "lhs of convolution"));
  HLO_RETURN_IF_ERROR(ExpectArray(conv.rhs, "rhs of convolution"));
  HLO_RETURN_IF_ERROR(CheckGroups(conv));
  if (conv.numbers == nullptr) return Fail("Convolution needs dimension numbers.");
  HLO_RETURN_IF_ERROR(CheckRanks(conv));
  HLO_RETURN_IF_ERROR(CheckFeatures(conv));
  HLO_RETURN_IF_ERROR(CheckWindowSizes(conv));
  HLO_ASSIGN_OR_RETURN(const DimensionList result, ConvolutionResult(conv));
  HLO_ASSIGN_OR_RETURN(const PrimitiveType type, HigherType(conv.lhs, conv.rhs));
  return FreshArray(shapes, ResultType(instruction, type), result);
}

}  // namespace hlo_text_v1::internal::infer
