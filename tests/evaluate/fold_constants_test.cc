#include <gtest/gtest.h>

#include "hlo/evaluate.h"
#include "hlo/passes.h"
#include "hlo/testing.h"
#include "tests/support/read.h"

namespace hlo_text_v1::fold_constants_test {

TEST(FoldConstantsTest, FoldsWhatDependsOnNoParameter) {
  EXPECT_TRUE(matchers::RunsTo(ConstantFoldingPass,
                               R"(HloModule m, entry_computation_layout={(s32[2]{0})->s32[2]{0}}

ENTRY %e (p: s32[2]) -> s32[2] {
  %p = s32[2]{0} parameter(0)
  %a = s32[] constant(2)
  %b = s32[] constant(3)
  %c = s32[] multiply(%a, %b), metadata={op_name="product"}
  %d = s32[2]{0} broadcast(%c), dimensions={}
  %e = s32[2]{0} negate(%d)
  %f = s32[2]{0} add(%p, %e)
  %i = s32[2]{0} iota(), iota_dimension=0
  ROOT %g = s32[2]{0} add(%f, %i)
})",
                               R"(HloModule m, entry_computation_layout={(s32[2]{0})->s32[2]{0}}

ENTRY %e (p: s32[2]) -> s32[2] {
  %p = s32[2]{0} parameter(0)
  %constant.1 = s32[2]{0} constant({-6, -6})
  %f = s32[2]{0} add(%p, %constant.1)
  %i = s32[2]{0} iota(), iota_dimension=0
  ROOT %g = s32[2]{0} add(%f, %i)
})"));
}

TEST(FoldConstantsTest, LeavesBarriersEffectsAndReducers) {
  constexpr char kText[] = R"(HloModule m
add { x = s32[] parameter(0)
  y = s32[] parameter(1)
  one = s32[] constant(1)
  two = s32[] add(one, one)
  z = s32[] add(x, y)
  ROOT s = s32[] add(z, two) }
ENTRY e { a = s32[4] parameter(0)
  b = s32[] constant(1)
  c = s32[] opt-barrier(b)
  d = s32[] negate(c)
  f = f32[] rng(f32[] constant(0), f32[] constant(1)), distribution=rng_uniform
  r = s32[] reduce(a, d), dimensions={0}, to_apply=add
  ROOT t = (s32[], f32[]) tuple(r, f) })";
  EXPECT_TRUE(matchers::RunsTo(ConstantFoldingPass, kText, kText));
}

TEST(FoldConstantsTest, RunsLoopsAndHasALimit) {
  constexpr char kText[] = R"(HloModule m
body { x = s32[] parameter(0)
  one = s32[] constant(1)
  ROOT y = s32[] add(x, one) }
condition { z = s32[] parameter(0)
  n = s32[] constant(10)
  ROOT l = pred[] compare(z, n), direction=LT }
ENTRY e { c = s32[] constant(0)
  ROOT w = s32[] while(c), condition=condition, body=body })";
  HloModule module = ReadModule(kText);
  EXPECT_EQ(FoldConstants(&module).value_or(-1), 1);
  EXPECT_EQ(module.entry_computation()->root_instruction()->literal().GetInt64(0), 10);
  module = ReadModule(kText);
  FoldConstantsOptions options;
  options.evaluate.max_steps = 5;
  EXPECT_EQ(FoldConstants(&module, options).value_or(-1), 0);
}

}  // namespace hlo_text_v1::fold_constants_test
