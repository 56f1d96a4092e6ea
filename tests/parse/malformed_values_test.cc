// Values that break off or go on where they should not, one per row, and the first error.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "hlo/read.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::malformed_values_test {

using namespace internal;

struct Row {
  const char* text;  // of the root, or of what stands there
  const char* error;
};

// The first error of a module with this root; the root's text if there is none.
std::string FirstError(std::string_view root, bool upgrades) {
  ReadOptions options;
  options.parse.upgrade_legacy = upgrades;
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<HloModule> module =
      ReadHloModule(StrCat("HloModule m\nENTRY e {\n"
                           "  a = f32[2,4] parameter(0)\n  b = f32[4,2] parameter(1)\n"
                           "  c = u16[2,2] parameter(2)\n  t = (f32[2]) parameter(3)\n  ROOT ",
                           root, "\n}\n"),
                    options, &diagnostics);
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::kError) return diagnostic.message;
  }
  if (!module.ok()) return std::string(module.status().message());
  return PrintHloInstruction(*module->entry_computation()->root_instruction());
}

void Check(absl::Span<const Row> rows, bool upgrades, std::string_view before) {
  for (const Row& row : rows) {
    EXPECT_EQ(FirstError(StrCat(before, row.text), upgrades), row.error) << row.text;
  }
}

TEST(LegacySparsity, Malformed) {
  const Row kRows[] = {
      {"L.1@2:4",
       "%r = f32[2,2]{1,0} dot(%a, %b, %c), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
       "sparsity_config={lhs={sparsity=2x4 dimension=1 stride=1 idx=2}}"},
      {"R.0@2:4",
       "%r = f32[2,2]{1,0} dot(%a, %b, %c), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
       "sparsity_config={rhs={sparsity=2x4 dimension=0 stride=1 idx=2}}"},
      {"L.1@2:4_R.0@2:4",
       "%r = f32[2,2]{1,0} dot(%a, %b, %c), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
       "sparsity_config={lhs={sparsity=2x4 dimension=1 stride=1 idx=2} rhs={sparsity=2x4 "
       "dimension=0 stride=1 idx=3}}"},
      {"X.1@2:4", "expects sparsity such as L.1@2:4, or several joined by _"},
      {"L1@2:4", "expects sparsity such as L.1@2:4, or several joined by _"},
      {"R1@2:4", "expects sparsity such as L.1@2:4, or several joined by _"},
      {"L.@2:4", "expects sparsity such as L.1@2:4, or several joined by _"},
      {"L.1:4", "expects sparsity such as L.1@2:4, or several joined by _"},
      {"L.1@:4", "expects sparsity such as L.1@2:4, or several joined by _"},
      {"L.1@2", "expects sparsity such as L.1@2:4, or several joined by _"},
      {"L.1@2:", "expects sparsity such as L.1@2:4, or several joined by _"},
      {"L.1@2:4_", "expects sparsity such as L.1@2:4, or several joined by _"},
      {"L.1@2:4_L.1@2:4", "expects sparsity such as L.1@2:4, or several joined by _"},
      {"L.1@2:4x", "expects sparsity such as L.1@2:4, or several joined by _"},
      {"L.1234567890@2:4", "expects sparsity such as L.1@2:4, or several joined by _"},
      {"L.123456789@2:4",
       "%r = f32[2,2]{1,0} dot(%a, %b, %c), lhs_contracting_dims={1}, rhs_contracting_dims={0}, "
       "sparsity_config={lhs={sparsity=2x4 dimension=123456789 stride=1 idx=2}}"},
  };
  Check(kRows, /*upgrades=*/true,
        "r = f32[2,2] dot(a, b, c), lhs_contracting_dims={1}, rhs_contracting_dims={0}, sparsity=");
}

TEST(LegacySum, OnlyOfArrays) {
  const Row kRows[] = {
      {"r = f32[2,4] cross-replica-sum(a)",
       "%r = f32[2,4]{1,0} all-reduce(%a.1), replica_groups={}, to_apply=%sum.f32"},
      {"r = f32[2,4] cross-replica-sum()", "attribute to_apply is expected but not seen"},
      {"r = (f32[2]) cross-replica-sum(t)", "attribute to_apply is expected but not seen"},
      {"r = f32[2,4] all-reduce(a)", "attribute to_apply is expected but not seen"},
      {"r = f32[2,4] all-reduce-start(a)", "attribute to_apply is expected but not seen"},
  };
  Check(kRows, /*upgrades=*/true, "");
  EXPECT_EQ(FirstError(kRows[0].text, /*upgrades=*/false),
            "expects opcode but sees: cross-replica-sum, error: Unknown opcode: cross-replica-sum");
}

