// Tests: reductions, products.
#include <gtest/gtest.h>

#include "tests/evaluate/evaluate_test_util.h"
#include "tests/support/cases.h"

namespace hlo_text_v1::reductions_test {

TEST(ReductionsTest, CallsAComputation) {
  ExpectCases(
      {
          {"s32[2] reduce(s32[2,3] constant({{1, 2, 3}, {4, 5, 6}}), s32[] constant(10)), "
           "dimensions={1}, "
           "to_apply=subtract",
           "{4, -5}"},
          {"s32[3] reduce(s32[2,3] constant({{1, 2, 3}, {4, 5, 6}}), s32[] constant(0)), "
           "dimensions={0}, "
           "to_apply=add",
           "{5, 7, 9}"},
          {"s32[4] reduce-window(s32[4] constant({1, 2, 3, 4}), s32[] constant(0)), window={size=2 "
           "pad=1_0}, to_apply=add",
           "{1, 3, 5, 7}"},
          {"s32[3] reduce-window(s32[2] constant({1, 2}), s32[] constant(0)), window={size=1 "
           "lhs_dilate=2}, to_apply=add",
           "{1, 0, 2}"},
          {"s32[4] select-and-scatter(s32[4] constant({1, 3, 2, 5}), s32[2] constant({10, 20}), "
           "s32[] "
           "constant(0)), window={size=2 stride=2}, select=greater_or_equal, scatter=add",
           "{0, 10, 0, 20}"},
          {"s32[3] map(s32[3] constant({1, 2, 3}), s32[3] constant({4, 5, 6})), dimensions={0}, "
           "to_apply=add",
           "{5, 7, 9}"},
          {"s32[2,3] sort(s32[2,3] constant({{3, 1, 2}, {9, 8, 9}})), dimensions={1}, "
           "to_apply=less",
           "{ { 1, 2, 3 }, { 8, 9, 9 } }"},
          {"s32[4] scatter(s32[4] constant({1, 1, 1, 1}), s32[3] constant({3, 9, 3}), s32[3] "
           "constant({5, 6, 7})), "
           "update_window_dims={}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, "
           "index_vector_dim=1, to_apply=add",
           "{1, 1, 1, 13}"},
      },
      EvaluatedRoot);
}

// A dimension without elements does not need room, however large the other is.
TEST(ReductionsTest, SortsNothing) {
  EXPECT_EQ(Evaluated(ReadModule(R"(HloModule m
less { a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT t = pred[] compare(a, b), direction=LT }
ENTRY e { x = s32[0,1000000000000] iota(), iota_dimension=1
  ROOT s = s32[0,1000000000000] sort(x), dimensions={1}, to_apply=less })")),
            "{  }");
}

// Of a comparator that contradicts itself any order will do, but it ends.
TEST(ReductionsTest, SortsByAnyComparator) {
  EXPECT_EQ(Evaluated(ReadModule(R"(HloModule m
always { a = s32[] parameter(0)
  b = s32[] parameter(1)
  ROOT t = pred[] constant(true) }
ENTRY e { x = s32[5] iota(), iota_dimension=0
  ROOT s = s32[5] sort(x), dimensions={0}, to_apply=always })")),
            "{4, 3, 2, 1, 0}");
}

TEST(ReductionsTest, SortIsStableAndTakesSeveralArrays) {
  EXPECT_EQ(Evaluated(ReadModule(R"(HloModule m
by_key { a = s32[] parameter(0)
  b = s32[] parameter(1)
  c = f32[] parameter(2)
  d = f32[] parameter(3)
  ROOT t = pred[] compare(a, b), direction=LT }
ENTRY e { k = s32[4] constant({2, 1, 2, 1})
  v = f32[4] constant({1, 2, 3, 4})
  ROOT s = (s32[4], f32[4]) sort(k, v), dimensions={0}, to_apply=by_key, is_stable=true })")),
            "( {1, 1, 2, 2}, {2, 4, 1, 3} )");
}

// An argmax, whose computation calls another one and so is not compiled.
TEST(ReductionsTest, ReducesSeveralArrays) {
  EXPECT_EQ(Evaluated(ReadModule(R"(HloModule m
larger { x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT l = pred[] compare(x, y), direction=GE }
argmax { a = f32[] parameter(0)
  i = s32[] parameter(1)
  b = f32[] parameter(2)
  j = s32[] parameter(3)
  p = pred[] call(a, b), to_apply=larger
  m = f32[] select(p, a, b)
  n = s32[] select(p, i, j)
  ROOT t = (f32[], s32[]) tuple(m, n) }
ENTRY e { x = f32[4] constant({1, 7, 7, 2})
  i = s32[4] iota(), iota_dimension=0
  low = f32[] constant(-inf)
  zero = s32[] constant(0)
  ROOT r = (f32[], s32[]) reduce(x, i, low, zero), dimensions={0}, to_apply=argmax })")),
            "( 7, 1 )");
}

TEST(ReductionsTest, Products) {
  ExpectCases(
      {
          {"s32[2,2] dot(s8[2,2] constant({{100, 2}, {3, 4}}), s8[2,2] constant({{100, 6}, {7, "
           "8}})), "
           "lhs_contracting_dims={1}, rhs_contracting_dims={0}",
           "{ { 10014, 616 }, { 328, 50 } }"},
          {"f32[2] dot(f32[2,2] constant({{1, 2}, {3, 4}}), f32[2,2] constant({{5, 6}, {7, 8}})), "
           "lhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_batch_dims={0}, "
           "rhs_contracting_dims={1}",
           "{17, 53}"},
          {"f32[1,3,1] convolution(f32[1,4,1] constant({{{1}, {2}, {3}, {4}}}), f32[2,1,1] "
           "constant({{{1}}, "
           "{{10}}})), window={size=2}, dim_labels=b0f_0io->b0f",
           "{ { {21}, {32}, {43} } }"},
          {"f32[1,2,2] convolution(f32[1,2,2] constant({{{1, 2}, {3, 4}}}), f32[1,1,2] "
           "constant({{{10, 100}}})), "
           "window={size=1}, dim_labels=b0f_0io->b0f, feature_group_count=2",
           "{ { { 10, 200 }, { 30, 400 } } }"},
      },
      EvaluatedRoot);
}

}  // namespace hlo_text_v1::reductions_test
