#include <gtest/gtest.h>

#include "hlo/attribute_values.h"
#include "hlo/print_values.h"
#include "hlo/sharding.h"

namespace hlo_text_v1::attribute_value_printer_test {

template <typename T>
std::string Print(const T& value, void (*append)(const T&, std::string*)) {
  std::string out = "x=";
  append(value, &out);  // appended to the existing text
  return out.substr(2);
}

TEST(AttributeValuePrinterTest, WindowPrintsFieldsThatAreNotDefault) {
  WindowDimension dimensions[2];
  dimensions[0].size = 3;
  dimensions[1].size = 5;
  const Window window = {dimensions};
  EXPECT_EQ(Print(window, AppendWindow), "{size=3x5}");
  dimensions[1].padding_high = -2;
  EXPECT_EQ(Print(window, AppendWindow), "{size=3x5 pad=0_0x0_-2}");
  dimensions[0].stride = 2;
  dimensions[0].base_dilation = 3;
  dimensions[1].window_dilation = 4;
  dimensions[1].window_reversal = true;
  EXPECT_EQ(Print(window, AppendWindow),
            "{size=3x5 stride=2x1 pad=0_0x0_-2 lhs_dilate=3x1 rhs_dilate=1x4 rhs_reversal=0x1}");
  EXPECT_EQ(Print(Window(), AppendWindow), "{}");
}

TEST(AttributeValuePrinterTest, DimLabels) {
  constexpr int64_t kSpatial[] = {4, 1};
  ConvolutionDimensionNumbers numbers;
  EXPECT_EQ(Print(numbers, AppendDimLabels), "f?_o?->f?");  // the later one shows
  numbers.input_feature_dimension = 2;
  numbers.input_spatial_dimensions = kSpatial;
  EXPECT_EQ(Print(numbers, AppendDimLabels), "b1f?0_o?->f?");
  const int64_t outside[] = {-1, int64_t{1} << 31, std::numeric_limits<int64_t>::max()};
  numbers.kernel_spatial_dimensions = outside;
  numbers.output_batch_dimension = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(Print(numbers, AppendDimLabels), "b1f?0_o?->f?");
}

TEST(AttributeValuePrinterTest, PaddingAndSlicesPrintTheThirdNumberForAllOrNone) {
  PaddingDimension padding[] = {{1, 2, 0}, {-3, 4, 0}};
  EXPECT_EQ(Print(PaddingConfig{padding}, AppendPaddingConfig), "1_2x-3_4");
  padding[1].interior = 5;
  EXPECT_EQ(Print(PaddingConfig{padding}, AppendPaddingConfig), "1_2_0x-3_4_5");
  SliceRange slices[] = {{0, 2, 1}, {1, 4, 1}};
  EXPECT_EQ(Print(SliceRanges{slices}, AppendSliceRanges), "{[0:2], [1:4]}");
  slices[0].stride = 2;
  EXPECT_EQ(Print(SliceRanges{slices}, AppendSliceRanges), "{[0:2:2], [1:4:1]}");
}

TEST(AttributeValuePrinterTest, Aliasing) {
  constexpr int64_t kIndex[] = {1, 0};
  const OutputOperandAlias pairs[] = {{{}, 2, kIndex}, {kIndex, 0, {}}};
  EXPECT_EQ(Print(OutputOperandAliasing{pairs}, AppendOutputOperandAliasing),
            "{{}: (2, {1,0}), {1,0}: (0, {})}");
  EXPECT_EQ(Print(OutputOperandAliasing(), AppendOutputOperandAliasing), "{}");
}

TEST(AttributeValuePrinterTest, Domain) {
  HloSharding entry, exit;
  exit.kind = HloSharding::Kind::kManual;
  EXPECT_EQ(Print(Domain{&entry, &exit}, AppendDomain),
            "{kind=\"sharding\", entry={replicated}, exit={manual}}");
}

TEST(AttributeValuePrinterTest, Statistics) {
  const Statistic values[] = {{"a", 1.5}, {"b", -1e-7}};
  EXPECT_EQ(Print(Statistics{1, values}, AppendStatistics), "{visualizing_index=1,a=1.5,b=-1e-07}");
}

TEST(AttributeValuePrinterTest, SidesThatArePresent) {
  constexpr int64_t kNumbers[] = {1, 2};
  SparsityConfig sparsity;
  EXPECT_EQ(Print(sparsity, AppendSparsityConfig), "{}");
  sparsity.rhs = {true, 2, 4, 1, -1, 3};
  EXPECT_EQ(Print(sparsity, AppendSparsityConfig),
            "{rhs={sparsity=2x4 dimension=1 stride=-1 idx=3}}");
  BlockScalingConfig scaling;
  scaling.lhs.present = scaling.rhs.present = true;
  scaling.rhs.steps = kNumbers;
  EXPECT_EQ(Print(scaling, AppendBlockScalingConfig),
            "{lhs={scale_idx=0} rhs={scale_idx=0 steps=1x2}}");
}

TEST(AttributeValuePrinterTest, ResultAccuracy) {
  EXPECT_EQ(Print(ResultAccuracy(), AppendResultAccuracy), "{mode=default}");
  ResultAccuracy accuracy;
  accuracy.mode = ResultAccuracy::Mode::kTolerance;
  accuracy.atol = 1e-5;
  accuracy.ulps = 7;
  EXPECT_EQ(Print(accuracy, AppendResultAccuracy), "{tolerance={atol=1e-05,rtol=0,ulps=7}}");
}

}  // namespace hlo_text_v1::attribute_value_printer_test
