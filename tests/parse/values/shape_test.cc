// Shapes: the print of each text, and errors with their column in the one-line module around the
// text.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/print_values.h"
#include "tests/parse/module/parse_test_util.h"

namespace hlo_text_v1::shape_test {

using namespace internal;

using test::Outcome;
using test::PrintedShape;

void ExpectShapes(const std::vector<Case>& cases) { ExpectCases(cases, PrintedShape); }

TEST(ShapeParser, Accepts) {
  ExpectShapes({
      {"f32[]", "f32[]"},
      {"f32[2,3]", "f32[2,3]{1,0}"},
      {"f32[02,-0]", "f32[2,0]{1,0}"},
      {"f32[0]", "f32[0]{0}"},
      {"f32[<=8,4]", "f32[<=8,4]{1,0}"},
      {"f32[<=-9223372036854775808]", "f32[?]{0}"},
      {"f32[9223372036854775807]", "f32[9223372036854775807]{0}"},
      {"token[]", "token[]"},
      {"opaque[]", "opaque[]"},
      {"()", "()"},
      {"((),())", "((), ())"},
      {"(f32[2],/*c*/(s32[],token[]))", "(f32[2]{0}, (s32[], token[]))"},
      {"(f32[],f32[],f32[],f32[],f32[],f32[2],f32[])",
       "(f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[2]{0}, f32[])"},
      {"((s8[],s8[],s8[],s8[],s8[],s8[]),u8[])",
       "((s8[], s8[], s8[], s8[], s8[], /*index=5*/s8[]), u8[])"},
      {"(f32[0,99999999999,99999999999])", "(f32[0,99999999999,99999999999]{2,1,0})"},
      {"b(f32[2])", "b(f32[2]{0})"},
  });
}

TEST(ShapeParser, Refuses) {
  ExpectShapes({
      {"f32", "1:24: expects a list starting with kLsquare"},
      {"f32[a]", "1:24: expects integer"},
      {"f32[=8]", "1:24: expects integer"},
      {"f32[18446744073709551616]", "1:24: expects integer"},
      {"b()", "1:22: expected primitive type, saw kRparen"},
      {"b(f32[2],f32[2])", "1:28: expects ')' at the end of buffer shape."},
  });
}

TEST(ShapeParser, EdgesOfDimensionsAndTuples) {
  ExpectShapes({
      {"F32[2]",
       "1:20: expects opcode but sees: F32, error: Unknown opcode: F32; did you mean f32?"},
      {"tuple[2]", "1:25: expects '(' at the beginning of operands"},
      {"f32[2,,3]", "1:26: expects integer"},
      {"f32[,2]", "1:24: expects integer"},
      {"f32[][]", "1:25: expects opcode"},
      {R"(f32 /*c*/ [ // d
2 ])",
       "f32[2]{0}"},
      {"f32[<= 8]", "f32[<=8]{0}"},
      {"f32[< =8]", "1:24: expects integer"},
      {"f32[?,?]", "f32[?,?]{1,0}"},
      {"f32[<=9223372036854775808]", "f32[?]{0}"},
      {"f32[+1]", "1:24: expects integer"},
      {"f32[1.5]", "1:24: expects integer"},
      {"f32[1e3]", "1:24: expects integer"},
      {"f32[0x10]", "1:24: expects integer"},
      {"f32[1_2]", "1:24: expects integer"},
      {"s1[4]", "s1[4]{0}"},
      {"u2[4]", "u2[4]{0}"},
      {"f8e8m0fnu[4]", "f8e8m0fnu[4]{0}"},
      {"f6e3m2fn[4]", "f6e3m2fn[4]{0}"},
      {"f4e2m1fn[4]", "f4e2m1fn[4]{0}"},
      {"c128[1]", "c128[1]{0}"},
      {"b(f32[?])", "b(f32[?]{0})"},
      {"b(b[2])", "1:22: expected primitive type, saw kIdent"},
      {"b", "1:20: expects opcode but sees: b, error: Unknown opcode: b"},
      {"b f32[2]", "1:20: expects opcode but sees: b, error: Unknown opcode: b"},
      {"(b(f32[2]),b(s8[]))", "(b(f32[2]{0}), b(s8[]))"},
      {"(token[],opaque[])", "(token[], opaque[])"},
      {"((f32[2]", "1:29: expects ')' at the end of tuple."},
      {"(", "1:22: expected primitive type, saw kIdent"},
      {"()()", "1:22: expects opcode"},
      {"(f32[2])", "(f32[2]{0})"},
      {"(pred[9223372036854775807])", "(pred[9223372036854775807]{0})"},
      {"(f32[?,99999999999])", "(f32[?,99999999999]{1,0})"},
      {"f32[99999999999,99999999999]", "f32[99999999999,99999999999]{1,0}"},
      {"token", "1:26: expects a list starting with kLsquare"},
      {"token[]", "token[]"},
      {"%f32[2]", "1:20: expects opcode"},
      {"f32:[2]", "1:20: expects opcode"},
      {"f32=[2]", "1:20: expects opcode"},
      {"f32[2]/*index=5*/", "f32[2]{0}"},
      {"(f32[],f32[],f32[],f32[],f32[],f32[],f32[],f32[],f32[],f32[],f32[])",
       "(f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[], f32[], f32[], f32[], f32[], "
       "/*index=10*/f32[])"},
  });
}

