// dot and convolution: sums of products, in row-major order of what is summed.
#include <algorithm>
#include <complex>
#include <vector>

#include "src/base/status_macros.h"
#include "src/base/strings.h"
#include "src/evaluate/evaluator.h"
#include "src/evaluate/index_space.h"

namespace hlo_text_v1::internal {
namespace {

// A sum of products of elements of two arrays: integers wrap in the type of the result, others are
// summed as double.
class Sum {
 public:
  static absl::StatusOr<Sum> Of(const Value& lhs, const Value& rhs, PrimitiveType type) {
    const auto kind = [](PrimitiveType of) {
      if (of == PrimitiveType::kPRED || IsIntegralType(of))
        return of == PrimitiveType::kPRED ? 0 : 1;
      return IsComplexType(of) ? 2 : 3;
    };
    if (kind(lhs.shape().element_type()) != kind(type) ||
        kind(rhs.shape().element_type()) != kind(type)) {
      return absl::UnimplementedError("operands and result of different types");
    }
    return Sum(lhs, rhs, type, kind(type));
  }

  void Add(int64_t lhs_place, int64_t rhs_place) {
    const Scalar a = LoadScalar(lhs_, lhs_type_, lhs_place);
    const Scalar b = LoadScalar(rhs_, rhs_type_, rhs_place);
    if (kind_ == 0) {
      integer_ |= a.bits & b.bits;
    } else if (kind_ == 1) {
      integer_ += ExtendInteger(IntegerType(lhs_type_), a.bits) *
                  ExtendInteger(IntegerType(rhs_type_), b.bits);
    } else if (kind_ == 2) {
      complex_ += ToComplex(lhs_type_, a) * ToComplex(rhs_type_, b);
    } else {
      real_ += WidenBits(lhs_type_, a.bits) * WidenBits(rhs_type_, b.bits);
    }
  }

  // The sum so far; starts again.
  Scalar Take() {
    Scalar result;
    if (kind_ <= 1) result = {ExtendInteger(IntegerType(type_), integer_)};
    if (kind_ == 2) result = FromComplex(type_, complex_);
    if (kind_ == 3) result = {NarrowToBits(type_, real_)};
    integer_ = 0;
    real_ = 0;
    complex_ = 0;
    return result;
  }

 private:
  Sum(const Value& lhs, const Value& rhs, PrimitiveType type, int kind)
      : lhs_(lhs.data()),
        rhs_(rhs.data()),
        lhs_type_(lhs.shape().element_type()),
        rhs_type_(rhs.shape().element_type()),
        type_(type),
        kind_(kind) {}

