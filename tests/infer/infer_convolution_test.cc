// convolution.
#include "tests/infer/infer_test_util.h"

namespace hlo_text_v1::test::infer_convolution_test {

constexpr InferCase kShapes[] = {
    {"u4[1,1]; u4[1,2]", "convolution(p0, p1), window={}, dim_labels=bf_io->bf", "u4[1,2]{1,0}"},
    {"s64[3,3]; s64[3,2]",
     "convolution(p0, p1), window={}, dim_labels=bf_io->bf, sparsity_config={rhs={sparsity=2x3 "
     "dimension=2 stride=1 idx=1}}",
     "s64[3,2]{1,0}"},
    {"s2[?,<=2]; s2[1,4]",
     "convolution(p0, p1), window={}, dim_labels=bf_io->fb, feature_group_count=2", "s2[4,?]{1,0}"},
    {"u8[1,2]; pred[2,1]", "convolution(p0, p1), window={}, dim_labels=fb_oi->bf", "u8[2,2]{1,0}"},
    {"c64[2,1]; c64[<=1,2]", "convolution(p0, p1), window={}, dim_labels=bf_io->fb",
     "c64[2,2]{1,0}"},
    {"u8[2,1]{0,1}; u8[1,2]", "convolution(p0, p1), window={}, dim_labels=bf_io->fb",
     "u8[2,2]{1,0}"},
    {"s16[?,1,7]; s16[1,2,2]",
     "convolution(p0, p1), window={size=2 pad=2_2}, dim_labels=bf0_io0->bf0", "s16[?,2,10]{2,1,0}"},
    {"u64[3,1,7]; u64[2,1,1]",
     "convolution(p0, p1), window={size=2 lhs_dilate=3}, dim_labels=bf0_0oi->bf0",
     "u64[3,1,18]{2,1,0}"},
    {"f16[2,2]{1,0}; f16[2,1]",
     "convolution(p0, p1), window={}, dim_labels=bf_io->bf, sparsity_config={rhs={sparsity=1x3 "
     "dimension=1 stride=1 idx=1}}",
     "f16[2,1]{1,0}"},
    {"s64[3,1]; s16[<=1,2]{0,1}", "convolution(p0, p1), window={}, dim_labels=bf_io->bf",
     "s64[3,2]{1,0}"},
    {"f32[2,6,1,3]; f32[4,3,2,2]",
     "convolution(p0, p1), window={size=2x2 lhs_dilate=1x2}, dim_labels=bf01_oi01->bf01, "
     "feature_group_count=2, sparsity_config={rhs={sparsity=2x1 dimension=3 stride=1 idx=1}}",
     "f32[2,4,0,4]{3,2,1,0}"},
    {"c128[2,4,<=7]; c128[2,2,3]",
     "convolution(p0, p1), window={size=3 pad=2_2}, dim_labels=bf0_io0->bf0, "
     "feature_group_count=2, sparsity_config={rhs={sparsity=2x1 dimension=3 stride=1 idx=1} "
     "lhs={sparsity=2x4 dimension=0 stride=1 idx=1}}",
     "c128[2,2,<=9]{2,1,0}"},
    {"pred[3,<=9]; pred[3,6]{1,0}",
     "convolution(p0, p1), window={}, dim_labels=bf_io->bf, feature_group_count=3",
     "pred[3,6]{1,0}"},
    {"f8e8m0fnu[3,2,5]; f32[2,1,1]",
     "convolution(p0, p1), window={size=1 stride=1 rhs_dilate=2}, dim_labels=bf0_io0->bf0",
     "f32[3,1,5]{2,1,0}"},
    {"c128[1,<=3]; f8e4m3fn[2,<=3]", "convolution(p0, p1), window={}, dim_labels=bf_oi->bf",
     "c128[1,2]{1,0}"},
    {"c64[?,3,<=5,5]; c64[3,1,1,3]",
     "convolution(p0, p1), window={size=1x3 stride=1x3 lhs_dilate=1x3 rhs_dilate=2x2}, "
     "dim_labels=bf01_io01->0f1b",
     "c64[<=5,1,3,?]{3,2,1,0}"},
    {"f32[2,3,3]; f8e4m3fnuz[3,2,1]",
     "convolution(p0, p1), window={size=1 stride=3 lhs_dilate=2}, dim_labels=bf0_io0->f0b, "
     "sparsity_config={rhs={sparsity=2x3 dimension=3 stride=1 idx=1}}",
     "f32[2,2,2]{2,1,0}"},
    {"f32[6,3,4,?,1]; f32[3,3,1,1,3]",
     "convolution(p0, p1), window={size=3x1x1 pad=2_0x0_0x1_1 rhs_dilate=3x2x3}, "
     "dim_labels=bf012_io210->bf012, batch_group_count=3",
     "f32[2,3,0,?,3]{4,3,2,1,0}"},
    {"f32[?,<=1]; f32[1,2]{1,0:S(1)}", "convolution(p0, p1), window={}, dim_labels=bf_io->bf",
     "f32[?,2]{1,0}"},
    {"s16[1,1]{1,0:E(32)}; pred[1,1]", "convolution(p0, p1), window={}, dim_labels=fb_oi->fb",
     "s16[1,1]{1,0}"},
    {"pred[3,2,1,1,0]; f32[1,3,3,3,3]",
     "convolution(p0, p1), window={size=3x3x3 stride=3x1x1}, dim_labels=10bf2_io012->bf012, "
     "sparsity_config={rhs={sparsity=2x3 dimension=2 stride=1 idx=1}}",
     "f32[1,3,0,1,0]{4,3,2,1,0}"},
    {"u4[4,5,2]{2,1,0:L(4)}; u4[3,1,2]",
     "convolution(p0, p1), window={size=3 pad=-1_0 rhs_dilate=1}, dim_labels=b0f_0oi->bf0",
     "u4[4,1,2]{2,1,0}"},
    {"c64[3,2,3,<=3,3]; c64[1,4,3,2,2]",
     "convolution(p0, p1), window={size=3x2x2 lhs_dilate=1x3x3}, dim_labels=bf012_io012->bf012, "
     "feature_group_count=2, sparsity_config={rhs={sparsity=2x4 dimension=1 stride=1 idx=1} "
     "lhs={sparsity=2x4 dimension=3 stride=1 idx=1}}",
     "c64[3,4,1,<=6,6]{4,3,2,1,0}"},
    {"s16[3,6]{1,0:T(8,128)}; s16[4,<=3]",
     "convolution(p0, p1), window={}, dim_labels=bf_oi->bf, feature_group_count=2, "
     "sparsity_config={rhs={sparsity=1x4 dimension=3 stride=1 idx=1}}",
     "s16[3,4]{1,0}"},
    {"f8e8m0fnu[1,1,5]; f6e2m3fn[1,2,<=2]",
     "convolution(p0, p1), window={size=2 pad=1_0 rhs_dilate=3}, dim_labels=bf0_io0->bf0",
     "f8e8m0fnu[1,2,<=3]{2,1,0}"},
    {"bf16[<=3,4,?,6,4]; f8e3m4[2,4,1,1,2]",
     "convolution(p0, p1), window={size=1x1x2}, dim_labels=bf012_io012->bf012, "
     "feature_group_count=2",
     "bf16[<=3,4,?,6,3]{4,3,2,1,0}"},
    {"f6e2m3fn[2,3,5]; f6e2m3fn[1,<=3,<=2]",
     "convolution(p0, p1), window={size=2 lhs_dilate=2}, dim_labels=bf0_oi0->bf0",
     "f6e2m3fn[2,1,<=8]{2,1,0}"},
    {"u32[?,3,3]; u32[3,1,3]{0,1,2:T(8,128)}",
     "convolution(p0, p1), window={size=3 stride=3 lhs_dilate=3}, dim_labels=0bf_io0->bf0, "
     "feature_group_count=1",
     "u32[3,1,?]{2,1,0}"},
    {"s1[1,1,4]{0,2,1}; s32[2,1,2]{1,0,2:L(4)}",
     "convolution(p0, p1), window={size=2 stride=2 pad=1_2 rhs_dilate=2}, dim_labels=bf0_0io->b0f",
     "s32[1,3,2]{2,1,0}"},
    {"f8e4m3fn[6,2]; f8e4m3[2,2]{1,0:T(2)S(1)}",
     "convolution(p0, p1), window={}, dim_labels=bf_oi->fb, batch_group_count=2, "
     "sparsity_config={lhs={sparsity=2x2 dimension=0 stride=1 idx=1}}",
     "f8e4m3fn[2,3]{1,0}"},
    {"f32[1,1,1,4]{2,0,3,1:E(4)}; f32[1,1,2,<=2]",
     "convolution(p0, p1), window={size=2x2 pad=-1_1x1_1 rhs_dilate=1x3}, "
     "dim_labels=bf01_io01->bf01",
     "f32[1,1,0,<=3]{3,2,1,0}"},
    {"u32[3,3,6,?,?]{4,0,3,1,2:S(1)}; f32[6,2,3,1,1]",
     "convolution(p0, p1), window={size=2x1x1 stride=3x1x2 rhs_dilate=3x1x3}, "
     "dim_labels=bf012_o0i21->01f2b, batch_group_count=3",
     "f32[1,?,6,?,1]{4,3,2,1,0}"},
    {"f6e2m3fn[1,3,<=7,?,<=7]; f8e4m3fnuz[1,3,1,3,1]",
     "convolution(p0, p1), window={size=1x3x1 pad=0_1x1_0x1_0 lhs_dilate=1x2x1 rhs_dilate=3x2x3}, "
     "dim_labels=bf012_io012->bf012, feature_group_count=3",
     "f8e4m3fnuz[1,3,<=8,?,<=8]{4,3,2,1,0}"},
    {"s64[<=1,9,3,?]{3,1,0,2}; s64[3,3,3,3]{2,0,1,3}",
     "convolution(p0, p1), window={size=3x3 lhs_dilate=3x2}, dim_labels=bf01_0i1o->bf01, "
     "feature_group_count=3",
     "s64[<=1,3,5,?]{3,2,1,0}"},
    {"pred[2,<=2,?,6]; f6e3m2fn[1,2,3,1]{0,2,1,3:S(1)}",
     "convolution(p0, p1), window={size=3x1 stride=3x3 pad=0_1x-1_0}, dim_labels=bf01_io01->bf01, "
     "feature_group_count=2",
     "f6e3m2fn[2,2,?,2]{3,2,1,0}"},
    {"f8e4m3fn[1,3,0,0]; f64[<=2,2,<=3,1]{3,0,2,1:E(4)}",
     "convolution(p0, p1), window={size=2x2 pad=2_0x1_2 lhs_dilate=3x2}, "
     "dim_labels=bf01_01io->b0f1",
     "f64[1,<=1,1,2]{3,2,1,0}"},
    {"f16[1,9,4,0,0]; f64[3,3,1,2,2]{1,0,2,4,3:T(8,128)}",
     "convolution(p0, p1), window={size=1x2x2 stride=1x3x1 pad=-1_0x-1_1x2_2 rhs_dilate=2x3x3}, "
     "dim_labels=bf012_io012->bf012, feature_group_count=3, sparsity_config={rhs={sparsity=2x3 "
     "dimension=3 stride=1 idx=1}}",
     "f64[1,3,3,0,1]{4,3,2,1,0}"},
    {"f4e2m1fn[<=4,<=1,3,?,0]{2,4,1,3,0}; f32[1,4,2,3,3]",
     "convolution(p0, p1), window={size=2x3x3 pad=1_0x2_2x1_1 rhs_dilate=3x1x3}, "
     "dim_labels=bf012_io012->bf012, batch_group_count=2",
     "f32[<=2,4,1,?,0]{4,3,2,1,0}"},
    {"f32[2,1,1]{2,0,1:S(1)}; f32[1,2,2]{2,1,0:T(8,128)}",
     "convolution(p0, p1), window={size=2 lhs_dilate=1}, dim_labels=bf0_io0->bf0, "
     "sparsity_config={lhs={sparsity=2x3 dimension=3 stride=1 idx=1}}",
     "f32[2,2,0]{2,1,0}"},
    {"f32[6,2,?,2]{0,1,3,2:L(4)}; f32[3,1,2,2]{1,3,2,0:T(8,128)(2,1)M(8)}",
     "convolution(p0, p1), window={size=1x3}, dim_labels=bf01_10io->bf01, batch_group_count=2",
     "f32[3,2,?,0]{3,2,1,0}"},
};

constexpr InferCase kErrors[] = {
    {"f32[?,2]; f32[2,2]", "convolution(p0, p1), dim_labels=bf_io->bf, batch_group_count=2",
     "An unbounded batch dimension cannot be grouped; got <conv>(f32[?,2], f32[2,2])"},
    {"f8e5m2fnuz[2,1]; f8e5m2fnuz[2,?]", "convolution(p0, p1), window={}, dim_labels=fb_io->fb",
     "Dynamic output feature dim on convolution kernel is not supported: rhs shape is "
     "f8e5m2fnuz[2,?] "},
    {"u2[1,4]; u2[1,3]", "convolution(p0, p1), window={}, dim_labels=bf_oi->bf",
     "Expected LHS feature dimension (value 4) to be a multiple of feature_group_count (value 1), "
     "and LHS feature dimension / feature_group_count = RHS feature dimension (value 3); got ..."},
    {"(f32[2]); f8e5m2[1,1]", "convolution(p0, p1), window={}, dim_labels=bf_io->bf",
     "Expected array argument for lhs of convolution, but got (f32[2])."},
    {"f6e3m2fn[2,1]; ()",
     "convolution(p0, p1), window={}, dim_labels=bf_io->bf, batch_group_count=2",
     "Expected array argument for rhs of convolution, but got ()."},
    {"c64[?,<=1]; c64[6,1]",
     "convolution(p0, p1), window={}, dim_labels=bf_oi->bf, batch_group_count=3",
     "Expected input batch dimension (value -9223372036854775808) to be divisible by "
     "batch_group_count (value 3); got ..."},
    {"pred[2,9]; f8e5m2[3,4]",
     "convolution(p0, p1), window={}, dim_labels=bf_io->bf, feature_group_count=3",
     "Expected output feature dimension (value 4) to be divisible by feature_group_count (value "
     "3); got ..."},
    {"f16[2,1,5]; f16[1,3,1]",
     "convolution(p0, p1), window={size=1}, dim_labels=bf0_io0->fb0, batch_group_count=2",
     "Expected output feature dimension size (value 3) to be a multiple of batch group count 2; "
     "got ..."},
    {"c64[9,1]; c64[3,3]",
     "convolution(p0, p1), window={}, dim_labels=fb_io->fb, feature_group_count=3, "
     "sparsity_config={lhs={sparsity=2x1 dimension=0 stride=1 idx=1}}",
     "Sparse dimension size (9) must be divisible by num_non_zero (2)"},
    {"s8[3]; c128[3,1]",
     "convolution(p0, p1), window={}, dim_labels=bf_oi->bf, feature_group_count=3",
     "The LHS argument to a convolution should have rank 2; lhs: s8[3]."},
    {"f32[1,4]; f32[2,2,4]{2,1,0:T(8,128)}",
     "convolution(p0, p1), window={}, dim_labels=bf_io->bf, feature_group_count=2",
     "The RHS argument to a convolution should have rank 2; rhs: f32[2,2,4]."},
    {"f32[1,1,3]; f32[1,1,1]",
     "convolution(p0, p1), window={size=1 pad=0_9223372036854775807}, dim_labels=bf0_io0->bf0",
     "The padded size of a window dimension does not fit into 64 bits."},
    {"u2[2,3,0]; u2[2,1,3]{1,2,0:E(32)}",
     "convolution(p0, p1), window={size=2 stride=3}, dim_labels=bf0_o0i->0bf",
     "Window dimensions do not match RHS shape:\n\tRHS shape: u2[2,1,3]..."},
    {"s4[9,2]; s4[2,6]{1,0}",
     "convolution(p0, p1), window={}, dim_labels=bf_io->fb, batch_group_count=-1",
     "batch_group_count must be a positive number, got -1"},
    {"f8e5m2fnuz[3,2]; f8e5m2fnuz[1,12]",
     "convolution(p0, p1), window={}, dim_labels=bf_io->bf, feature_group_count=2, "
     "batch_group_count=3",
     "both batch_group_count 3 and feature_group_count 2 cannot be greater than 1"},
    {"f8e4m3fn[1,6]; f8e4m3fn[3,4]",
     "convolution(p0, p1), window={}, dim_labels=bf_io->bf, feature_group_count=0",
     "feature_group_count must be a positive number, got 0"},
};

TEST(InferConvolutionTest, Shapes) {
  for (const InferCase& c : kShapes) ExpectInferred(c);
}

TEST(InferConvolutionTest, Errors) {
  for (const InferCase& c : kErrors) ExpectInferred(c);
}

}  // namespace hlo_text_v1::test::infer_convolution_test