// XLA gives no reason for these, or crashes.
TEST(ShapeParser, RefusesInWordsOfItsOwn) {
  ExpectShapes({
      {"f32[<=-1]", "1:20: invalid shape: negative dimension"},
      {"f32[9223372036854775808]", "1:20: invalid shape: negative dimension"},
      {"b(token[])", "1:20: invalid shape: a buffer must wrap an array"},
      {"pred[18446744073709551615]", "1:20: invalid shape: negative dimension"},
      {"(f32[1099511627776,1099511627776])", "1:21: invalid shape: its size overflows 64 bits"},
      {"(f32[<=99999999999,99999999999])", "1:21: invalid shape: its size overflows 64 bits"},
      {"(b(f32[99999999999,99999999999]))", "1:21: invalid shape: its size overflows 64 bits"},
      {"opaque[1]", "1:20: invalid shape: token[] and opaque[] have neither dimensions nor layout"},
      {"(token[3])",
       "1:21: invalid shape: token[] and opaque[] have neither dimensions nor layout"},
      {"b(opaque[])", "1:20: invalid shape: a buffer must wrap an array"},
      {"b((f32[]))", "1:20: invalid shape: a buffer must wrap an array"},
  });
}

TEST(ShapeParser, RepeatedTextsGiveTheSameShape) {
  std::string text = "HloModule m\nENTRY e {\n";
  for (int i = 0; i < 3; ++i) {
    const std::string n = std::to_string(i);
    StrAppend(&text, "  a", n, " = f32[2,<=3]{0,1} parameter(", 2 * i, ")\n  b", n,
              " = (f32[2,<=3]{0,1}, s32[]) parameter(", 2 * i + 1, ")\n");
  }
  absl::StatusOr<HloModule> module = ParseHloModule(text + "}");
  ASSERT_TRUE(module.ok());
  const auto parameters = module->entry_computation()->parameters();
  for (size_t i = 2; i < parameters.size(); ++i) {
    EXPECT_EQ(&parameters[i]->shape(), &parameters[i - 2]->shape());
  }
  EXPECT_EQ(parameters[1]->shape().tuple_shapes(0), &parameters[0]->shape());
}

// The cache of shape texts must distinguish texts that start alike.
TEST(ShapeParser, KnownTextsEndWhereTheyEnd) {
  ExpectCases(
      {
          {"f32[2]{0:S(1)}", "f32[2]{0:S(1)}"},
          {"f32[2] {0:S(1)}", "f32[2]{0:S(1)}"},
          {"f32[2]/*x*/{0:S(1)}", "f32[2]{0:S(1)}"},
          {"f32[2]\n{:}", "5:5: Dimensions size is 1, but minor to major size is 0."},
          {"f32[2,3]", "f32[2,3]{1,0}"},
          {"f32 [2]", "f32[2]{0}"},
          {"(f32[2])", "(f32[2]{0})"},
          {"f32[2]{}", "4:18: expects opcode"},
          {"f32[2]{ 0:S(2)}", "f32[2]{0:S(2)}"},
      },
      [](const std::string& shape) {
        return Outcome(
            test::InEntry("  a = f32[2] parameter(0)\n  ROOT b = " + shape + " parameter(1)"),
            test::RootShape);
      });
}

}  // namespace hlo_text_v1::shape_test
