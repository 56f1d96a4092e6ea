// Sizes and attributes may be anything that the parser accepts, so each index is checked.
#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/numeric/int128.h"
#include "hlo/memory_layout.h"
#include "hlo/query.h"

namespace hlo_text_v1 {
namespace {

constexpr double kPerProduct = 2;
// The most positions of a window dimension that are visited one by one: a millisecond.
constexpr int64_t kMostPlaces = 4096;

// 1 for an unbounded dimension, 0 for one that the shape does not have.
int64_t SizeOf(const Shape& shape, int64_t dimension) {
  if (dimension < 0 || dimension >= shape.rank()) return 0;
  return shape.is_unbounded_dimension(dimension) ? 1 : shape.dimensions(dimension);
}

double Elements(const Shape& shape) { return static_cast<double>(TotalElementCount(shape)); }

double LastSize(const Shape& shape) { return static_cast<double>(SizeOf(shape, shape.rank() - 1)); }

absl::int128 FloorDiv(absl::int128 a, absl::int128 b) { return a / b - (a % b < 0 ? 1 : 0); }

absl::int128 Mod(absl::int128 a, absl::int128 b) { return a - FloorDiv(a, b) * b; }

// Counts positions of the output for which a position of the window meets an element of the input.
// Position k lies at output * stride + first, and input elements at 0, base_dilation, 2 *
// base_dilation ...
class Meetings {
 public:
  Meetings(const WindowDimension& window, int64_t input, int64_t output)
      : window_(window), last_(absl::int128(input - 1) * window.base_dilation), output_(output) {
    // Euclid's algorithm: divisor_ = stride * inverse_ (mod base_dilation).
    absl::int128 divisor = window.stride, rest = window.base_dilation;
    absl::int128 inverse = 1, next_inverse = 0;
    while (rest != 0) {
      const absl::int128 quotient = divisor / rest;
      divisor = std::exchange(rest, divisor - quotient * rest);
      inverse = std::exchange(next_inverse, inverse - quotient * next_inverse);
    }
    divisor_ = divisor;
    period_ = window.base_dilation / divisor;
    inverse_ = Mod(inverse, period_);
  }

  // For position `k` of the window. These are the positions of a range that are equal modulo
  // period_.
  double At(int64_t k) const {
    const absl::int128 first = absl::int128(k) * window_.window_dilation - window_.padding_low;
    if (first % divisor_ != 0) return 0;
    const absl::int128 begin = std::max<absl::int128>(0, -FloorDiv(first, window_.stride));
    const absl::int128 end =
        std::min<absl::int128>(output_ - 1, FloorDiv(last_ - first, window_.stride));
    const absl::int128 residue = Mod(Mod(-first / divisor_, period_) * inverse_, period_);
    const absl::int128 count =
        FloorDiv(end - residue, period_) - FloorDiv(begin - 1 - residue, period_);
    return static_cast<double>(std::max<absl::int128>(0, count));
  }

 private:
  const WindowDimension& window_;
  const absl::int128 last_;  // element of the input
  const int64_t output_;
  absl::int128 divisor_, period_, inverse_;
};

// The number of pairs of a window position and an output position that meet an element of the
// input.
double CountMeetings(const WindowDimension& w, int64_t input, int64_t output) {
  if (input <= 0 || output <= 0 || w.size <= 0) return 0;
  if (w.size > kMostPlaces || w.stride <= 0 || w.base_dilation <= 0) {
    return static_cast<double>(w.size) * static_cast<double>(output);
  }
  const Meetings meetings(w, input, output);
  double count = 0;
  for (int64_t k = 0; k < w.size; ++k) count += meetings.At(k);
  return count;
}

}  // namespace

double InstructionFlops(const HloInstruction& instruction) {
  const HloOpcode opcode = instruction.opcode();
  const auto is = [opcode](auto... opcodes) { return ((opcode == opcodes) || ...); };
  // A large tuple takes long to count, and many instructions may have its shape.
  const auto size = [&instruction] { return Elements(instruction.shape()); };
  if (is(HloOpcode::kAllReduce, HloOpcode::kAllReduceStart)) return size();
  if (is(HloOpcode::kDot, HloOpcode::kScaledDot, HloOpcode::kRaggedDot)) {
    return DotFlops(instruction);
  }
  if (is(HloOpcode::kConvolution)) return ConvolutionFlops(instruction);
  if (is(HloOpcode::kCopy) || GetOpcodeInfo(opcode).Has(OpcodeTrait::kTranscendental)) return 0;
  if (is(HloOpcode::kFma)) return 2 * size();
  if (is(HloOpcode::kBitcastConvert) || IsElementwise(instruction)) return size();
  if (instruction.operands().empty()) return 0;

  if (is(HloOpcode::kCholesky)) return std::floor(size() * LastSize(instruction.shape()) / 3);
  if (is(HloOpcode::kTriangularSolve)) {
    return kPerProduct * size() * LastSize(instruction.operand(0)->shape());
  }
  if (!is(HloOpcode::kSort, HloOpcode::kFft)) return 0;
  const double n = Elements(instruction.operand(0)->shape());
  if (is(HloOpcode::kSort)) return n < 1 ? 0 : n * std::ceil(std::log2(n));
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
    flops *= CountMeetings(window[d], SizeOf(input, numbers.input_spatial_dimensions[d]),
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

}  // namespace hlo_text_v1
