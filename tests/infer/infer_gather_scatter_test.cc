// gather and scatter.
#include "tests/infer/infer_test_util.h"

namespace hlo_text_v1::test::infer_gather_scatter_test {

constexpr InferCase kShapes[] = {
    {"s4[2,1]; u8[?]",
     "gather(p0, p1), offset_dims={0}, collapsed_slice_dims={0}, start_index_map={0,1}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={1,1}",
     "s4[1]{0}"},
    {"u2[3,3]; s64[1]",
     "gather(p0, p1), offset_dims={}, collapsed_slice_dims={0,1}, start_index_map={0}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={1,1}",
     "u2[]"},
    {"f32[6,1]; s32[0]{0}",
     "gather(p0, p1), offset_dims={}, collapsed_slice_dims={0,1}, start_index_map={}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={1,1}",
     "f32[]"},
    {"s16[6,<=2,5]; s32[2]",
     "gather(p0, p1), offset_dims={0,1}, collapsed_slice_dims={1}, start_index_map={1,2}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={5,1,5}",
     "s16[5,5]{1,0}"},
    {"f16[?,<=3,5]; s64[4,2,1]",
     "gather(p0, p1), offset_dims={2}, collapsed_slice_dims={2}, start_index_map={0}, "
     "operand_batching_dims={1}, start_indices_batching_dims={0}, index_vector_dim=2, "
     "slice_sizes={1,1,1}",
     "f16[4,2,1]{2,1,0}"},
    {"f64[<=4,<=4]{1,0}; s32[1,5,4]",
     "gather(p0, p1), offset_dims={}, collapsed_slice_dims={0}, start_index_map={0}, "
     "operand_batching_dims={1}, start_indices_batching_dims={1}, index_vector_dim=0, "
     "slice_sizes={1,1}",
     "f64[5,4]{1,0}"},
    {"u32[5,5]; u8[<=2,?]{1,0:T(2)S(1)}",
     "gather(p0, p1), offset_dims={}, collapsed_slice_dims={0,1}, start_index_map={0,1}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={1,1}",
     "u32[?]{0}"},
    {"s32[6,3,1,2]{1,0,3,2:S(1)}; u8[5,0,?]",
     "gather(p0, p1), offset_dims={1}, collapsed_slice_dims={2}, start_index_map={}, "
     "operand_batching_dims={0,3}, start_indices_batching_dims={0,2}, index_vector_dim=1, "
     "slice_sizes={1,3,1,1}",
     "s32[5,3,?]{2,1,0}"},
    {"s8[5,4]; u8[2]; s8[3]",
     "scatter(p0, p1, p2), update_window_dims={0}, inserted_window_dims={0}, "
     "scatter_dims_to_operand_dims={0,1}, input_batching_dims={}, "
     "scatter_indices_batching_dims={}, index_vector_dim=0, to_apply=red",
     "s8[5,4]{1,0}", "red: s8[]; s8[] -> s8[]"},
    {"s64[5,<=5]; u8[1]; s64[1]",
     "scatter(p0, p1, p2), update_window_dims={0}, inserted_window_dims={1}, "
     "scatter_dims_to_operand_dims={1}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "s64[5,<=5]{1,0}", "red: s64[]; s64[] -> s64[]"},
    {"u8[?,6]; s32[<=2,<=2]; u8[2]",
     "scatter(p0, p1, p2), update_window_dims={}, inserted_window_dims={0,1}, "
     "scatter_dims_to_operand_dims={1,0}, input_batching_dims={}, "
     "scatter_indices_batching_dims={}, index_vector_dim=1, to_apply=red",
     "u8[?,6]{1,0}", "red: u8[]; u8[] -> u8[]"},
    {"u2[3,3,4]{2,0,1}; u8[?]; u2[0]",
     "scatter(p0, p1, p2), update_window_dims={0}, inserted_window_dims={1,2}, "
     "scatter_dims_to_operand_dims={0,1,2}, input_batching_dims={}, "
     "scatter_indices_batching_dims={}, index_vector_dim=0, to_apply=red",
     "u2[3,3,4]{2,0,1}", "red: u2[]; u2[] -> u2[]"},
    {"s1[6,1]; u8[0]{0:T(2)S(1)}; s1[4]",
     "scatter(p0, p1, p2), update_window_dims={0}, inserted_window_dims={1}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "s1[6,1]{1,0}", "red: s1[]; s1[] -> s1[]"},
    {"f16[1,6,4]; u8[1,1]{1,0}; f16[<=1]",
     "scatter(p0, p1, p2), update_window_dims={}, inserted_window_dims={0,1,2}, "
     "scatter_dims_to_operand_dims={0}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "f16[1,6,4]{2,1,0}", "red: f16[]; f16[] -> f16[]"},
    {"f32[3,1,5]; u8[<=3,2,?]{1,0,2}; f32[2,5]",
     "scatter(p0, p1, p2), update_window_dims={}, inserted_window_dims={0,1,2}, "
     "scatter_dims_to_operand_dims={1,0,2}, input_batching_dims={}, "
     "scatter_indices_batching_dims={}, index_vector_dim=0, to_apply=red",
     "f32[3,1,5]{2,1,0}", "red: f32[]; f32[] -> f32[]"},
    {"f6e2m3fn[2,6,2]; s32[5,?,?]; f6e2m3fn[5,2,3]",
     "scatter(p0, p1, p2), update_window_dims={1}, inserted_window_dims={1,2}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=2, to_apply=red",
     "f6e2m3fn[2,6,2]{2,1,0}", "red: f6e2m3fn[]; f6e2m3fn[] -> f6e2m3fn[]"},
    {"f32[2]; s32[1,1]; f32[2]; f32[1,1]; f32[1,1]",
     "scatter(p0, p2, p1, p3, p4), update_window_dims={1}, inserted_window_dims={}, "
     "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=red",
     "(f32[2]{0}, f32[2]{0})", "red: f32[]; f32[]; f32[]; f32[] -> (f32[], f32[])"},
};

constexpr InferCase kErrors[] = {
    {"u8[6]; s64[1]",
     "gather(p0, p1), offset_dims={}, collapsed_slice_dims={}, start_index_map={0}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={6}",
     "All components of the offset index in a gather op must either be a offset dimension or "
     "explicitly collapsed or explicitly batched; got len(slice_sizes)=1, output_slice_sizes=, "
     "collapsed_slice_dims=, operand_batching_dims=."},
    {"s16[2]; ()",
     "gather(p0, p1), offset_dims={0}, collapsed_slice_dims={}, start_index_map={0}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={2}",
     "Expected array argument for gather indices operand of gather op, but got ()."},
    {"(); u8[6,1]",
     "gather(p0, p1), offset_dims={1,2}, collapsed_slice_dims={}, start_index_map={1}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=1, "
     "slice_sizes={2,0}",
     "Expected array argument for input tensor operand of gather op, but got ()."},
    {"u4[2]; s32[0]",
     "gather(p0, p1), offset_dims={0}, collapsed_slice_dims={}, start_index_map={}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=2, "
     "slice_sizes={2}",
     "Gather index leaf dimension must be within [0, rank(start_indices) + 1). rank(start_indices) "
     "is 1 and gather index leaf dimension is 2."},
    {"s8[5]; f32[0]",
     "gather(p0, p1), offset_dims={0}, collapsed_slice_dims={}, start_index_map={}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={5}",
     "Gather indices parameter must be an integral tensor; got f32[0]."},
    {"f32[4,5]{1,0}; s32[2]",
     "gather(p0, p1), offset_dims={0}, collapsed_slice_dims={1}, start_index_map={0,1}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={1,3}",
     "Gather op can only collapse slice dims with bound 1 or 0, but bound is 3 for index 1 at "
     "position 0."},
    {"s4[4,4,3]; u8[3,1]",
     "gather(p0, p1), offset_dims={0}, collapsed_slice_dims={2}, start_index_map={2}, "
     "operand_batching_dims={0}, start_indices_batching_dims={0}, index_vector_dim=1, "
     "slice_sizes={2,1,1}",
     "Gather op can only have operand_batching_dims with bound 1 or 0, but bound is 2 for index 0 "
     "at position 0."},
    {"f32[4]{0}; s32[]",
     "gather(p0, p1), offset_dims={0}, collapsed_slice_dims={}, start_index_map={}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={4}",
     "Gather op has 0 elements in start_index_map and the bound of dimension index_vector_dim=0 of "
     "start_indices is 1. These two numbers must be equal."},
    {"f8e8m0fnu[3]; s32[0]",
     "gather(p0, p1), offset_dims={0}, collapsed_slice_dims={}, start_index_map={}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, slice_sizes={}",
     "Gather op must have one slice size for every input dimension; got: len(slice_sizes)=0, "
     "input_shape.rank=1."},
    {"f8e4m3[2,1,6,2]; s32[2,5]",
     "gather(p0, p1), offset_dims={0,1,3,4}, collapsed_slice_dims={5}, start_index_map={2,1}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={2,1,4,2}",
     "Invalid collapsed_slice_dims set in gather op; valid range is [0, 4), got: 5."},
    {"pred[6,2,3,3]; s32[2,1]",
     "gather(p0, p1), offset_dims={1,2,3}, collapsed_slice_dims={}, start_index_map={2}, "
     "operand_batching_dims={3}, start_indices_batching_dims={2}, index_vector_dim=1, "
     "slice_sizes={6,2,3,1}",
     "Invalid start_indices_batching_dims; domain is [0, 2), got: 0->2."},
    {"u32[5,6]; s32[2,2]",
     "gather(p0, p1), offset_dims={1,0}, collapsed_slice_dims={}, start_index_map={0,1}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={4,3}",
     "Output window dimensions in gather op must be ascending; got: 1, 0."},
    {"f8e4m3b11fnuz[1]; u8[3,3,1]{0,1,2:T(8,128)(2,1)M(8)}",
     "gather(p0, p1), offset_dims={0,0}, collapsed_slice_dims={}, start_index_map={0}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=2, "
     "slice_sizes={1}",
     "Output window dimensions in gather op must not repeat; got: 0, 0."},
    {"pred[9223372036854775807]; s32[1]",
     "gather(p0, p1), offset_dims={0}, collapsed_slice_dims={}, start_index_map={0}, "
     "index_vector_dim=0, slice_sizes={-1}",
     "Slice size at index 0 in gather op is out of range, must be within [0, "
     "-9223372036854775808), got -1."},
    {"pred[5,<=3,<=1]; s64[<=0,1,2]",
     "gather(p0, p1), offset_dims={}, collapsed_slice_dims={0,1,2}, start_index_map={}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=0, "
     "slice_sizes={0,1,2}",
     "Slice size at index 2 in gather op is out of range, must be within [0, 2), got 2."},
    {"pred[3,5]; u8[3,2,6]",
     "gather(p0, p1), offset_dims={2}, collapsed_slice_dims={1,0}, start_index_map={1,0}, "
     "operand_batching_dims={}, start_indices_batching_dims={}, index_vector_dim=1, "
     "slice_sizes={1,4}",
     "collapsed_slice_dims in gather op must be sorted; got: 1, 0"},
    {"s2[3]; u8[0]",
     "gather(p0, p1), offset_dims={}, collapsed_slice_dims={0}, start_index_map={}, "
     "operand_batching_dims={}, start_indices_batching_dims={2}, index_vector_dim=0, "
     "slice_sizes={1}",
     "operand_batching_dims and start_indices_batching_dims in gather op must be of the same size; "
     "got: 0 and 1."},
    {"u1[5,6,4]; u8[2,<=1,6]; u1[6,4,4,2]",
     "scatter(p0, p1, p2), update_window_dims={1,2}, inserted_window_dims={}, "
     "scatter_dims_to_operand_dims={2}, input_batching_dims={1}, "
     "scatter_indices_batching_dims={0}, index_vector_dim=1, to_apply=red",
     "Bounds of the scatter dimensions of updates must be same as the bounds of the corresponding "
     "dimensions of scatter indices. For scatter dimension 0, updates bound is 6, scatter_indices "
     "bound is 2.",
     "red: u1[]; u1[] -> u1[]"},
    {"s4[4,1,6,5]; s64[2,0,4]; s4[4,4,4,2,1]",
     "scatter(p0, p1, p2), update_window_dims={0,2,4}, inserted_window_dims={0}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=1, to_apply=red",
     "Bounds of the window dimensions of updates must not exceed the bounds of the corresponding "
     "dimensions of operand. For dimension 0, updates bound is 4, operand bound is 1.",
     "red: s4[]; s4[] -> s4[]"},
    {"opaque[]; s64[4]; s2[1,4]",
     "scatter(p0, p1, p2), update_window_dims={0}, inserted_window_dims={}, "
     "scatter_dims_to_operand_dims={0}, input_batching_dims={}, scatter_indices_batching_dims={0}, "
     "index_vector_dim=1, to_apply=red",
     "Expected array argument for operand 0 of scatter op, but got opaque[].",
     "red: s2[]; s2[] -> s2[]"},
    {"f16[1]; (); f16[0,4]{1,0:S(1)}",
     "scatter(p0, p1, p2), update_window_dims={0}, inserted_window_dims={}, "
     "scatter_dims_to_operand_dims={0}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=1, to_apply=red",
     "Expected array argument for scatter indices of scatter op, but got ().",
     "red: f16[]; f16[] -> f16[]"},
    {"s16[4]; s64[]; token[]",
     "scatter(p0, p1, p2), update_window_dims={0}, inserted_window_dims={}, "
     "scatter_dims_to_operand_dims={0}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "Expected array argument for updates 0 of scatter op, but got token[].",
     "red: s16[]; s16[] -> (s16[])"},
    {"s32[5]; s32[]; u8[1,5]{1,0:E(32)}; s32[5]; s2[5]",
     "scatter(p0, p1, p2, p3, p4), update_window_dims={}, inserted_window_dims={0}, "
     "scatter_dims_to_operand_dims={0}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "Invalid inserted_window_dims set in scatter op; valid range is [0, 0), got: 0.",
     "red: s32[]; s32[]; s32[]; s32[] -> (s32[], s32[])"},
    {"c128[3,5]; s64[0]; c128[3]",
     "scatter(p0, p1, p2), update_window_dims={1}, inserted_window_dims={0}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "Invalid update_window_dims set in scatter op; valid range is [0, 1). got: 1.",
     "red: c128[]; c128[] -> c128[]"},
    {"f64[1,1,4]{1,2,0:S(1)}; u8[4,1,6]; f64[<=4,1,<=1,6,?]",
     "scatter(p0, p1, p2), update_window_dims={2,4}, inserted_window_dims={}, "
     "scatter_dims_to_operand_dims={0}, input_batching_dims={2}, "
     "scatter_indices_batching_dims={0}, index_vector_dim=3, to_apply=red",
     "Reduction function must produce a scalar or tuple of scalars, but has shape: opaque[]",
     "red: f64[]; f64[] -> opaque[]"},
    {"f8e4m3[2]{0:T(8,128)}; u8[1]; f8e4m3[1]",
     "scatter(p0, p1, p2), update_window_dims={0}, inserted_window_dims={}, "
     "scatter_dims_to_operand_dims={0}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "Reduction function must produce a tuple with 1 elements, but has 2 elements",
     "red: f8e4m3[]; f8e4m3[] -> (f32[], f32[])"},
    {"u8[3,1,6]; u64[3,1,6]{0,1,2:T(8,128)}; u8[2]{0:E(32)}; u8[4]; u64[4]{0:E(32)}",
     "scatter(p0, p1, p2, p3, p4), update_window_dims={0}, inserted_window_dims={0,1}, "
     "scatter_dims_to_operand_dims={0,2}, input_batching_dims={}, "
     "scatter_indices_batching_dims={}, index_vector_dim=0, to_apply=red",
     "Reduction function must produce a tuple with 2 elements, but produces a scalar",
     "red: u8[]; u64[]; u8[]; u64[] -> s2[?]"},
    {"f16[3,1,4,2]; s64[1,0]; f16[1]",
     "scatter(p0, p1, p2), update_window_dims={}, inserted_window_dims={0,1,2,3}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=1, to_apply=red",
     "Reduction function must return a scalar or tuple of scalars but returns shape: (f32[2])",
     "red: f16[]; f16[] -> (f32[2])"},
    {"bf16[6]; u8[<=4,0]; bf16[1,4]",
     "scatter(p0, p1, p2), update_window_dims={0}, inserted_window_dims={}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=1, to_apply=red",
     "Reduction function must take 2 parameters, but takes 1 parameter(s).",
     "red: bf16[] -> bf16[]"},
    {"u1[5]{0}; u8[0]; u1[]",
     "scatter(p0, p1, p2), update_window_dims={}, inserted_window_dims={0}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "Reduction function's 0-th parameter shape differs from the result shape: u1[] vs f32[]",
     "red: u1[]; u1[] -> (f32[])"},
    {"u32[4]; s32[0,3]; u32[3]",
     "scatter(p0, p1, p2), update_window_dims={}, inserted_window_dims={0}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "Reduction function's 1-th parameter shape differs from the input type element type: c64[] vs "
     "u32[]",
     "red: u32[]; c64[] -> u32[]"},
    {"s4[2]; s32[5,1,1]{0,1,2}; s4[5,1]",
     "scatter(p0, p1, p2), update_window_dims={}, inserted_window_dims={0}, "
     "scatter_dims_to_operand_dims={0}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=1, to_apply=red",
     "Reduction function's accumulator shape at index 0 differs from the init_value shape: f16[] "
     "vs s4[]",
     "red: f16[]; s4[] -> f16[]"},
    {"pred[4,3]; u8[0]; pred[2,3]",
     "scatter(p0, p1, p2), update_window_dims={0,1}, inserted_window_dims={}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=-1, to_apply=red",
     "Scatter index leaf dimension must be within [0, rank(scatter_indices) + 1). "
     "rank(scatter_indices) is 1 and scatter index leaf dimension is -1.",
     "red: pred[]; pred[] -> pred[]"},
    {"pred[2]; f4e2m1fn[]; ()",
     "scatter(p0, p1, p2), update_window_dims={0}, inserted_window_dims={}, "
     "scatter_dims_to_operand_dims={0}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "Scatter indices parameter must be an integral tensor; got f4e2m1fn[].",
     "red: pred[]; pred[] -> pred[]"},
    {"s2[4,3,5]; s64[1]; s2[0]",
     "scatter(p0, p1, p2), update_window_dims={0}, inserted_window_dims={1,2}, "
     "scatter_dims_to_operand_dims={0,1}, input_batching_dims={}, "
     "scatter_indices_batching_dims={}, index_vector_dim=0, to_apply=red",
     "Scatter op has 2 elements in scatter_dims_to_operand_dims and the bound of dimension "
     "index_vector_dim=0 of scatter_indices is 1. These two numbers must be equal.",
     "red: f16[] -> f16[]"},
    {"bf16[1,1]; s32[0]; bf16[]",
     "scatter(p0, p1, p2), update_window_dims={}, inserted_window_dims={0}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "Scatter op has window of size 1; doesn't match operand of rank 2.",
     "red: bf16[]; bf16[] -> bf16[]"},
    {"c64[1,6]; s32[0]; c64[?,?]",
     "scatter(p0, p1, p2), update_window_dims={0}, inserted_window_dims={1}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "Updates tensor must be of rank 1; got 2.", "red: c64[]; c64[] -> ()"},
    {"f4e2m1fn[2,4,4,3]; u8[2,4,4]; f4e2m1fn[4,4,?]",
     "scatter(p0, p1, p2), update_window_dims={2}, inserted_window_dims={0}, "
     "scatter_dims_to_operand_dims={0,3}, input_batching_dims={1,2}, "
     "scatter_indices_batching_dims={1,2,-1}, index_vector_dim=0, to_apply=red",
     "input_batching_dims and scatter_indices_batching_dims in scatter op must be of the same "
     "size; got: 2 and 3.",
     "red: f4e2m1fn[]; f4e2m1fn[] -> f4e2m1fn[]"},
    {"f8e4m3[6,4,4]; u8[2,0,3]; f32[2,3]",
     "scatter(p0, p1, p2), update_window_dims={}, inserted_window_dims={2,0,1,2}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=1, to_apply=red",
     "inserted_window_dims in scatter op must be sorted; got: 2, 0, 1, 2.",
     "red: f8e4m3[]; f8e4m3[] -> f8e4m3[]"},
    {"f16[3]; u8[3]; s64[0]; f16[]; u8[]",
     "scatter(p0, p1, p2, p3, p4), update_window_dims={}, inserted_window_dims={0,0}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=0, to_apply=red",
     "inserted_window_dims in scatter op must not repeat; got: 0, 0.",
     "red: f16[]; u8[]; f16[]; u8[] -> (f16[], u8[])"},
    {"f8e3m4[5,6,2]; f8e4m3fn[5,6,2]{1,2,0:T(2)S(1)}; f64[5,6,2]; s32[4,3,0]; f8e3m4[4,1,<=3,<=2]; "
     "f8e4m3fn[4,1,3,2]{3,2,0,1:T(8,128)}; f64[4,1,3,2]",
     "scatter(p0, p1, p2, p3, p4, p5, p6), update_window_dims={2,0}, inserted_window_dims={2}, "
     "scatter_dims_to_operand_dims={}, input_batching_dims={}, scatter_indices_batching_dims={}, "
     "index_vector_dim=2, to_apply=red",
     "update_window_dims in scatter op must be sorted; got: 2, 0.",
     "red: f8e4m3fn[]; f8e4m3fn[]; f64[]; f8e3m4[]; f8e4m3fn[]; f64[] -> (f8e4m3fn[], f8e4m3fn[], "
     "f64[])"},
};

TEST(InferGatherScatterTest, Shapes) {
  for (const InferCase& c : kShapes) ExpectInferred(c);
}

TEST(InferGatherScatterTest, Errors) {
  for (const InferCase& c : kErrors) ExpectInferred(c);
}

}  // namespace hlo_text_v1::test::infer_gather_scatter_test
