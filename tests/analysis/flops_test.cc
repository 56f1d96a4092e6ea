#include <gtest/gtest.h>

#include <string>

#include "hlo/query.h"
#include "tests/support/read.h"

namespace hlo_text_v1::flops_test {

// An entry computation with `x` and `y` as parameters.
HloModule With(const std::string& x, const std::string& y, const std::string& instruction) {
  return ReadModule("HloModule m\nENTRY e {\n  x = " + x + " parameter(0)\n  y = " + y +
                    " parameter(1)\n  ROOT i = " + instruction + "\n}\n");
}

TEST(DotFlops, TwoForEachProduct) {
  const HloModule module =
      With("f32[3,4,5]", "f32[3,5,7]",
           "f32[3,4,7] dot(x, y), lhs_batch_dims={0}, lhs_contracting_dims={2}, "
           "rhs_batch_dims={0}, rhs_contracting_dims={1}");
  EXPECT_EQ(DotFlops(*Find(module, "i")), 2.0 * 3 * 4 * 5 * 7);
}

// As in XLA, without the rows of a result that has groups on the right side.
TEST(DotFlops, OfGroups) {
  const HloModule module =
      With("f32[64,9]", "f32[4,9,8]",
           "f32[64,8] ragged-dot(x, y, s32[4] constant({1,2,3,4})), lhs_contracting_dims={1}, "
           "rhs_contracting_dims={1}, lhs_ragged_dims={0}, rhs_group_dims={0}");
  EXPECT_EQ(DotFlops(*Find(module, "i")), 2.0 * 9 * 8);
}

TEST(DotFlops, NoneIfNothingFits) {
  const HloModule module = With(
      "f32[3]", "f32[3]", "f32[] dot(x, y), lhs_contracting_dims={7}, rhs_contracting_dims={0}");
  EXPECT_EQ(DotFlops(*Find(module, "i")), 0);
}

// The pairs of an output and a window element that meet neither padding nor a hole, counted one by
// one.
double BruteForce(const WindowDimension& w, int64_t input, int64_t output) {
  double count = 0;
  for (int64_t o = 0; o < output; ++o) {
    for (int64_t k = 0; k < w.size; ++k) {
      const int64_t at = o * w.stride + k * w.window_dilation - w.padding_low;
      if (at >= 0 && at % w.base_dilation == 0 && at / w.base_dilation < input) ++count;
    }
  }
  return count;
}

TEST(ConvolutionFlops, AgreesWithEachPair) {
  int checked = 0;
  for (int64_t size : {1, 2, 3, 5}) {
    for (int64_t stride : {1, 2, 3, 4}) {
      for (int64_t low : {-2, 0, 1, 4}) {
        for (int64_t base : {1, 2, 3, 6}) {
          for (int64_t dilation : {1, 2}) {
            const WindowDimension w = {size, stride, low, 3, base, dilation, false};
            const int64_t input = 9;
            const int64_t padded = low + 3 + (input - 1) * base + 1;
            const int64_t reach = (size - 1) * dilation + 1;
            const int64_t output = padded < reach ? 0 : (padded - reach) / stride + 1;
            const HloModule module =
                With("f32[2,9,6]", "f32[" + std::to_string(size) + ",3,10]",
                     "f32[2," + std::to_string(output) + ",10] convolution(x, y), window={size=" +
                         std::to_string(size) + " stride=" + std::to_string(stride) +
                         " pad=" + std::to_string(low) + "_3 lhs_dilate=" + std::to_string(base) +
                         " rhs_dilate=" + std::to_string(dilation) +
                         "}, dim_labels=b0f_0io->b0f, feature_group_count=2");
            EXPECT_EQ(ConvolutionFlops(*Find(module, "i")),
                      2 * BruteForce(w, input, output) * 2 * 3 * 10);
            ++checked;
          }
        }
      }
    }
  }
  EXPECT_EQ(checked, 512);
}

// Numbers of any size: no overflow, no endless loop.
TEST(ConvolutionFlops, HugeNumbers) {
  for (const char* window :
       {"size=4000000000000000000 stride=1", "size=1000000 pad=9000000000000000000_0",
        "size=1000000 rhs_dilate=9000000000000000000", "size=3 lhs_dilate=9000000000000000000",
        "size=1000000000 lhs_dilate=2"}) {
    const HloModule module = With("f32[1,1000000000000,1]", "f32[4,1,1]",
                                  "f32[1,1000000000000,1] convolution(x, y), window={" +
                                      std::string(window) + "}, dim_labels=b0f_0io->b0f");
    EXPECT_GE(ConvolutionFlops(*Find(module, "i")), 0) << window;
  }
}

// Not in a valid module: everything counts.
TEST(ConvolutionFlops, WindowsThatDoNotMove) {
  for (const char* window : {"size=2 stride=0", "size=2 lhs_dilate=0"}) {
    const HloModule module = With("f32[1,9,1]", "f32[2,1,1]",
                                  "f32[1,5,1] convolution(x, y), window={" + std::string(window) +
                                      "}, dim_labels=b0f_0io->b0f");
    EXPECT_EQ(ConvolutionFlops(*Find(module, "i")), 2 * 2 * 5) << window;
  }
}

TEST(InstructionFlops, ByOpcode) {
  const auto flops = [](const std::string& instruction) {
    const HloModule module = With("f32[4,4]", "c64[6,8]", instruction);
    return InstructionFlops(*Find(module, "i"));
  };
  EXPECT_EQ(flops("f32[4,4] add(x, x)"), 16);
  EXPECT_EQ(flops("f32[4,4] exponential(x)"), 0);
  EXPECT_EQ(flops("f32[4,4] copy(x)"), 0);
  EXPECT_EQ(flops("s32[4,4] bitcast-convert(x)"), 16);
  EXPECT_EQ(flops("f32[4,4] transpose(x), dimensions={1,0}"), 0);
  EXPECT_EQ(flops("f32[4,4] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}"), 128);
  EXPECT_EQ(flops("f32[4,4] cholesky(x), lower=true"), 21);
  EXPECT_EQ(flops("f32[4,4] triangular-solve(x, x), left_side=true, transpose_a=NO_TRANSPOSE"),
            128);
  EXPECT_EQ(flops("c64[6,8] fft(y), fft_type=FFT, fft_length={8}"), 8 * 48 * 3);
  EXPECT_EQ(flops("c64[6,8] fft(y), fft_type=FFT, fft_length={0}"), 0);  // a wrong module
  EXPECT_EQ(flops("(f32[4,4], f32[4,4]) tuple(x, x)"), 0);
}

TEST(WindowElementCount, IsTheProductOfTheSizes) {
  const WindowDimension dimensions[] = {{2}, {3}, {5}};
  EXPECT_EQ(WindowElementCount({dimensions}), 30);
  EXPECT_EQ(WindowElementCount({}), 1);
}

}  // namespace hlo_text_v1::flops_test