  const char *lhs_, *rhs_;
  PrimitiveType lhs_type_, rhs_type_, type_;
  int kind_;  // 0: pred, 1: integer, 2: complex, 3: real
  uint64_t integer_ = 0;
  double real_ = 0;
  std::complex<double> complex_ = 0;
};

}  // namespace

absl::StatusOr<Value> EvaluateDot(Evaluator& evaluator, const HloInstruction& instruction,
                                  absl::Span<const Value> operands) {
  if (operands.size() != 2) return absl::UnimplementedError("with scales or sparse operands");
  const Value &lhs = operands[0], &rhs = operands[1];
  const Shape& shape = instruction.shape();
  HLO_ASSIGN_OR_RETURN(Sum sum, Sum::Of(lhs, rhs, shape.element_type()));
  const DotDimensionNumbers dims = instruction.dot_dimension_numbers();
  const Strides of_lhs = RowMajor(lhs.shape().dimensions());
  const Strides of_rhs = RowMajor(rhs.shape().dimensions());
  // For each dimension of the result, and of the sum, its strides in both operands.
  Strides lhs_outer, rhs_outer, lhs_inner, rhs_inner;
  Index inner_sizes;
  const auto add = [&](Strides* l, Strides* r, int64_t lhs_dim, int64_t rhs_dim) {
    l->of.push_back(lhs_dim < 0 ? 0 : of_lhs.of[static_cast<size_t>(lhs_dim)]);
    r->of.push_back(rhs_dim < 0 ? 0 : of_rhs.of[static_cast<size_t>(rhs_dim)]);
  };
  const auto has = [](Dims list, int64_t dim) {
    return std::count(list.begin(), list.end(), dim) > 0;
  };
  for (size_t i = 0; i < dims.lhs_batch_dimensions.size(); ++i) {
    add(&lhs_outer, &rhs_outer, dims.lhs_batch_dimensions[i], dims.rhs_batch_dimensions[i]);
  }
  for (int64_t dim = 0; dim < lhs.shape().rank(); ++dim) {
    if (has(dims.lhs_batch_dimensions, dim) || has(dims.lhs_contracting_dimensions, dim)) continue;
    add(&lhs_outer, &rhs_outer, dim, -1);
  }
  for (int64_t dim = 0; dim < rhs.shape().rank(); ++dim) {
    if (has(dims.rhs_batch_dimensions, dim) || has(dims.rhs_contracting_dimensions, dim)) continue;
    add(&lhs_outer, &rhs_outer, -1, dim);
  }
  int64_t terms = 1;
  for (size_t i = 0; i < dims.lhs_contracting_dimensions.size(); ++i) {
    const int64_t dim = dims.lhs_contracting_dimensions[i];
    add(&lhs_inner, &rhs_inner, dim, dims.rhs_contracting_dimensions[i]);
    inner_sizes.push_back(lhs.shape().dimensions(dim));
    terms = WrappingProduct(terms, inner_sizes.back());  // at most the elements of lhs
  }
  HLO_RETURN_IF_ERROR(evaluator.budget()->Spend(*ElementCount(shape), terms));
  HLO_ASSIGN_OR_RETURN(NewArray result, MakeArray(shape, evaluator.budget()));
  int64_t place = 0;
  ForEachPlace(shape.dimensions(), lhs_outer, rhs_outer, [&](Dims, int64_t l, int64_t r) {
    lhs_inner.offset = l;
    rhs_inner.offset = r;
    ForEachPlace(inner_sizes, lhs_inner, rhs_inner, [&](Dims, int64_t in_lhs, int64_t in_rhs) {
      sum.Add(in_lhs, in_rhs);
      return true;
    });
    StoreScalar(result.data, shape.element_type(), place++, sum.Take());
    return true;
  });
  return std::move(result.value);
}

absl::StatusOr<Value> EvaluateConvolution(Evaluator& evaluator, const HloInstruction& instruction,
                                          absl::Span<const Value> operands) {
  if (operands.size() != 2) return absl::UnimplementedError("with scales or sparse operands");
  const Value &input = operands[0], &kernel = operands[1];
  const Shape& shape = instruction.shape();
  HLO_ASSIGN_OR_RETURN(Sum sum, Sum::Of(input, kernel, shape.element_type()));
  const ConvolutionDimensionNumbers& dims = instruction.convolution_dimension_numbers();
  const absl::Span<const WindowDimension> window = instruction.window().dimensions;
  const auto at = [](const Strides& strides, int64_t dim) {
    return strides.of[static_cast<size_t>(dim)];
  };
  const Strides of_input = RowMajor(input.shape().dimensions());
  const Strides of_kernel = RowMajor(kernel.shape().dimensions());
  const int64_t features = kernel.shape().dimensions(dims.kernel_input_feature_dimension);
  const int64_t output_features = shape.dimensions(dims.output_feature_dimension);
  const int64_t batch = shape.dimensions(dims.output_batch_dimension);
  const int64_t groups = instruction.feature_group_count();
  const int64_t batch_groups = instruction.batch_group_count();
  Index window_sizes;
  int64_t terms = features;
  for (const WindowDimension& dim : window) {
    window_sizes.push_back(dim.size);
    terms = WrappingProduct(terms, dim.size);  // at most the elements of the kernel
  }
  HLO_RETURN_IF_ERROR(evaluator.budget()->Spend(*ElementCount(shape), terms));
  HLO_ASSIGN_OR_RETURN(NewArray result, MakeArray(shape, evaluator.budget()));
  int64_t place = 0;
  ForEachIndex(shape.dimensions(), [&](Dims out) {
    const int64_t feature = out[static_cast<size_t>(dims.output_feature_dimension)];
    // The features, or the batches, of the group that makes this feature of the output.
    const int64_t first_feature = feature / (output_features / groups) * features;
    const int64_t in_batch = out[static_cast<size_t>(dims.output_batch_dimension)] +
                             feature / (output_features / batch_groups) * batch;
    ForEachIndex(window_sizes, [&](Dims index) {
      int64_t in_input = in_batch * at(of_input, dims.input_batch_dimension);
      int64_t in_kernel = feature * at(of_kernel, dims.kernel_output_feature_dimension);
      for (size_t i = 0; i < window.size(); ++i) {
        const WindowDimension& dim = window[i];
        const int64_t size = input.shape().dimensions(dims.input_spatial_dimensions[i]);
        const int64_t in_dimension = IndexInWindow(
            dim, size, out[static_cast<size_t>(dims.output_spatial_dimensions[i])], index[i]);
        if (in_dimension < 0) return true;
        in_input += in_dimension * at(of_input, dims.input_spatial_dimensions[i]);
        in_kernel += (dim.window_reversal ? dim.size - 1 - index[i] : index[i]) *
                     at(of_kernel, dims.kernel_spatial_dimensions[i]);
      }
      for (int64_t f = 0; f < features; ++f) {
        sum.Add(in_input + (first_feature + f) * at(of_input, dims.input_feature_dimension),
                in_kernel + f * at(of_kernel, dims.kernel_input_feature_dimension));
      }
      return true;
    });
    StoreScalar(result.data, shape.element_type(), place++, sum.Take());
    return true;
  });
  return std::move(result.value);
}

}  // namespace hlo_text_v1::internal
