// dot, scaled-dot, ragged-dot.
#include "tests/infer/infer_test_util.h"

namespace hlo_text_v1::test::infer_dot_test {

constexpr InferCase kShapes[] = {
    {"f32[4,4]; f32[4]",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}, sparsity_config={lhs={sparsity=1x1 dimension=2 stride=1 idx=1}}",
     "f32[4,4,4]{2,1,0}"},
    {"c64[4,6]; f32[6]",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={1}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}",
     "c64[4]{0}"},
    {"s32[5,1]; s32[5]",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={0}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}",
     "s32[1]{0}"},
    {"s4[<=1,4]; c64[]",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}",
     "c64[<=1,4]{1,0}"},
    {"s8[2,3]; s32[3,4]", "dot(p0, p1), lhs_contracting_dims={1}, rhs_contracting_dims={0}",
     "s32[2,4]{1,0}"},
    {"u2[1,6]; bf16[1]{0}",
     "dot(p0, p1), lhs_batch_dims={0}, lhs_contracting_dims={}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={}",
     "bf16[1,6]{1,0}"},
    {"s16[1,4]; s16[1]{0}",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={0}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}",
     "s16[4]{0}"},
    {"f64[1,3]; f4e2m1fn[]",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}, sparsity_config={lhs={sparsity=1x3 dimension=3 stride=1 idx=1}}",
     "f64[1,3]{1,0}"},
    {"c128[1,3,4]; c128[<=3]",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={1}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}",
     "c128[1,4]{1,0}"},
    {"pred[1,?]; pred[3,6,4]",
     "dot(p0, p1), lhs_batch_dims={1}, lhs_contracting_dims={}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={}",
     "pred[?,1,6,4]{3,2,1,0}"},
    {"s2[6,<=0,?]; f32[0,0,6]",
     "dot(p0, p1), lhs_batch_dims={0}, lhs_contracting_dims={1,2}, rhs_batch_dims={2}, "
     "rhs_contracting_dims={0,1}, sparsity_config={lhs={sparsity=2x1 dimension=3 stride=1 idx=1}}",
     "f32[6]{0}"},
    {"f16[4,3,?]; bf16[1,3,3]",
     "dot(p0, p1), lhs_batch_dims={2}, lhs_contracting_dims={1}, rhs_batch_dims={2}, "
     "rhs_contracting_dims={1}",
     "bf16[?,4,1]{2,1,0}"},
    {"pred[4,3,4]; pred[1,?,<=4]",
     "dot(p0, p1), lhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_batch_dims={2}, "
     "rhs_contracting_dims={1}",
     "pred[4,3,1]{2,1,0}"},
    {"s8[2,?,3,<=3]; f16[2,5,3,3]",
     "dot(p0, p1), lhs_batch_dims={1,2}, lhs_contracting_dims={3,0}, rhs_batch_dims={1,2}, "
     "rhs_contracting_dims={3,0}",
     "f16[?,3]{1,0}"},
    {"f32[3,4]; f32[0,4,3]{1,0,2}",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={1,0}, rhs_batch_dims={}, "
     "rhs_contracting_dims={1,2}, sparsity_config={rhs={sparsity=2x4 dimension=0 stride=1 idx=1}}",
     "f32[0]{0}"},
    {"pred[2,3]; f16[3,4]{0,1:E(4)}",
     "dot(p0, p1), lhs_batch_dims={1}, lhs_contracting_dims={}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={}, sparsity_config={lhs={sparsity=2x3 dimension=2 stride=1 idx=1}}",
     "f16[3,2,4]{2,1,0}"},
    {"s16[3,<=2]; s16[3]{0:T(8,128)}",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={0}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}",
     "s16[<=2]{0}"},
    {"u32[0,<=3]; f8e4m3b11fnuz[1,<=6]",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}, sparsity_config={rhs={sparsity=1x4 dimension=3 stride=1 idx=1} "
     "lhs={sparsity=2x4 dimension=0 stride=1 idx=1}}",
     "f8e4m3b11fnuz[0,<=3,1,<=6]{3,2,1,0}"},
    {"f8e4m3fnuz[5,5]; f8e4m3fnuz[<=5]",
     "dot(p0, p1), lhs_batch_dims={0}, lhs_contracting_dims={}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={}, sparsity_config={rhs={sparsity=1x2 dimension=2 stride=1 idx=1}}",
     "f8e4m3fnuz[5,5]{1,0}"},
    {"f32[1,?]; f4e2m1fn[5,1]{1,0:E(4)}",
     "dot(p0, p1), lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={1}, "
     "rhs_contracting_dims={0}",
     "f32[1]{0}"},
    {"f8e4m3[2,3,2]{0,2,1}; f8e4m3[2,?,?]",
     "dot(p0, p1), lhs_batch_dims={2}, lhs_contracting_dims={1,0}, rhs_batch_dims={1}, "
     "rhs_contracting_dims={2,0}",
     "f8e4m3[2]{0}"},
    {"f8e8m0fnu[3,3,6,2]; f8e8m0fnu[5,?,6,2]",
     "dot(p0, p1), lhs_batch_dims={2,0}, lhs_contracting_dims={3}, rhs_batch_dims={2,1}, "
     "rhs_contracting_dims={3}, sparsity_config={rhs={sparsity=1x3 dimension=0 stride=1 idx=1}}",
     "f8e8m0fnu[6,3,3,5]{3,2,1,0}"},
    {"u2[5,1,5]{1,2,0}; f32[<=5,1]{0,1:L(4)}",
     "dot(p0, p1), lhs_batch_dims={1}, lhs_contracting_dims={0}, rhs_batch_dims={1}, "
     "rhs_contracting_dims={0}",
     "f32[1,5]{1,0}"},
    {"u32[<=1,<=2,<=0,?]; u32[2,0,2,4]{1,3,2,0}",
     "dot(p0, p1), lhs_batch_dims={2}, lhs_contracting_dims={3,1}, rhs_batch_dims={1}, "
     "rhs_contracting_dims={2,0}",
     "u32[<=0,<=1,4]{2,1,0}"},
    {"pred[2,5,4]{2,1,0:T(2)S(1)}; f16[4,?,<=2]",
     "dot(p0, p1), lhs_batch_dims={0,2}, lhs_contracting_dims={}, rhs_batch_dims={2,0}, "
     "rhs_contracting_dims={}, sparsity_config={rhs={sparsity=1x3 dimension=0 stride=1 idx=1}}",
     "f16[2,4,5,?]{3,2,1,0}"},
    {"f6e3m2fn[3,1,<=0]{0,2,1:E(4)}; f6e3m2fn[0]",
     "dot(p0, p1), lhs_batch_dims={2}, lhs_contracting_dims={}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={}, sparsity_config={lhs={sparsity=1x3 dimension=1 stride=1 idx=1}}",
     "f6e3m2fn[<=0,3,1]{2,1,0}"},
    {"f8e8m0fnu[2,<=1,<=6]{0,2,1}; bf16[2,1,2,6,6]",
     "dot(p0, p1), lhs_batch_dims={2}, lhs_contracting_dims={0,1}, rhs_batch_dims={4}, "
     "rhs_contracting_dims={2,1}, sparsity_config={lhs={sparsity=1x1 dimension=0 stride=1 idx=1} "
     "rhs={sparsity=2x3 dimension=3 stride=1 idx=1}}",
     "bf16[<=6,2,6]{2,1,0}"},
    {"f16[6,1,5,6]{2,1,3,0:T(8,128)}; pred[5,3,?,<=6]",
     "dot(p0, p1), lhs_batch_dims={1}, lhs_contracting_dims={0,2}, rhs_batch_dims={2}, "
     "rhs_contracting_dims={3,0}",
     "f16[1,6,3]{2,1,0}"},
    {"f8e8m0fnu[2,?,?,3,<=6]; f8e8m0fnu[6,3,1,2]{3,0,1,2:E(32)}",
     "dot(p0, p1), lhs_batch_dims={3}, lhs_contracting_dims={2,4}, rhs_batch_dims={1}, "
     "rhs_contracting_dims={2,0}, sparsity_config={rhs={sparsity=1x1 dimension=0 stride=1 idx=1}}",
     "f8e8m0fnu[3,2,?,2]{3,2,1,0}"},
    {"f32[3,3]; f32[1]; s64[1]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={0}, rhs_group_dims={0}",
     "f32[3,3]{1,0}"},
    {"f16[?,2]; f32[<=2]; s64[4]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={1}, lhs_contracting_dims={}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={1}, rhs_group_dims={}",
     "f32[2,?]{1,0}"},
    {"f32[1,3]; f32[3,2]; s64[?]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={1}, lhs_contracting_dims={}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={1}, rhs_group_dims={}",
     "f32[3,1,2]{2,1,0}"},
    {"f32[2,<=5]; u2[5,2]; s64[1]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={0,1}, rhs_batch_dims={}, "
     "rhs_contracting_dims={1,0}, lhs_ragged_dims={0}, rhs_group_dims={}",
     "f32[1]{0}"},
    {"f32[11,5]; f32[11,2]; s64[7]",
     "ragged-dot(p0, p1, p2), lhs_contracting_dims={0}, rhs_contracting_dims={0}, "
     "lhs_ragged_dims={0}",
     "f32[7,5,2]{2,1,0}"},
    {"s8[2,4]; s8[2,4]; s64[?]{0:S(1)}",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={1,0}, rhs_batch_dims={}, "
     "rhs_contracting_dims={1,0}, lhs_ragged_dims={0}, rhs_group_dims={}",
     "s8[?]{0}"},
    {"u4[6,0]; u4[6,0]; s64[2]{0:L(4)}",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={1}, lhs_contracting_dims={0}, rhs_batch_dims={1}, "
     "rhs_contracting_dims={0}, lhs_ragged_dims={1}, rhs_group_dims={}",
     "u4[0]{0}"},
    {"f32[3,11,5]; f32[7,3,5,2]; s64[7]",
     "ragged-dot(p0, p1, p2), lhs_contracting_dims={2}, rhs_contracting_dims={2}, "
     "lhs_batch_dims={0}, rhs_batch_dims={1}, lhs_ragged_dims={1}, rhs_group_dims={0}",
     "f32[3,11,2]{2,1,0}"},
    {"bf16[3,<=2]; bf16[2,3]; s64[4]{0}",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={0,1}, rhs_batch_dims={}, "
     "rhs_contracting_dims={1,0}, lhs_ragged_dims={1}, rhs_group_dims={}",
     "bf16[4]{0}"},
    {"f8e4m3[6,2,4]; bf16[?,<=2,4]; s64[4]{0}",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={2,1}, rhs_batch_dims={}, "
     "rhs_contracting_dims={2,1}, lhs_ragged_dims={2}, rhs_group_dims={}",
     "bf16[4,6,?]{2,1,0}"},
    {"s32[6,1]; u1[]; s32[6]; f6e2m3fn[1,3,2]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={}, lhs_contracting_dims={0}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}",
     "s32[1]{0}"},
    {"u1[4,3,3]; u4[5]; u1[3,?,?]; f4e2m1fn[]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={1}, lhs_contracting_dims={2}, "
     "rhs_batch_dims={0}, rhs_contracting_dims={1}",
     "u1[3,4,?]{2,1,0}"},
    {"f16[2,1]{0,1}; s32[1,4]; f16[]; s4[4,2,4]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}",
     "f16[2,1]{1,0}"},
    {"s32[2,1]; s64[]; f32[3,?,?,<=2]; f8e4m3[3]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={0}, lhs_contracting_dims={1}, "
     "rhs_batch_dims={2}, rhs_contracting_dims={1}",
     "f32[2,3,<=2]{2,1,0}"},
    {"s1[1,3]{0,1}; f16[<=2,5,4]; s1[2,3,1]; s16[]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={0}, lhs_contracting_dims={1}, "
     "rhs_batch_dims={2}, rhs_contracting_dims={1}",
     "s1[1,2]{1,0}"},
    {"f64[6,?]; f8e4m3fnuz[1,2]; f64[6,3]{1,0}; s1[]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}",
     "f64[6,?,6,3]{3,2,1,0}"},
    {"f32[2,2]; f6e2m3fn[6]; f32[<=2]; f6e2m3fn[6,1,1]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={}, lhs_contracting_dims={0}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}",
     "f32[2]{0}"},
    {"s8[?,?,5]; f8e8m0fnu[]; s8[4,3]; f32[3,3,<=5]{1,2,0}",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={}, lhs_contracting_dims={1,0}, "
     "rhs_batch_dims={}, rhs_contracting_dims={1,0}",
     "s8[5]{0}"},
};

