// Literals: what XLA accepts and how it reads it, its errors, and texts that only this library
// handles.
//
// Tests: literal, dense_literal
#include "src/parse/values/literal.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "hlo/parse_values.h"
#include "hlo/parser.h"
#include "hlo/print_values.h"
#include "src/vocabulary/float_formats.h"
#include "tests/support/literal_test_util.h"

namespace hlo_text_v1::literal_test {

using namespace internal;

struct Case {
  std::string_view shape;
  std::string_view literal;
  std::string_view result;
};

// XLA's results, in one-line form.
constexpr Case kAccepted[] = {
    {"pred[]", "1", "pred[] constant(true)"},
    {"pred[]", "-7", "pred[] constant(true)"},
    {"pred[2,2]", "{{1,0},{false,true}}", "pred[2,2]{1,0} constant({ { 1, 0 }, { 0, 1 } })"},
    {"s4[]", "-8", "s4[] constant(-8)"},
    {"u64[]", "-1", "u64[] constant(18446744073709551615)"},
    {"s64[]", "18446744073709551615", "s64[] constant(-1)"},
    {"s32[]", "007", "s32[] constant(7)"},
    {"s32[]", ",", "s32[] constant(0)"},
    {"s32[2]", "{,1,,2,}", "s32[2]{0} constant({1, 2})"},
    {"s32[2]", "{1-2}", "s32[2]{0} constant({1, -2})"},
    {"s32[2]", "5", "s32[2]{0} constant({5, 0})"},
    {"s32[0]", "{}", "s32[0]{0} constant({})"},
    {"s32[0,3]", "{}", "s32[0,3]{1,0} constant({  })"},
    {"s32[3,0]", "{{},{},{}}", "s32[3,0]{1,0} constant({ {}, {}, {} })"},
    {"s32[2,0,2]", "{{},{}}", "s32[2,0,2]{2,1,0} constant({ {  }, {  } })"},
    {"s32[2,1]", "{{1},{2}}", "s32[2,1]{1,0} constant({ {1}, {2} })"},
    {"s32[2,2]{0,1}", "{{1,2},{3,4}}", "s32[2,2]{0,1} constant({ { 1, 2 }, { 3, 4 } })"},
    {"s32[2,2,2]", "{{{1,2},{3,4}},{{5,6},{7,8}}}",
     "s32[2,2,2]{2,1,0} constant({ { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } })"},
    {"s32[1,2,1,1]", "{{{{1}},{{2}}}}",
     "s32[1,2,1,1]{3,2,1,0} constant({ { /*i0=0*/ { /*i1=0*/ {1} }, { /*i1=1*/ {2} } } })"},
    {"s32[1,1,1,1,2]", "{{{{{1,2}}}}}",
     "s32[1,1,1,1,2]{4,3,2,1,0} constant({ { /*i0=0*/ { /*i1=0*/ { /*i2=0*/ { 1, 2 } } } } })"},
    {"s32[1,1,0,0]", "{{{}}}", "s32[1,1,0,0]{3,2,1,0} constant({ { /*i0=0*/ { /*i1=0*/ } } })"},
    {"s32[1,1,1,0]", "{{{{}}}}",
     "s32[1,1,1,0]{3,2,1,0} constant({ { /*i0=0*/ { /*i1=0*/ {} } } })"},
    {"s32[11]", "{1,2,3,4,5,6,7,8,9,10,11}",
     "s32[11]{0} constant({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})"},
    {"s32[<=2]", "{1,2}", "s32[2]{0} constant({1, 2})"},
    {"b(s32[2]{0:S(3)})", "{1,2}", "s32[2]{0:S(3)} constant({1, 2})"},
    {"s4[2]{0:T(128)E(4)}", "{1,2}", "s4[2]{0:T(128)} constant({1, 2})"},
    {"(s32[],s32[2])", "{...}", "(s32[], s32[2]{0}) constant({...})"},
    {"(s32[],s32[2])", "(1 {2,3})", "(s32[], s32[2]{0}) constant(( 1, {2, 3} ))"},
    {"(s32[],s32[2])", "()", "((), ()) constant(( (  ), (  ) ))"},
    {"f32[]", "-0", "f32[] constant(-0)"},  // 0 for XLA
    {"f32[]", "-0.0", "f32[] constant(-0)"},
    {"f32[]", "1.", "f32[] constant(1)"},
    {"f32[]", "1000000", "f32[] constant(1e+06)"},
    {"f32[]", "999999", "f32[] constant(999999)"},
    {"f32[]", "0.3333333333", "f32[] constant(0.333333343)"},
    {"f32[]", "16777217", "f32[] constant(16777216)"},
    {"f32[]", "1e-5", "f32[] constant(1e-05)"},
    {"f32[]", "1e-45", "f32[] constant(1.4013e-45)"},
    {"f32[]", "3.4028235e38", "f32[] constant(3.40282347e+38)"},
    {"f32[]", "-1e-400", "f32[] constant(-0)"},
    {"f32[]", "18446744073709551615", "f32[] constant(-1)"},
    {"f32[3]", "{nan,-nan,nan(0x1)}", "f32[3]{0} constant({nan, -nan, nan(0x1)})"},
    {"f32[]", "nan(0x400000)", "f32[] constant(nan)"},
    {"f32[2]", "{-inf5}", "f32[2]{0} constant({-inf, 5})"},
    {"f64[]", "0.1", "f64[] constant(0.1)"},
    {"f64[]", "0.30000000000000004", "f64[] constant(0.30000000000000004)"},
    {"f64[]", "1e16", "f64[] constant(1e+16)"},
    {"f64[]", "5e-324", "f64[] constant(4.94065645841247e-324)"},
    {"f16[]", "0.1", "f16[] constant(0.099976)"},
    {"f16[]", "65519", "f16[] constant(65504)"},
    {"f16[]", "1.0004882813", "f16[] constant(1)"},
    {"bf16[]", "0.1", "bf16[] constant(0.1001)"},
    {"bf16[]", "-nan(0x7f)", "bf16[] constant(-nan(0x7f))"},
    {"f8e5m2[]", "464", "f8e5m2[] constant(4.5e+02)"},
    {"f8e4m3[]", "-1e-30", "f8e4m3[] constant(-0)"},
    {"f8e4m3fn[]", "464", "f8e4m3fn[] constant(448)"},
    {"f8e4m3fn[]", "-inf", "f8e4m3fn[] constant(-nan)"},
    {"f8e4m3fnuz[]", "nan", "f8e4m3fnuz[] constant(-nan)"},
    {"f8e5m2fnuz[]", "-0.0", "f8e5m2fnuz[] constant(0)"},
    {"f8e3m4[]", "nan(0x1)", "f8e3m4[] constant(nan(0x1))"},
    {"f8e8m0fnu[]", "6", "f8e8m0fnu[] constant(8)"},
    {"f8e8m0fnu[]", "5.9e-39", "f8e8m0fnu[] constant(1.2e-38)"},
    {"f8e8m0fnu[]", "nan", "f8e8m0fnu[] constant(nan)"},
    {"f8e8m0fnu[2]", ",", "f8e8m0fnu[2]{0} constant({5.9e-39, 5.9e-39})"},
    {"f4e2m1fn[]", "1e10", "f4e2m1fn[] constant(6)"},
    {"f4e2m1fn[]", "nan", "f4e2m1fn[] constant(-0)"},
    {"f6e3m2fn[]", "0.0625", "f6e3m2fn[] constant(0.062)"},
    {"f6e2m3fn[]", "-inf", "f6e2m3fn[] constant(-7.5)"},
    {"c64[]", "( 1 , -0.0 )", "c64[] constant((1, -0))"},
    {"c64[]", "(nan,1)", "c64[] constant((nan, 1))"},
    {"c64[]", "(1,nan(0x20000000))", "c64[] constant((1, nan(0x400001)))"},
    {"c128[]", "(0.1,1e300)", "c128[] constant((0.1, 1e+300))"},
    {"c64[2]", "{(1,2) (3,4)}", "c64[2]{0} constant({(1, 2), (3, 4)})"},
    {"()", "()", "() constant((  ))"},
    {"(s32[],(s32[],pred[2]),pred[])", "(1,(2,{1,0}),true)",
     "(s32[], (s32[], pred[2]{0}), pred[]) constant(( 1, ( 2, {1, 0} ), true ))"},
    {"((),s32[])", "((),3)", "((), s32[]) constant(( (  ), 3 ))"},
    {"(f32[1,1,1,1],c64[])", "({{{{5}}}},(1,2))",
     "(f32[1,1,1,1]{3,2,1,0}, c64[]) constant(( { { /*i0=0*/ { /*i1=0*/ {5} } } }, (1, 2) ))"},
    // Nothing is omitted if there are no elements.
    {"s32[2,0]", "{...}", "s32[2,0]{1,0} constant({ {}, {} })"},
    // A fast path reads plain rows from the bytes; unusual rows take the slow path.
    {"s32[4]", "{1 2,\t3,/*x*/4}", "s32[4]{0} constant({1, 2, 3, 4})"},
    {"s32[3]", "{ 1 ,2 , 3 }", "s32[3]{0} constant({1, 2, 3})"},
    {"u64[3]", "{18446744073709551615, 1, -1}",
     "u64[3]{0} constant({18446744073709551615, 1, 18446744073709551615})"},
    {"f32[4]", "{-0, -0.0, 5., 1e2}", "f32[4]{0} constant({-0, -0, 5, 100})"},
    {"f64[2]", "{0000000000000000000000.5, 123456789012345678}",
     "f64[2]{0} constant({0.5, 1.2345678901234568e+17})"},
    {"f32[3]", "{nan(0x1), inf, -inf}", "f32[3]{0} constant({nan(0x1), inf, -inf})"},
    {"c64[]", "(-nan(0x1),nan(0x8000))", "c64[] constant((-nan(0x1), -nan(0x1)))"},
    {"c128[]", "(1,nan(0x5))", "c128[] constant((1, nan(0x5)))"},
};

TEST(LiteralParser, Accepts) {
  for (const Case& test : kAccepted) {
    EXPECT_EQ(LiteralReader(test.shape, test.literal).Result(), test.result)
        << test.shape << " | " << test.literal;
  }
}

// XLA's log: 0-based columns of the first line.
constexpr Case kRefused[] = {
    {"s32[]", "", "34: unexpected token type in a literal"},
    {"s32[]", "a", "34: unexpected token type in a literal"},
    {"s32[]", "{1}", "34: expects nested array in rank 0, but sees larger"},
    {"s32[]", "}", "34: unexpected '}' token"},
    {"s32[]", "(1,2)", "34: unexpected '(' in literal. Parens are only valid for complex literals"},
    {"s32[]", "...", "34: expects `...` at nest level 1, but sees it at nest level 0"},
    {"s32[]", "1 2", "36: expects ')' after constant literal"},
    {"s32[]", "1.0", "34: expects integer ;; 34: expects integer for primitive type: S32"},
    {"pred[]", "nan", "35: expects integer ;; 35: expects integer for primitive type: PRED"},
    {"s8[]", "128",
     "33: value 128 is out of range for literal's primitive type S8 namely [-128, 127]."},
    {"u32[]", "-1",
     "34: value -1 is out of range for literal's primitive type U32 namely [0, 4294967295]."},
    {"u4[]", "16", "33: value 16 is out of range for literal's primitive type U4 namely [0, 15]."},
    {"s64[]", "18446744073709551616", "34: unexpected token type in a literal"},
    {"s32[2]", "{1}", "37: expects 2 elements in the []th element, but sees 1"},
    {"s32[2]", "{1,2,3}",
     "40: expects 2 elements on the minor-most dimension, but sees more ;; 40: tries to set value "
     "3 to a literal in shape s32[2] at linear index 2, but the index is out of range"},
    {"s32[2]", "{1,2", "39: unexpected token type in a literal"},
    {"s32[2]", "{{1,2}}", "36: expects nested array in rank 1, but sees larger"},
    {"s32[2]", "1,2",
     "35: expects nested array in rank 1, but sees 0 ;; 36: expects ')' after constant literal"},
    {"s32[2,2]", "{{1,2},{3}}", "46: expects 2 elements in the [1]th element, but sees 1"},
    {"s32[2,2]", "{{1,2}}", "43: expects 2 elements in the []th element, but sees 1"},
    {"s32[2,2]", "{{1,2},{3,4},{5,6}}",
     "50: expects 2 elements in the []th element, but sees more"},
    {"s32[2,2]", "{1,2}",
     "38: expects nested array in rank 2, but sees 1 ;; 40: expects nested array in rank 2, but "
     "sees 1 ;; 41: expects 2 elements in the []th element, but sees 0"},
    {"s32[2,2]", "{{...},{...}}", "39: expects `...` at nest level 1, but sees it at nest level 2"},
    {"s32[2,2,2]", "{{{1,2},{3,4}},{{5,6},{7}}}",
     "63: expects 2 elements in the [1,1]th element, but sees 1"},
    {"s32[0]", "{1}",
     "36: expects 0 elements on the minor-most dimension, but sees more ;; 36: tries to set value "
     "1 to a literal in shape s32[0] at linear index 0, but the index is out of range"},
    {"f32[1]", "{1.5,2.123456789}",
     "40: expects 1 elements on the minor-most dimension, but sees more ;; 40: tries to set value "
     "2.12346 to a literal in shape f32[1] at linear index 1, but the index is out of range"},
    {"f32[]", ".5", "34: unexpected token type in a literal"},
    {"f32[]", "+1", "34: unexpected token type in a literal"},
    {"f32[]", "1e39",
     "34: value 1e+39 is out of range for literal's primitive type F32 namely [-3.40282e+38, "
     "3.40282e+38]."},
    {"f32[]", "1e309",
     "34: Constant is out of range for double (+/-1.79769e+308) and so is unparsable. ;; 34: "
     "expect floating point value for primitive type: F32"},
    {"f32[]", "nan(0x0)", "34: unexpected token type in a literal"},
    {"f32[]", "nan(0x800000)",
     "34: tries to set NaN payload 0x800000 to a literal in shape f32[] at linear index 0, but the "
     "NaN payload is out of range (0x7fffff)"},
    {"f16[]", "65520",
     "34: value 65520 is out of range for literal's primitive type F16 namely [-65504, 65504]."},
    {"bf16[]", "3.4e38",
     "35: value 3.4e+38 is out of range for literal's primitive type BF16 namely [-3.38953e+38, "
     "3.38953e+38]."},
    {"f8e4m3fn[]", "465",
     "39: value 465 is out of range for literal's primitive type F8E4M3FN namely [-448, 448]."},
    {"f8e4m3fn[]", "nan(0x1)",
     "39: tries to set NaN payload 0x1 to a literal in shape f8e4m3fn[] at linear index 0, but "
     "f8e4m3fn does not support payloads"},
    {"f8e5m2[]", "nan(0x4)",
     "37: tries to set NaN payload 0x4 to a literal in shape f8e5m2[] at linear index 0, but the "
     "NaN payload is out of range (0x3)"},
    {"f8e8m0fnu[]", "0",
     "40: value 0 is out of range for literal's primitive type F8E8M0FNU namely [5.87747e-39, "
     "1.70141e+38]."},
    {"f8e8m0fnu[]", "-1",
     "40: value -1 is out of range for literal's primitive type F8E8M0FNU namely [5.87747e-39, "
     "1.70141e+38]."},
    {"c64[]", "1", "34: unsupported primitive type C64"},
    {"c64[]", "(1)", "36: expect comma after real part of complex literal"},
    {"c64[]", "(1,2,3)", "38: expect ')' after complex number"},
    {"c64[]", "(a,2)",
     "35: expects decimal or integer ;; 35: expect floating-point value for real part of complex "
     "number"},
    {"c64[]", "(1,a)",
     "37: expects decimal or integer ;; 37: expect floating-point value for imaginary part of "
     "complex number"},
    {"c64[]", "(1e39,1)",
     "34: real part 1e+39 is out of range for literal's primitive type C64, namely [-3.40282e+38, "
     "3.40282e+38]."},
    {"c64[]", "(1,-1e39)",
     "34: imaginary part -1e+39 is out of range for literal's primitive type C64, namely "
     "[-3.40282e+38, 3.40282e+38]."},
    {"c64[]", "(1e309,0)",
     "35: Constant is out of range for double (+/-1.79769e+308) and so is unparsable. ;; 35: "
     "expect floating-point value for real part of complex number"},
    {"c64[1]", "(1,2)", "35: expects nested array in rank 1, but sees 0"},
    {"c64[2]", "{(1,2),(3,4),(5,6)}",
     "48: expects 2 elements on the minor-most dimension, but sees more"},
    {"(s32[],s32[2])", "1,{2,3}", "43: expects '(' in front of tuple elements"},
    {"(s32[],s32[2])", "(1)",
     "45: expects ',' to separate tuple elements ;; 45: unexpected token type in a literal ;; 45: "
     "expects the 1th element"},
    {"(s32[],s32[2])", "(1,{2})",
     "48: expects 2 elements in the []th element, but sees 1 ;; 48: expects the 1th element"},
    {"(s32[],s32[2])", "(1,{2,3},4)", "51: expects ')' at the end of the tuple with 2elements"},
    {"pred[1]", "{5,7}",
     "39: expects 1 elements on the minor-most dimension, but sees more ;; 39: tries to set value "
     "1 to a literal in shape pred[1] at linear index 1, but the index is out of range"},
    {"pred[1]", "{true,true}",
     "42: expects 1 elements on the minor-most dimension, but sees more ;; 42: tries to set value "
     "1 to a literal in shape pred[1] at linear index 1, but the index is out of range"},
    {"f32[1]", "{1,-nan}",
     "38: expects 1 elements on the minor-most dimension, but sees more ;; 38: tries to set value "
     "nan to a literal in shape f32[1] at linear index 1, but the index is out of range"},
    {"c64[]", "(nan,1e39)",
     "34: imaginary part 1e+39 is out of range for literal's primitive type C64, namely "
     "[-3.40282e+38, 3.40282e+38]."},
    {"c64[]", "(nan(0x800000),1)",
     "34: tries to set NaN payload 0x800000 to a literal in shape c64[] at linear index 0, but the "
     "NaN payload is out of range (0x7fffff)"},
    {"c64[2]", "(1,2)", "35: expects nested array in rank 1, but sees 0"},
    {"(s8[],s8[])", "(300,1)",
     "41: value 300 is out of range for literal's primitive type S8 namely [-128, 127]. ;; 44: "
     "expects the 0th element"},
    {"s32[4]", "{1,2,3,4294967296}",
     "42: value 4294967296 is out of range for literal's primitive type S32 namely [-2147483648, "
     "2147483647]."},
    {"f32[99999999999,99999999999]", "1",
     "57: Bad StatusOr access: INVALID_ARGUMENT: overflow in static extent product: "
     "dimensions=[99999999999, 99999999999]."},
    {"f32[2305843009213693952]", "{...}",
     "53: Bad StatusOr access: INVALID_ARGUMENT: overflow in static extent product: "
     "dimensions=[2305843009213693952]."},
};

TEST(LiteralParser, Refuses) {
  for (const Case& test : kRefused) {
    EXPECT_EQ(LiteralReader(test.shape, test.literal).Result(), test.result)
        << test.shape << " | " << test.literal;
  }
}

// XLA crashes on these, or uses excessive memory.
constexpr Case kRefusedByUs[] = {
    {"s32[]", "true", "34: true and false are only valid in literals of type pred"},
    {"c64[]", "false", "34: true and false are only valid in literals of type pred"},
    {"token[]", "1", "36: a literal cannot have the shape token[]"},
    {"(token[],s32[])", "(1,2)",
     "45: a literal cannot have the shape token[] ;; 45: expects the 0th element"},
    {"s32[?]", "{}", "35: a literal cannot have the unbounded dimension of s32[?]"},
    // The error is at the token after a literal that is too large.
    {"s32[1000000000,0]", ",", "47: constant of 0 elements is too large for its text"},
    {"s8[4294967296]", "{...}",
     "43: constant of 4294967296 elements is larger than the limit of 2147483648 elements"},
};

TEST(LiteralParser, RefusesInWordsOfItsOwn) {
  for (const Case& test : kRefusedByUs) {
    EXPECT_EQ(LiteralReader(test.shape, test.literal).Result(), test.result)
        << test.shape << " | " << test.literal;
  }
}

TEST(LiteralParser, RefusesUnsoundLayouts) {
  for (const char* shape : {"f32[2]{5}", "f32[2]{0:T()}", "f32[2]{0:T(0)}", "f32[2]{0:#(u32)}",
                            "f32[2]{0:E(-1)}", "f32[2]{0:SC(3:1)}"}) {
    LiteralReader reader(shape, "{1,2}");
    ASSERT_FALSE(reader.ok()) << shape;
    EXPECT_EQ(reader.ctx().log().back().code, DiagnosticCode::kInvalidShape) << shape;
  }
}

TEST(LiteralParser, OfAShapeWithoutLayout) {
  Arena arena;
  ShapePool pool(&arena);
  const Shape* shape = pool.ArrayWithoutLayout(PrimitiveType::kF32, {2}, {});
  const absl::StatusOr<Literal> literal = ParseLiteral("{1, 2}", *shape, pool);
  ASSERT_TRUE(literal.ok()) << literal.status();
  EXPECT_EQ(literal->GetDouble(1), 2);
}

TEST(LiteralParser, ElidedValuesAreNotInvented) {
  for (const char* text : {"{...}", "{...,...}", "{ ... }"}) {
    LiteralReader reader("s32[4]", text);
    ASSERT_TRUE(reader.ok()) << text;
    EXPECT_TRUE(reader.literal().is_elided());
    EXPECT_TRUE(reader.literal().bytes().empty());
    EXPECT_EQ(reader.Result(), "s32[4]{0} constant({...})");
  }
  // Elements next to the dots are read and checked, but not kept.
  EXPECT_TRUE(LiteralReader("s32[2,2]", "{...,7}").literal().is_elided());
  EXPECT_EQ(LiteralReader("s8[2,2]", "{...,128}").Result(),
            "41: expects nested array in rank 2, but sees 1 ;; "
            "41: value 128 is out of range for literal's primitive type S8 namely [-128, 127].");
  EXPECT_EQ(LiteralReader("(f32[3],f32[1])", "({...},{2})").Result(),
            "(f32[3]{0}, f32[1]{0}) constant(( {...}, {2} ))");
}

TEST(LiteralParser, KeepsElementsInRowMajorOrderWhateverTheLayout) {
  LiteralReader reader("s16[2,3]{0,1}", "{{1,2,3},{4,5,-6}}");
  ASSERT_TRUE(reader.ok());
  const int64_t expected[] = {1, 2, 3, 4, 5, -6};
  for (int64_t i = 0; i < 6; ++i) EXPECT_EQ(reader.literal().GetInt64(i), expected[i]);
  EXPECT_EQ(reader.literal().bytes().size(), 12u);
}

TEST(LiteralParser, StoresWhatTheTextWrites) {
  LiteralReader reader("f32[10000,10000]", "2");
  ASSERT_TRUE(reader.ok());
  EXPECT_EQ(reader.literal().bytes().size(), 4u);
  EXPECT_EQ(reader.literal().GetDouble(0), 2);
  EXPECT_EQ(reader.literal().GetDouble(99999999), 0);  // as in XLA
}

TEST(LiteralParser, ReadsLongRows) {
  std::string text = "{";
  for (int i = 0; i < 5000; ++i) text += (i == 0 ? "" : ", ") + std::to_string(i * 7 - 9000);
  LiteralReader reader("s32[5000]", text + "}");
  ASSERT_TRUE(reader.ok());
  for (int64_t i = 0; i < 5000; ++i) ASSERT_EQ(reader.literal().GetInt64(i), i * 7 - 9000);
}

// A small text needs little memory, whatever its shapes claim.
TEST(LiteralParser, MemoryIsInProportionToTheText) {
  constexpr size_t kLimit = size_t{4} << 20;
  for (const char* text : {"{1,2}", "{5,...}", "{...}", "7", "{1,2", ","}) {
    LiteralReader reader("c128[100000000]", text);
    EXPECT_LT(reader.arena().allocated_bytes(), kLimit) << text;
  }
  std::string shape = "(s32[0]";
  std::string literal = "({}";
  for (int i = 0; i < 2000; ++i) {
    shape += ",s32[200000]";
    literal += ",5";
  }
  LiteralReader many(shape + ")", literal + ")");
  EXPECT_TRUE(many.ok());
  EXPECT_LT(many.arena().allocated_bytes(), kLimit);
}

// XLA logs each misplaced number; a long row of them is cut short.
TEST(LiteralParser, LogsSoftErrorsWithinBounds) {
  std::string text = "{";
  for (int i = 0; i < 5000; ++i) text += "1 ";
  LiteralReader reader("s32[5000,5000]", text + "}");
  ASSERT_FALSE(reader.ok());
  EXPECT_LE(reader.ctx().log().size(), 1001u);
  EXPECT_EQ(reader.ctx().log().back().message,
            "expects 5000 elements in the []th element, but sees 0");
  LiteralReader soft("(s32[],s32[])", "(1 2)");
  EXPECT_TRUE(soft.ok());
  EXPECT_EQ(soft.Errors(), "45: expects ',' to separate tuple elements");
}

// The literal with its shape in `text`, printed the same way, or the log.
std::string ReadWithShape(std::string_view text) {
  constexpr std::string_view kShape = "s32[]";
  LiteralReader holder(kShape, text);
  ParseContext& ctx = holder.ctx();
  ctx.log().clear();
  ctx.lexer.SkipTo(ctx.lexer.begin() + LiteralReader::kBefore.size() + kShape.size() +
                   LiteralReader::kBetween.size());
  Literal literal;
  if (!ReadLiteralWithShape(ctx, &literal) || !ctx.EatIf(TokKind::kRparen)) {
    return holder.Errors();
  }
  std::string printed;
  AppendLiteralWithShape(literal, &printed);
  return printed;
}

TEST(LiteralParser, DeepTuplesEndInAnError) {
  constexpr int kDepth = 100000;
  const std::string text = std::string(kDepth, '(') + std::string(kDepth, ')');
  EXPECT_THAT(ReadWithShape(text), testing::HasSubstr("maximum recursion depth exceeded"));
  EXPECT_EQ(ReadWithShape("(((s32[] 1)))"), "( ( ( s32[] 1 ) ) )");
}

TEST(LiteralParser, ReadsLiteralsThatCarryTheirShape) {
  const std::pair<const char*, const char*> kCases[] = {
      {"s32[2,2]{0,1} {{1,2},{3,4}}", "s32[2,2]{0,1} { { 1, 2 }, { 3, 4 } }"},
      {"(s32[] 1, s32[2]{0} {1,2},)", "( s32[] 1, s32[2]{0} {1, 2} )"},
      {"()", "(  )"},
      {"(s32[] 1 (pred[] true))", "( s32[] 1, ( pred[] true ) )"},
      {"f32[2] {1.5,2}", "f32[2]{0} {1.5, 2}"},
      {"s32[12] {...}", "s32[12]{0} {...}"},
      {"s4[2]{0:E(4)} {1,2}", "s4[2]{0} {1, 2}"},
      {"s32[2] {1,2}", "46: Dimensions size is 1, but minor to major size is 2."},
      {"(s32[] 1, s32[] x)",
       "50: unexpected token type in a literal ;; 50: Fails when parsing tuple element"},
  };
  for (const auto& [text, expected] : kCases) EXPECT_EQ(ReadWithShape(text), expected) << text;
}

// Every value of the narrow types.
TEST(LiteralParser, ExactTextReadsBack) {
  constexpr std::string_view kTypes[] = {
#define HLO_PRIMITIVE_TYPE(Id, text, ...) text,
#include "hlo/tables/primitive_types.def"
  };
  for (const std::string_view name : kTypes) {
    const PrimitiveType type = *ParsePrimitiveType(name);
    if (!IsFloatingType(type) || BitWidth(type) > 16) continue;
    Arena arena;
    ShapePool pool(&arena);
    const Shape* shape = pool.Array(type, {int64_t{1} << BitWidth(type)});
    std::string bytes;
    for (int64_t bits = 0; bits < shape->dimensions(0); ++bits) {
      char element[8];
      StoreElement(element, ByteWidth(type), static_cast<uint64_t>(bits));
      bytes.append(element, static_cast<size_t>(ByteWidth(type)));
    }
    const std::string text =
        PrintLiteral(Literal::Array(shape, bytes), /*with_shape=*/true, /*exact=*/true);
    const absl::StatusOr<Literal> back = ParseLiteral(text, pool);
    ASSERT_TRUE(back.ok()) << back.status();
    for (int64_t bits = 0; bits < shape->dimensions(0); ++bits) {
      const char* element = back->bytes().data() + bits * ByteWidth(type);
      EXPECT_EQ(LoadElement(element, ByteWidth(type)), static_cast<uint64_t>(bits)) << name;
    }
  }
}

// As written, or as XLA's parser reads it: then one warning for each literal that changes.
TEST(LiteralParser, MinusZeroAndHalfNansAsXla) {
  constexpr std::string_view kText =
      "HloModule m\nENTRY e {\n a = f32[3] constant({-0, -0.0, -0})\n b = c64[] constant((nan, "
      "0))\n"
      " c = f8e5m2fnuz[] constant(-0)\n ROOT d = s32[] constant(-0)\n}\n";
  for (const bool as_xla : {false, true}) {
    ParseOptions options;
    options.as_xla = as_xla;
    std::vector<Diagnostic> diagnostics;
    const absl::StatusOr<HloModule> module = ParseHloModule(kText, options, &diagnostics);
    ASSERT_TRUE(module.ok()) << module.status();
    std::vector<std::string> values;
    for (const HloInstruction* i : module->entry_computation()->instructions()) {
      values.push_back(PrintLiteral(i->literal(), /*with_shape=*/false, /*exact=*/true));
    }
    EXPECT_EQ(values[0], as_xla ? "{0, -0.0, 0}" : "{-0.0, -0.0, -0.0}");
    EXPECT_EQ(values[1], as_xla ? "(nan, nan)" : "(nan, 0)");
    EXPECT_EQ(values[2] + values[3], "00");
    EXPECT_EQ(diagnostics.size(), as_xla ? 2u : 0u);
  }
}

// An imaginary NaN loses the lower bits of its payload, which is that of a double.
TEST(LiteralParser, ExactTextOfComplexNumbersReadsBack) {
  for (const char* text : {"c64[2]{0} {(1, nan(0x8000020000000)), (-0.0, -nan(0x80000a0000000))}",
                           "c64[3]{0} {(nan(0x1), nan(0x1)), (inf, nan), (0.1, -nan)}",
                           "c128[3]{0} {(1, nan(0x1)), (-0.0, -0.0), (nan(0x3), nan(0x3))}"}) {
    Arena arena;
    ShapePool pool(&arena);
    const absl::StatusOr<Literal> literal = ParseLiteral(text, pool);
    ASSERT_TRUE(literal.ok()) << literal.status();
    const std::string exact = PrintLiteral(*literal, /*with_shape=*/true, /*exact=*/true);
    const absl::StatusOr<Literal> back = ParseLiteral(exact, pool);
    ASSERT_TRUE(back.ok()) << back.status();
    EXPECT_EQ(back->bytes(), literal->bytes()) << exact;
  }
}

}  // namespace hlo_text_v1::literal_test
