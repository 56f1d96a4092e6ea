// Parts of a cost model: transcendental opcodes, windows, convolutions.
#ifndef HLO_TESTS_PASSES_WINDOW_TAPS_H_
#define HLO_TESTS_PASSES_WINDOW_TAPS_H_

#include "hlo/instruction.h"

namespace hlo::passes {

inline bool IsTranscendental(HloOpcode opcode) {
  for (const HloOpcode each : {HloOpcode::kErf,   HloOpcode::kExp,      HloOpcode::kExp2,
                               HloOpcode::kLog,   HloOpcode::kLogistic, HloOpcode::kPower,
                               HloOpcode::kSqrt,  HloOpcode::kCbrt,     HloOpcode::kRsqrt,
                               HloOpcode::kTanh,  HloOpcode::kSin,      HloOpcode::kCos,
                               HloOpcode::kExpm1, HloOpcode::kLog1p,    HloOpcode::kAtan2,
                               HloOpcode::kTan,   HloOpcode::kRng,      HloOpcode::kRngBitGenerator,
                               HloOpcode::kAcos,  HloOpcode::kAcosh,    HloOpcode::kAsin,
                               HloOpcode::kAsinh, HloOpcode::kAtanh,    HloOpcode::kCosh,
                               HloOpcode::kSinh}) {
    if (opcode == each) return true;
  }
  return false;
}

inline double WindowSize(const HloInstruction& i) {
  double size = 1;
  for (const WindowDimension& dimension : i.window().dimensions) {
    size *= static_cast<double>(dimension.size);
  }
  return size;
}

// How often a window element meets an element of the input, in one dimension.
inline double Taps(const WindowDimension& w, int64_t input, int64_t output) {
  double taps = 0;
  for (int64_t k = 0; k < w.size; ++k) {
    for (int64_t o = 0; o < output; ++o) {
      const int64_t at = o * w.stride - w.padding_low + k * w.window_dilation;
      if (at >= 0 && at % w.base_dilation == 0 && at / w.base_dilation < input) ++taps;
    }
  }
  return taps;
}

// Two for each product of an input and a kernel element.
inline double ConvolutionFlops(const HloInstruction& i) {
  const ConvolutionDimensionNumbers& numbers = i.convolution_dimension_numbers();
  const Shape& input = i.operand(0)->shape();
  const Shape& output = i.shape();
  double flops = 2;
  for (size_t d = 0; d < i.window().dimensions.size(); ++d) {
    flops *= Taps(i.window().dimensions[d], input.dimensions(numbers.input_spatial_dimensions[d]),
                  output.dimensions(numbers.output_spatial_dimensions[d]));
  }
  const int64_t features =
      input.dimensions(numbers.input_feature_dimension) / i.feature_group_count();
  flops *= static_cast<double>(features);
  flops *= static_cast<double>(output.dimensions(numbers.output_feature_dimension));
  const int64_t batch = input.dimensions(numbers.input_batch_dimension) / i.batch_group_count();
  return flops * static_cast<double>(batch);
}

}  // namespace hlo::passes

#endif  // HLO_TESTS_PASSES_WINDOW_TAPS_H_
