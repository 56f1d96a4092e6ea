// Tests: moves, windows.
#include <gtest/gtest.h>

#include "tests/evaluate/evaluate_test_util.h"
#include "tests/support/cases.h"

namespace hlo_text_v1::moves_test {

TEST(MovesTest, MovesElements) {
  ExpectCases(
      {
          {"s32[2,3] broadcast(s32[3] constant({1, 2, 3})), dimensions={1}",
           "{ { 1, 2, 3 }, { 1, 2, 3 } }"},
          {"s32[3,2] reshape(s32[2,3] constant({{1, 2, 3}, {4, 5, 6}}))",
           "{ { 1, 2 }, { 3, 4 }, { 5, 6 } }"},
          {"s32[3,2] transpose(s32[2,3] constant({{1, 2, 3}, {4, 5, 6}})), dimensions={1,0}",
           "{ { 1, 4 }, { 2, 5 }, { 3, 6 } }"},
          {"s32[2,3] reverse(s32[2,3] constant({{1, 2, 3}, {4, 5, 6}})), dimensions={0,1}",
           "{ { 6, 5, 4 }, { 3, 2, 1 } }"},
          {"s32[2] slice(s32[5] constant({0, 1, 2, 3, 4})), slice={[1:4:2]}", "{1, 3}"},
          {"s32[0] slice(s32[5] constant({0, 1, 2, 3, 4})), slice={[2:2]}", "{}"},
          {"s32[2] dynamic-slice(s32[5] constant({0, 1, 2, 3, 4}), s32[] constant(9)), "
           "dynamic_slice_sizes={2}",
           "{3, 4}"},
          {"s32[2] dynamic-slice(s32[5] constant({0, 1, 2, 3, 4}), u64[] "
           "constant(18446744073709551615)), "
           "dynamic_slice_sizes={2}",
           "{3, 4}"},
          {"s32[4] dynamic-update-slice(s32[4] constant({0, 1, 2, 3}), s32[2] constant({8, 9}), "
           "s32[] "
           "constant(-3))",
           "{8, 9, 2, 3}"},
          {"s32[2,3] concatenate(s32[2,1] constant({{1}, {2}}), s32[2,2] constant({{3, 4}, {5, "
           "6}})), "
           "dimensions={1}",
           "{ { 1, 3, 4 }, { 2, 5, 6 } }"},
          {"s32[7] pad(s32[3] constant({1, 2, 3}), s32[] constant(0)), padding=1_1_1",
           "{0, 1, 0, 2, 0, 3, 0}"},
          {"s32[2] pad(s32[3] constant({1, 2, 3}), s32[] constant(0)), padding=-1_0", "{2, 3}"},
          {"s32[2,3] iota(), iota_dimension=1", "{ { 0, 1, 2 }, { 0, 1, 2 } }"},
          {"bf16[3] iota(), iota_dimension=0", "{0, 1, 2}"},
          {"s32[] get-dimension-size(f32[4,5] constant(0)), dimensions={1}", "5"},
          {"f32[1] copy(f32[1] constant({-nan(0x12345)}))", "{-nan(0x12345)}"},
      },
      EvaluatedRoot);
}

TEST(MovesTest, Bits) {
  ExpectCases(
      {
          {"u32[] bitcast-convert(f32[] constant(1))", "1065353216"},
          {"u8[4] bitcast-convert(u32[] constant(67305985))", "{1, 2, 3, 4}"},
          {"u32[] bitcast-convert(u8[4] constant({1, 2, 3, 4}))", "67305985"},
          {"s4[2] bitcast-convert(s8[] constant(-15))", "{1, -1}"},
          {"f64[] bitcast-convert(u32[2] constant({0, 1072693248}))", "1"},
          {"f32[2] bitcast-convert(s64[] constant(4575657221408423936))", "{0, 1}"},
          {"s32[3,2]{1,0} bitcast(s32[2,3]{0,1} constant({{1, 2, 3}, {4, 5, 6}}))",
           "{ { 1, 4 }, { 2, 5 }, { 3, 6 } }"},
          // A layout that is not an order of the dimensions counts as row-major.
          {"s32[2,3]{1,1} bitcast(s32[2,3] constant({{1, 2, 3}, {4, 5, 6}}))",
           "{ { 1, 2, 3 }, { 4, 5, 6 } }"},
          {"s32[] bitcast(f32[] constant(1))", "1065353216"},
          {"s32[4]{0:T(2)} bitcast(s32[2,2]{1,0} constant({{1, 2}, {3, 4}}))",
           "error: %root = bitcast: from s32[2,2]{1,0} to s32[4]{0:T(2)}"},
      },
      EvaluatedRoot);
}

TEST(MovesTest, GathersWindows) {
  ExpectCases(
      {
          {"s32[2,3] gather(s32[3,3] constant({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}), s32[2] "
           "constant({2, 7})), "
           "offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, "
           "slice_sizes={1,3}",
           "{ { 7, 8, 9 }, { 7, 8, 9 } }"},
          {"s32[2] gather(s32[2,2] constant({{1, 2}, {3, 4}}), s32[2,1] constant({{1}, {0}})), "
           "offset_dims={}, "
           "collapsed_slice_dims={1}, start_index_map={1}, operand_batching_dims={0}, "
           "start_indices_batching_dims={0}, index_vector_dim=1, slice_sizes={1,1}",
           "{2, 3}"},
      },
      EvaluatedRoot);
}

}  // namespace hlo_text_v1::moves_test