constexpr InferCase kErrors[] = {
    {"s8[3,2]; s8[2]",
     "dot(p0, p1), lhs_batch_dims={1}, lhs_contracting_dims={1}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}",
     "A dimension number is not unique in Dot..."},
    {"u1[2]; f16[]",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={0}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}",
     "A dimension number is out of range in Dot..."},
    {"f16[3]; f16[3]",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={0}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}",
     "Cannot infer shape for dot operation: f16[3] <dot> f16[3]. Must specify the same number of "
     "contracting dimensions for lhs and rhs."},
    {"f32[2]; f32[1,3,1]",
     "dot(p0, p1), lhs_batch_dims={0}, lhs_contracting_dims={}, rhs_batch_dims={1}, "
     "rhs_contracting_dims={}",
     "Cannot infer shape for dot operation: f32[2] <dot> f32[1,3,1]. Batch dimension sizes are not "
     "compatible."},
    {"f32[6]; f32[6,4,1]",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={}",
     "Cannot infer shape for dot operation: f32[6] <dot> f32[6,4,1]. Must the same number of batch "
     "dimensions for lhs and rhs."},
    {"s32[1,4,5,3]; s32[2,1,4,0]",
     "dot(p0, p1), lhs_batch_dims={0}, lhs_contracting_dims={1,3}, rhs_batch_dims={1}, "
     "rhs_contracting_dims={2,3}",
     "Cannot infer shape for dot operation: s32[1,4,5,3] <dot> s32[2,1,4,0]. Contracting dimension "
     "sizes are not compatible."},
    {"(); f8e4m3fn[4,4]",
     "dot(p0, p1), lhs_batch_dims={0}, lhs_contracting_dims={}, rhs_batch_dims={1}, "
     "rhs_contracting_dims={}",
     "Expected array argument for lhs of dot, but got ()."},
    {"c64[3]; ()",
     "dot(p0, p1), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}",
     "Expected array argument for rhs of dot, but got ()."},
    {"s8[3,1]; s8[1,3,1,2]{2,3,0,1:T(8,128)}",
     "dot(p0, p1), lhs_batch_dims={1}, lhs_contracting_dims={0}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={1}, sparsity_config={lhs={sparsity=2x2 dimension=0 stride=1 idx=1}}",
     "Sparse dimension size (3) must be divisible by num_non_zero (2)"},
    {"pred[9223372036854775807]; pred[1]",
     "dot(p0, p1), lhs_contracting_dims={0}, rhs_contracting_dims={0}, "
     "sparsity_config={lhs={sparsity=1x2 dimension=0 stride=1 idx=2}}",
     "The dense size of a sparse dimension does not fit into 64 bits."},
    {"f32[1,1,3]; f32[1,1,4,3]",
     "dot(p0, p1), lhs_batch_dims={2}, lhs_contracting_dims={0,1}, rhs_batch_dims={3}, "
     "rhs_contracting_dims={0,1}, sparsity_config={lhs={sparsity=0x3 dimension=1 stride=1 idx=1}}",
     "num_non_zero and block_size must be positive in SparsityConfig"},
    {"f32[2]; f32[2]",
     "dot(p0, p1), lhs_contracting_dims={0}, rhs_contracting_dims={0}, "
     "sparsity_config={lhs={sparsity=0x2 dimension=0 stride=1 idx=2}}",
     "num_non_zero and block_size must be positive in SparsityConfig"},
    {"f32[4294967296]; f32[4294967296]", "dot(p0, p1)",
     "overflow in static extent product: dimensions=[4294967296, 4294967296]."},
    {"f16[<=4]; f16[4,3,3]; s64[1]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={0}, lhs_contracting_dims={0}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}, lhs_ragged_dims={0}, rhs_group_dims={}",
     "A dimension number is not unique in Dot..."},
    {"u32[4]; f32[4]; s64[3]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={0}, lhs_contracting_dims={-1}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={0}, rhs_group_dims={}",
     "A dimension number is out of range in Dot..."},
    {"f32[3,1]; f32[1,4,4,3]; s64[4]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={1}, rhs_batch_dims={2}, "
     "rhs_contracting_dims={3}, lhs_ragged_dims={0}, rhs_group_dims={1}",
     "Cannot infer shape for dot operation: f32[3,1] <dot> f32[1,4,4,3]. Contracting dimension "
     "sizes are not compatible."},
    {"s16[5,1]; s16[5,1]; s64[4]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={0,1}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}, lhs_ragged_dims={0}, rhs_group_dims={}",
     "Cannot infer shape for dot operation: s16[5,1] <dot> s16[5,1]. Must specify the same number "
     "of contracting dimensions for lhs and rhs."},
    {"s32[4,5,2]; s32[6,2,1]; s64[2]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={2}, lhs_contracting_dims={}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={2}, rhs_group_dims={}",
     "Cannot infer shape for dot operation: s32[4,5,2] <dot> s32[6,2,1]. Batch dimension sizes are "
     "not compatible."},
    {"u1[2]; u1[2]{0:L(4)}; s64[1]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={0}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={0}, rhs_group_dims={}",
     "Cannot infer shape for dot operation: u1[2] <dot> u1[2]. Must the same number of batch "
     "dimensions for lhs and rhs."},
    {"c128[1]; c128[6]; s64[2]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={0}, rhs_group_dims={}",
     "Cannot infer shape for ragged dot operation: c128[1] <ragged_dot> c128[6]. There must be "
     "exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting."},
    {"f32[1,3]; f32[4,3,5]; s64[2]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={1}, rhs_group_dims={1}",
     "Cannot infer shape for ragged dot operation: f32[1,3] <ragged_dot> f32[4,3,5]. rhs group "
     "dimension is expected to have size=2, got 3"},
    {"f32[1,6,5,1]; f8e3m4[6,5,1,1]; s64[5,1]{0,1:L(4)}",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={2,0}, lhs_contracting_dims={1,3}, "
     "rhs_batch_dims={1,2}, rhs_contracting_dims={0,3}, lhs_ragged_dims={0}, rhs_group_dims={0}",
     "Cannot infer shape for ragged dot operation: f32[1,6,5,1] <ragged_dot> f8e3m4[6,5,1,1]. rhs "
     "group dimension cannot be a batch or contracting dimension"},
    {"f32[6,1]; f32[<=6,1]{0,1:L(4)}; s64[?,<=4]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={1}, lhs_contracting_dims={0}, rhs_batch_dims={1}, "
     "rhs_contracting_dims={0}, lhs_ragged_dims={0}, rhs_group_dims={}",
     "Cannot infer shape for ragged dot operation: f32[6,1] <ragged_dot> f32[<=6,1]. group_sizes "
     "is expected to have shape [1, 4], got [-9223372036854775808, 4]"},
    {"s2[3,3]; s2[2]; s64[2]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={}, rhs_group_dims={0}",
     "Cannot infer shape for ragged dot operation: s2[3,3] <ragged_dot> s2[2]. There must be "
     "exactly one ragged dimension in the lhs."},
    {"s2[]; s2[3]; s64[3]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={0}, rhs_group_dims={0}",
     "Cannot infer shape for ragged dot operation: s2[] <ragged_dot> s2[3]. lhs ragged dimension 0 "
     "is out of range [0, 0)"},
    {"s4[0]; s4[0,3,2]; s64[]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={0}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}, lhs_ragged_dims={0}, rhs_group_dims={5}",
     "Cannot infer shape for ragged dot operation: s4[0] <ragged_dot> s4[0,3,2]. expected "
     "group_sizes to have rank 1, got 0"},
    {"s4[2]; s4[1]; s64[1]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={0}, rhs_group_dims={0,4}",
     "Cannot infer shape for ragged dot operation: s4[2] <ragged_dot> s4[1]. rhs group dimension 4 "
     "is out of range [0, 1)"},
    {"u2[3]{0:T(2)S(1)}; u2[4,5]; ()",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={0}, rhs_group_dims={0}",
     "Expected array argument for group_sizes of ragged dot, but got ()."},
    {"(); f8e4m3fn[2]; s64[2]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={0}, rhs_group_dims={0}",
     "Expected array argument for lhs of ragged dot, but got ()."},
    {"bf16[2]; token[]; s64[2]",
     "ragged-dot(p0, p1, p2), lhs_batch_dims={0}, lhs_contracting_dims={}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={}, lhs_ragged_dims={0}, rhs_group_dims={}",
     "Expected array argument for rhs of ragged dot, but got token[]."},
    {"f32[2,4,?,2,3]; u32[3,4,4]; f32[3,2,4]; f32[]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={0,2}, lhs_contracting_dims={4,4}, "
     "rhs_batch_dims={1,2}, rhs_contracting_dims={0}",
     "A dimension number is not unique in Dot..."},
    {"u1[0]; u1[]; c64[0]; f32[0,4]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={0}, lhs_contracting_dims={}, rhs_batch_dims={0}, "
     "rhs_contracting_dims={-1}",
     "A dimension number is out of range in Dot..."},
    {"f32[2,5]; f4e2m1fn[1]; f32[2,5,2,4]{1,2,3,0:L(4)}; u64[]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={0}, lhs_contracting_dims={1}, "
     "rhs_batch_dims={1}, rhs_contracting_dims={0}",
     "Cannot infer shape for dot operation: f32[2,5] <dot> f32[2,5,2,4]. Contracting dimension "
     "sizes are not compatible."},
    {"f32[3,2,5]; f6e3m2fn[1]{0:T(2)S(1)}; f32[?,?,1,?,3]{0,2,1,3,4:E(4)}; c64[]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={0,2}, lhs_contracting_dims={1}, "
     "rhs_batch_dims={2,3}, rhs_contracting_dims={0}",
     "Cannot infer shape for dot operation: f32[3,2,5] <dot> f32[?,?,1,?,3]. Batch dimension sizes "
     "are not compatible."},
    {"f6e2m3fn[1,3,5]; f6e2m3fn[5,1]; f6e2m3fn[5]; s16[6]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={2}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={}",
     "Cannot infer shape for dot operation: f6e2m3fn[1,3,5] <dot> f6e2m3fn[5]. Must the same "
     "number of batch dimensions for lhs and rhs."},
    {"s32[1,4]{1,0}; s2[1]; s32[1,0]; pred[6,5,3]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={}, lhs_contracting_dims={}, rhs_batch_dims={}, "
     "rhs_contracting_dims={0}",
     "Cannot infer shape for dot operation: s32[1,4] <dot> s32[1,0]. Must specify the same number "
     "of contracting dimensions for lhs and rhs."},
    {"(); s32[5,1,3,0]{0,1,3,2:E(32)}; f6e2m3fn[3,5,3,0]; u1[3,2]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={2}, lhs_contracting_dims={3,0}, "
     "rhs_batch_dims={1}, rhs_contracting_dims={3,0}",
     "Expected array argument for lhs of dot, but got ()."},
    {"f32[2,4,3]; f32[1,2]; (f32[2]); pred[]",
     "scaled-dot(p0, p1, p2, p3), lhs_batch_dims={}, lhs_contracting_dims={0,2}, "
     "rhs_batch_dims={}, rhs_contracting_dims={2,1}",
     "Expected array argument for rhs of dot, but got (f32[2])."},
};

TEST(InferDotTest, Shapes) {
  for (const InferCase& c : kShapes) ExpectInferred(c);
}

TEST(InferDotTest, Errors) {
  for (const InferCase& c : kErrors) ExpectInferred(c);
}

}  // namespace hlo_text_v1::test::infer_dot_test
