#include "hlo/print_values.h"
#include "src/parse/values/values.h"
#include "tests/support/attribute_value_testing.h"

namespace hlo_text_v1::window_test {

using namespace internal;

TEST(WindowParserTest, Window) {
  const Case kCases[] = {
      {"{}", "{}"},
      {"{size=3x3 stride=1x1 pad=0_0x0_0 lhs_dilate=1x1 rhs_reversal=0x0}", "{size=3x3}"},
      {"{stride=2x2 size=3x3 pad=1_1x0_0 lhs_dilate=1x2 rhs_dilate=3x1 rhs_reversal=1x0}",
       "{size=3x3 stride=2x2 pad=1_1x0_0 lhs_dilate=1x2 rhs_dilate=3x1 rhs_reversal=1x0}"},
      {"{size=3x3 rhs_reversal=2x1}", "{size=3x3 rhs_reversal=0x1}"},
      {"{size=-3}", "{size=-3}"},
      {"{ size=007x3/*c*/stride=1x2 }", "{size=7x3 stride=1x2}"},
      {"{size=1x1 pad=-3_-4x-0_00005}", "{size=1x1 pad=-3_-4x0_5}"},
      {"{size=18446744073709551615}", "{size=-1}"},
      {"{size=3x9223372036854775807}", "{size=3x9223372036854775807}"},
      {"3", "ERR 0: expected '{' to start window attribute"},
      {"{3}", "ERR 1: expects attribute name | 1: expects sub-attributes in window"},
      {"{foo=3}", "ERR 1: unexpected attribute name: foo"},
      {"{size=3 pad=1_1 pad=1_1}", "ERR 20: sub-attribute 'pad=' already exists"},
      {"{size=x}", "ERR 6: expects token type kInt or kDxD"},
      {"{size=99999999999999999999}", "ERR 6: expects token type kInt or kDxD"},
      {"{size=1x99999999999999999999}", "ERR 6: expects sub-attribute 'size=ixj...'"},
      {"{size=3x18446744073709551615}", "ERR 6: expects sub-attribute 'size=ixj...'"},
      {"{size=1 pad=0_0_0}", "ERR 12: expects padding_low and padding_high separated by '_'"},
      {"{size=1 pad=0_99999999999999999999}",
       "ERR 12: expects padding_low and padding_high separated by '_'"},
      {"{stride=3}", "ERR 0: expects 'stride=' has the same size as 'size='"},
      {"{size=1 pad=1_1x1_1 stride=1x1}", "ERR 0: expects 'stride=' has the same size as 'size='"},
      {"{size=1 pad=1_1x1_1}", "ERR 0: expects 'pad=' has the same size as 'size='"},
      {"{size=1 lhs_dilate=1x1}", "ERR 0: expects 'lhs_dilate=' has the same size as 'size='"},
      {"{size=1 rhs_dilate=1x1}", "ERR 0: expects 'rhs_dilate=' has the same size as 'size='"},
      {"{size=3x3 rhs_reversal=2}", "ERR 0: expects 'rhs_reversal=' has the same size as 'size='"},
  };
  ExpectValues<Window>(kCases, ReadWindow, AppendWindow);
}

TEST(WindowParserTest, DimLabels) {
  const Case kCases[] = {
      {"bf?01_io?01->bf?01", "bf?01_io?01->bf?01"},
      {"b01f?_01io?->b01f?", "b01f_01io->b01f"},
      {"b01_01io->b01f", "f01_01io->b01f"},
      {"\?\?_\?\?->\?\?", "f\?_o\?->f\?"},
      {"0123456789bf_0123456789io->0123456789bf", "0123456789bf_0123456789io->0123456789bf"},
      {"b1f_1io->b1f", "ERR 0: expects [0-0bf?] in lhs dimension numbers"},
      {"b0f_1io->b0f", "ERR 0: expects [0-0io?] in rhs dimension numbers"},
      {"b0f_0io->b1f", "ERR 0: expects [0-0bf?] in output dimension numbers"},
      {"bb_0ii->b0f", "ERR 0: expects unique lhs dimension numbers, but sees bb"},
      {"b0f_0ii->b0f", "ERR 0: expects unique rhs dimension numbers, but sees 0ii"},
      {"b0f_0io->b00f", "ERR 0: expects unique output dimension numbers, but sees b00f"},
      {"b0f_01io->b0f",
       "ERR 0: input, kernel, and output must have same number of spatial dimensions, but got 1, "
       "2, 1, respectively."},
      {"\"b0f\"", "ERR 0: expects dim labels pattern, e.g., 'bf0_0io->0bf'"},
      {"b0f_0io-> b0f", "ERR 0: expects dim labels pattern, e.g., 'bf0_0io->0bf'"},
  };
  ExpectValues<ConvolutionDimensionNumbers>(kCases, ReadDimLabels, AppendDimLabels);
}

TEST(WindowParserTest, DimLabelsGiveDimensionNumbers) {
  ParseAndPrint<ConvolutionDimensionNumbers>(
      "b10f_?oi01->0b1f", ReadDimLabels,
      [](const ConvolutionDimensionNumbers& numbers, std::string*) {
        EXPECT_EQ(numbers.input_batch_dimension, 0);
        EXPECT_EQ(numbers.input_feature_dimension, 3);
        EXPECT_EQ(numbers.input_spatial_dimensions, (absl::Span<const int64_t>{2, 1}));
        EXPECT_EQ(numbers.kernel_input_feature_dimension, 2);
        EXPECT_EQ(numbers.kernel_output_feature_dimension, 1);
        EXPECT_EQ(numbers.kernel_spatial_dimensions, (absl::Span<const int64_t>{3, 4}));
        EXPECT_EQ(numbers.output_batch_dimension, 1);
        EXPECT_EQ(numbers.output_feature_dimension, 3);
        EXPECT_EQ(numbers.output_spatial_dimensions, (absl::Span<const int64_t>{0, 2}));
      });
}

TEST(WindowParserTest, Padding) {
  const Case kCases[] = {
      {"1_2_0x3_4_0", "1_2x3_4"},
      {"1_2x3_4_5", "1_2_0x3_4_5"},
      {"-1_2x-3_-4", "-1_2x-3_-4"},
      {"1_1_1_1", "1_1_1 | rest: _1"},
      {"3", "ERR 0: expects padding config, e.g., '0_0_0x3_3_1'"},
      {"1_0x99999999999999999999_0",
       "ERR 0: expects padding config pattern like 'low_high_interior' or 'low_high'"},
  };
  ExpectValues<PaddingConfig>(kCases, ReadPaddingConfig, AppendPaddingConfig);
}

TEST(WindowParserTest, SliceRanges) {
  const Case kCases[] = {
      {"{}", "{}"},
      {"{[0:2:1],[0:2]}", "{[0:2], [0:2]}"},
      {"{[0:2:2],[0:2]}", "{[0:2:2], [0:2:1]}"},
      {"{ [ -1 : 18446744073709551615 ] }", "{[-1:-1]}"},
      {"3", "ERR 0: expects '{' to start ranges"},
      {"{3}", "ERR 1: expects a list to end with kRsquare"},
      {"{[1]}", "ERR 1: expects [start:limit:step] or [start:limit], but sees 1 elements."},
      {"{[1:2:3:4]}", "ERR 1: expects [start:limit:step] or [start:limit], but sees 4 elements."},
      {"{[]}", "ERR 1: expects [start:limit:step] or [start:limit], but sees 0 elements."},
      {"{[1,2]}", "ERR 3: expects a list to end with kRsquare"},
      {"{[0:2],}", "ERR 7: expects a list to end with kRsquare"},
      {"{[0:2] [0:2]}", "ERR 7: expects '}' to end ranges"},
  };
  ExpectValues<SliceRanges>(kCases, ReadSliceRanges, AppendSliceRanges);
}

TEST(WindowParserTest, SplitToInt64s) {
  std::vector<int64_t> values;
  EXPECT_TRUE(SplitToInt64s("1_-2_003", '_', &values));
  EXPECT_EQ(values, (std::vector<int64_t>{1, -2, 3}));
  for (const std::string_view bad : {"", "1_", "_1", "1x2", "9223372036854775808"}) {
    EXPECT_FALSE(SplitToInt64s(bad, '_', &values)) << bad;
  }
}

}  // namespace hlo_text_v1::window_test
