// Sizes and attributes may be anything that the parser accepts, so each index is checked.
#include "hlo/flops.h"

#include <algorithm>
#include <cmath>

#include "absl/numeric/int128.h"
#include "hlo/memory_layout.h"
#include "hlo/query.h"

namespace hlo {
namespace {

constexpr double kPerProduct = 2;
constexpr int64_t kMostSteps = int64_t{1} << 22;

// 1 for an unbounded dimension, 0 for one that the shape has not.
int64_t SizeOf(const Shape& shape, int64_t dimension) {
  if (dimension < 0 || dimension >= shape.rank()) return 0;
  return shape.is_unbounded_dimension(dimension) ? 1 : shape.dimensions(dimension);
}

double Elements(const Shape& shape) { return static_cast<double>(TotalElementCount(shape)); }

double LastSize(const Shape& shape) { return static_cast<double>(SizeOf(shape, shape.rank() - 1)); }

absl::int128 FloorDiv(absl::int128 a, absl::int128 b) { return a / b - (a % b < 0 ? 1 : 0); }

// Places of the output for which place `k` of the window meets an element of the input: it lies at
// output * stride + first, and input elements at 0, base_dilation, 2 * base_dilation ...
int64_t OutputsThatMeet(const WindowDimension& w, int64_t k, int64_t input, int64_t output) {
  const absl::int128 first = absl::int128(k) * w.window_dilation - w.padding_low;
  const absl::int128 last = absl::int128(input - 1) * w.base_dilation;
  if (w.base_dilation == 1) {
    const absl::int128 begin = std::max<absl::int128>(0, -FloorDiv(first, w.stride));
    const absl::int128 end = std::min<absl::int128>(output - 1, FloorDiv(last - first, w.stride));
    return static_cast<int64_t>(std::max<absl::int128>(0, end - begin + 1));
  }
  int64_t count = 0;
  for (int64_t o = 0; o < output; ++o) {
    const absl::int128 at = absl::int128(o) * w.stride + first;
    if (at >= 0 && at <= last && at % w.base_dilation == 0) ++count;
  }
  return count;
}

// Pairs of a place of the window and one of the output that meet an element of the input.
double Meetings(const WindowDimension& w, int64_t input, int64_t output) {
  if (input <= 0 || output <= 0 || w.size <= 0) return 0;
  const double pairs = static_cast<double>(w.size) * static_cast<double>(output);
  const double steps = w.base_dilation == 1 ? static_cast<double>(w.size) : pairs;
  if (steps > kMostSteps || w.stride <= 0 || w.base_dilation <= 0) return pairs;
  double meetings = 0;
  for (int64_t k = 0; k < w.size; ++k) {
    meetings += static_cast<double>(OutputsThatMeet(w, k, input, output));
  }
  return meetings;
}

}  // namespace

double InstructionFlops(const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  const double size = Elements(instruction.shape());
  const auto is = [opcode](auto... opcodes) { return ((opcode == opcodes) || ...); };
  if (is(HloOpcode::kAllReduce, HloOpcode::kAllReduceStart)) return size;
  if (is(HloOpcode::kDot, HloOpcode::kScaledDot, HloOpcode::kRaggedDot)) {
    return DotFlops(instruction);
  }
  if (is(HloOpcode::kConvolution)) return ConvolutionFlops(instruction);
  if (is(HloOpcode::kCopy) || GetOpcodeInfo(opcode).Has(OpcodeTrait::kTranscendental)) return 0;
  if (is(HloOpcode::kBitcastConvert) || IsElementwise(instruction)) return size;
  if (instruction.operands().empty()) return 0;

  const double n = Elements(instruction.operand(0)->shape());
  if (is(HloOpcode::kSort)) return n < 1 ? 0 : n * std::ceil(std::log2(n));
  if (is(HloOpcode::kCholesky)) return std::floor(size * LastSize(instruction.shape()) / 3);
  if (is(HloOpcode::kTriangularSolve)) {
    return kPerProduct * size * LastSize(instruction.operand(0)->shape());
  }
  if (!is(HloOpcode::kFft)) return 0;
  double flops = 8 * n;
  for (const int64_t length : instruction.fft_length()) {
    flops *= length < 1 ? 0 : std::floor(std::log2(static_cast<double>(length)));
  }
  return flops;
}

double DotFlops(const HloInstruction& dot) {
  if (dot.operand_count() < 1) return 0;
  double flops = kPerProduct * Elements(dot.shape());
  for (const int64_t d : dot.dot_dimension_numbers().lhs_contracting_dimensions) {
    flops *= static_cast<double>(SizeOf(dot.operand(0)->shape(), d));
  }
  const bool has_groups = !dot.Get<AttributeKind::kRhsGroupDims>().empty();
  const int64_t rows = has_groups ? SizeOf(dot.shape(), 0) : 1;
  return rows == 0 ? 0 : flops / static_cast<double>(rows);
}

double ConvolutionFlops(const HloInstruction& convolution) {
  const ConvolutionDimensionNumbers& numbers = convolution.convolution_dimension_numbers();
  const absl::Span<const WindowDimension> window = convolution.window().dimensions;
  if (convolution.operand_count() < 1 || numbers.input_spatial_dimensions.size() != window.size() ||
      numbers.output_spatial_dimensions.size() != window.size()) {
    return 0;
  }
  const Shape& input = convolution.operand(0)->shape();
  const Shape& output = convolution.shape();
  double flops = kPerProduct;
  for (size_t d = 0; d < window.size(); ++d) {
    flops *= Meetings(window[d], SizeOf(input, numbers.input_spatial_dimensions[d]),
                      SizeOf(output, numbers.output_spatial_dimensions[d]));
  }
  const int64_t feature_groups = std::max<int64_t>(1, convolution.feature_group_count());
  const int64_t batch_groups = std::max<int64_t>(1, convolution.batch_group_count());
  const int64_t features = SizeOf(input, numbers.input_feature_dimension) / feature_groups;
  const int64_t batch = SizeOf(input, numbers.input_batch_dimension) / batch_groups;
  return flops * static_cast<double>(features) * static_cast<double>(batch) *
         static_cast<double>(SizeOf(output, numbers.output_feature_dimension));
}

double WindowElementCount(const Window& window) {
  double count = 1;
  for (const WindowDimension& dimension : window.dimensions) {
    count *= static_cast<double>(dimension.size);
  }
  return count;
}

}  // namespace hlo
