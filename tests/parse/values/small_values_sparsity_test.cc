#include "hlo/print_values.h"
#include "src/parse/values/values.h"
#include "tests/support/attribute_value_testing.h"

namespace hlo_text_v1::small_values_sparsity_test {

using namespace internal;

TEST(SparsityParserTest, SparsityConfig) {
  const Case kCases[] = {
      {"{}", "{}"},
      {"{lhs={}}", "{lhs={sparsity=0x0 dimension=0 stride=0 idx=0}}"},
      {"{lhs={sparsity=2x4 dimension=1 stride=1}}",
       "{lhs={sparsity=2x4 dimension=1 stride=1 idx=0}}"},
      {"{rhs={sparsity=2x4} lhs={dimension=1}}",
       "{lhs={sparsity=0x0 dimension=1 stride=0 idx=0} "
       "rhs={sparsity=2x4 dimension=0 stride=0 idx=0}}"},
      {"{lhs={sparsity=3x4 sparsity=4x5 dimension=1 dimension=2}}",
       "{lhs={sparsity=4x5 dimension=2 stride=0 idx=0}}"},
      {"{lhs={dimension=1} lhs={stride=3}}", "{lhs={sparsity=0x0 dimension=1 stride=3 idx=0}}"},
      {"{lhs={idx=99999999999}}", "{lhs={sparsity=0x0 dimension=0 stride=0 idx=1215752191}}"},
      {"3", "ERR 0: expected '{' to start SparsityConfig"},
      {"{lhs=3}", "ERR 5: expected '{' to start TensorSparsityConfig"},
      {"{3}", "ERR 1: expects attribute name"},
      {"{lhs={3}}", "ERR 6: expects attribute name"},
      {"{lhs={dimension=1,stride=2}}", "ERR 17: expects attribute name"},
      {"{lhs={dimension=1},rhs={stride=3}}", "ERR 18: expects attribute name"},
      {"{foo={}}", "ERR 5: unknown attribute"},
      {"{lhs={foo=3}}", "ERR 10: unknown attribute"},
      {"{lhs={sparsity=3}}", "ERR 16: expects 'num_non_zero:block_size'"},
      {"{lhs={sparsity=3x4x5}}", "ERR 20: expects 'num_non_zero:block_size'"},
      {"{lhs={sparsity=3x99999999999999999999}}",
       "ERR 15: expects sub-attribute 'sparsity=ixj...' | 15: expects string"},
      {"{lhs={sparsity=x}}", "ERR 15: expects token type kInt or kDxD | 15: expects string"},
      {"{lhs={dimension=x}}", "ERR 16: expects integer | 16: expects int64_t"},
      {"{lhs={stride=x}}", "ERR 13: expects integer | 13: expects int64_t"},
      {"{lhs={idx=x}}", "ERR 10: expects integer | 10: expects int64_t"},
  };
  ExpectValues<SparsityConfig>(kCases, ReadSparsityConfig, AppendSparsityConfig);
}

TEST(SparsityParserTest, BlockScalingConfig) {
  const Case kCases[] = {
      {"{}", "{}"},
      {"{lhs={}}", "{lhs={scale_idx=0}}"},
      {"{rhs={} lhs={scale_idx=2 zero_idx=3 strides=1x2 steps=4x5}}",
       "{lhs={scale_idx=2 zero_idx=3 strides=1x2 steps=4x5} rhs={scale_idx=0}}"},
      {"{lhs={zero_idx=0}}", "{lhs={scale_idx=0 zero_idx=0}}"},
      {"{lhs={zero_idx=99999999999}}", "{lhs={scale_idx=0 zero_idx=1215752191}}"},
      {"{lhs={strides=1x2 steps=3 strides=3} lhs={steps=4x5}}",
       "{lhs={scale_idx=0 strides=1x2x3 steps=3x4x5}}"},
      {"3", "ERR 0: expected '{' to start BlockScalingConfig"},
      {"{lhs=3}", "ERR 5: expected '{' to start TensorBlockScalingConfig"},
      {"{foo={}}", "ERR 5: unknown attribute"},
      {"{lhs={foo=3}}", "ERR 10: unknown attribute"},
      {"{lhs={scale_idx=x}}", "ERR 16: expects integer | 16: expects int64_t"},
      {"{lhs={zero_idx=x}}", "ERR 15: expects integer | 15: expects int64_t"},
      {"{lhs={strides=x}}",
       "ERR 14: expects token type kInt or kDxD | 14: expects strides in form NxMxK"},
      {"{lhs={steps=3x99999999999999999999}}",
       "ERR 12: expects sub-attribute 'steps=ixj...' | 12: expects steps in form NxMxK"},
  };
  ExpectValues<BlockScalingConfig>(kCases, ReadBlockScalingConfig, AppendBlockScalingConfig);
}

}  // namespace hlo_text_v1::small_values_sparsity_test