TEST(Padding, Malformed) {
  const Row kRows[] = {
      {"1_1x1_1", "%r = f32[9,9]{1,0} pad(%a, %b), padding=1_1x1_1"},
      {"1_1_0x1_1_2", "%r = f32[9,9]{1,0} pad(%a, %b), padding=1_1_0x1_1_2"},
      {"1x1_1", "expects padding config, e.g., '0_0_0x3_3_1'"},
      {"1_1_1_1x1_1", "expects '=' in instruction"},
      {"1_1x", "expects '=' in instruction"},
      {"1_ax1_1", "expects padding config, e.g., '0_0_0x3_3_1'"},
      {"-1_-1x0_0", "%r = f32[9,9]{1,0} pad(%a, %b), padding=-1_-1x0_0"},
  };
  Check(kRows, /*upgrades=*/false, "r = f32[9,9] pad(a, b), padding=");
}

TEST(Literals, Malformed) {
  const Row kRows[] = {
      {"pred[3] constant({011})", "%r = pred[3]{0} constant({0, 1, 1})"},
      {"pred[3] constant({01})", "expects 3 elements in the []th element, but sees 1"},
      {"pred[3] constant({0111})", "expects 3 elements in the []th element, but sees 1"},
      {"pred[3] constant({01x})", "unexpected token type in a literal"},
      {"pred[2] constant({01 })", "%r = pred[2]{0} constant({0, 1})"},
      {"pred[2] constant({01\t})", "%r = pred[2]{0} constant({0, 1})"},
      {"pred[2] constant({01\n})", "%r = pred[2]{0} constant({0, 1})"},
      {"pred[2,2] constant({{01},{10}})", "%r = pred[2,2]{1,0} constant({ { 0, 1 }, { 1, 0 } })"},
      {"pred[2,2] constant({{01},{100}})", "expects 2 elements in the [1]th element, but sees 1"},
      {"pred[2,2] constant({01,10})", "expects nested array in rank 2, but sees 1"},
      {"pred[] constant(01)", "%r = pred[] constant(true)"},
      {"s32[2] constant(s32[2] {1, 2})", "%r = s32[2]{0} constant({1, 2})"},
      {"s32[2] constant({s32[2] {1, 2}})", "unexpected token type in a literal"},
      {"s32[2] constant({1, s32[] 2})", "unexpected token type in a literal"},
      {"s32[] constant(s32[] 1)", "%r = s32[] constant(1)"},
      {"c64[2] constant({(1, 2), (3, 4)})", "%r = c64[2]{0} constant({(1, 2), (3, 4)})"},
      {"c64[1] constant({(1, x)})", "expects decimal or integer"},
      {"c64[1] constant({(x, 1)})", "expects decimal or integer"},
      {"c64[1] constant({(1 2)})", "expect comma after real part of complex literal"},
      {"c64[1] constant({(1, 2})", "expect ')' after complex number"},
      {"s32[2] constant({1, 2, 3})",
       "expects 2 elements on the minor-most dimension, but sees more"},
      {"s32[2] constant({{1, 2}})", "expects nested array in rank 1, but sees larger"},
      {"s32[2] constant(1)", "%r = s32[2]{0} constant({1, 0})"},
      {"s32[2] constant({1})", "expects 2 elements in the []th element, but sees 1"},
      {"s32[0,4] constant({})", "%r = s32[0,4]{1,0} constant({  })"},
      {"s32[4,0] constant({...})", "%r = s32[4,0]{1,0} constant({ {}, {}, {}, {} })"},
      {"s32[268435456,0] constant({...})", "%r = s32[268435456,0]{1,0} constant({...})"},
      {"s32[9223372036854775807,0] constant({...})",
       "%r = s32[9223372036854775807,0]{1,0} constant({...})"},
      {"s32[4611686018427387904,4,0] constant({...})",
       "Bad StatusOr access: INVALID_ARGUMENT: overflow in static extent product: "
       "dimensions=[4611686018427387904, 4, 0]."},
      {"s32[4611686018427387904,1,0] constant({...})",
       "%r = s32[4611686018427387904,1,0]{2,1,0} constant({...})"},
  };
  Check(kRows, /*upgrades=*/true, "r = ");
}

}  // namespace hlo_text_v1::malformed_values_test
