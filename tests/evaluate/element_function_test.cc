// Tests of elementwise opcodes; XLA agrees with each row (tests/checks/evaluate_check.py compares
// random programs).
#include <gtest/gtest.h>

#include "tests/evaluate/evaluate_test_util.h"
#include "tests/support/cases.h"

namespace hlo_text_v1::element_function_test {

TEST(ElementFunctionTest, IntegersWrap) {
  ExpectCases(
      {
          {"s8[2] add(s8[2] constant({127, -128}), s8[2] constant({1, -1}))", "{-128, 127}"},
          {"s4[2] add(s4[2] constant({7, -8}), s4[2] constant({1, -1}))", "{-8, 7}"},
          {"u4[2] add(u4[2] constant({15, 1}), u4[2] constant({1, 1}))", "{0, 2}"},
          {"u64[] multiply(u64[] constant(18446744073709551615), u64[] constant(2))",
           "18446744073709551614"},
          {"s64[] negate(s64[] constant(-9223372036854775808))", "-9223372036854775808"},
          {"s32[] abs(s32[] constant(-2147483648))", "-2147483648"},
          {"pred[2] add(pred[2] constant({true, false}), pred[2] constant({true, false}))",
           "{1, 0}"},
          {"pred[2] not(pred[2] constant({true, false}))", "{0, 1}"},
          {"u8[] not(u8[] constant(1))", "254"},
          {"s16[3] sign(s16[3] constant({-5, 0, 9}))", "{-1, 0, 1}"},
          {"s8[3] popcnt(s8[3] constant({-1, 0, 5}))", "{8, 0, 2}"},
          {"u8[3] count-leading-zeros(u8[3] constant({255, 0, 5}))", "{0, 8, 5}"},
          {"s32[2] mulhi(s32[2] constant({-1, 2147483647}), s32[2] constant({1, 4}))", "{-1, 1}"},
          {"u64[] mulhi(u64[] constant(18446744073709551615), u64[] constant(16))", "15"},
      },
      EvaluatedRoot);
}

TEST(ElementFunctionTest, IntegerDivisionPowerAndShifts) {
  ExpectCases(
      {
          {"s32[3] divide(s32[3] constant({7, -7, -2147483648}), s32[3] constant({0, 2, -1}))",
           "{-1, -3, -2147483648}"},
          {"u8[2] divide(u8[2] constant({7, 200}), u8[2] constant({0, 3}))", "{255, 66}"},
          {"s32[3] remainder(s32[3] constant({7, -7, -2147483648}), s32[3] constant({0, 2, -1}))",
           "{7, -1, 0}"},
          {"s32[5] power(s32[5] constant({3, 2, -1, 1, 2}), s32[5] constant({4, 31, -3, -2, -1}))",
           "{81, -2147483648, -1, 1, 0}"},
          {"s8[3] shift-left(s8[3] constant({1, 1, -1}), s8[3] constant({7, 8, -1}))",
           "{-128, 0, 0}"},
          {"s8[3] shift-right-arithmetic(s8[3] constant({-128, -128, 64}), s8[3] constant({7, 9, "
           "9}))",
           "{-1, -1, 0}"},
          {"s8[2] shift-right-logical(s8[2] constant({-128, -1}), s8[2] constant({7, 8}))",
           "{1, 0}"},
      },
      EvaluatedRoot);
}

TEST(ElementFunctionTest, FloatsAreRoundedOnce) {
  ExpectCases(
      {
          {"f32[] add(f32[] constant(16777216), f32[] constant(1))", "16777216"},
          {"f32[] divide(f32[] constant(1), f32[] constant(3))", "0.333333343"},
          {"bf16[] multiply(bf16[] constant(1.0078125), bf16[] constant(1.0078125))", "1.016"},
          {"f16[] add(f16[] constant(65504), f16[] constant(16))", "inf"},
          {"f8e4m3fn[] add(f8e4m3fn[] constant(448), f8e4m3fn[] constant(64))", "nan"},
          {"f4e2m1fn[] multiply(f4e2m1fn[] constant(6), f4e2m1fn[] constant(6))", "6"},
          {"f64[] multiply(f64[] constant(4.94065645841247e-324), f64[] constant(0.75))",
           "4.94065645841247e-324"},
          {"f32[3] round-nearest-even(f32[3] constant({0.5, 1.5, -2.5}))", "{0, 2, -2}"},
          {"f32[3] round-nearest-afz(f32[3] constant({0.5, 1.5, -2.5}))", "{1, 2, -3}"},
          {"f32[3] sign(f32[3] constant({-0, nan, -3}))", "{-0.0, nan, -1}"},
          {"f32[2] maximum(f32[2] constant({nan, 1}), f32[2] constant({1, 2}))", "{nan, 2}"},
          {"f32[] clamp(f32[] constant(1), f32[] constant(5), f32[] constant(3))", "3"},
          {"f32[2] remainder(f32[2] constant({-7, 5.5}), f32[2] constant({2, 2}))", "{-1, 1.5}"},
          {"f32[] rsqrt(f32[] constant(4))", "0.5"},
          {"f32[] fma(f32[] constant(3), f32[] constant(4), f32[] constant(5))", "17"},
          {"pred[3] is-finite(f32[3] constant({1, inf, nan}))", "{1, 0, 0}"},
          {"f32[3] reduce-precision(f32[3] constant({1.2, 70000, 1e-6})), exponent_bits=5, "
           "mantissa_bits=2",
           "{1.25, inf, 0}"},
      },
      EvaluatedRoot);
}

TEST(ElementFunctionTest, ComplexNumbers) {
  ExpectCases(
      {
          {"c64[] multiply(c64[] constant((1, 2)), c64[] constant((3, -1)))", "(5, 5)"},
          {"f32[] abs(c64[] constant((3, 4)))", "5"},
          {"c64[] complex(f32[] constant(1), f32[] constant(2))", "(1, 2)"},
          {"f32[] imag(c64[] constant((1, 2)))", "2"},
          {"f32[] real(c64[] constant((1, 2)))", "1"},
          {"pred[] compare(c64[] constant((1, 2)), c64[] constant((1, 3))), direction=NE", "true"},
          {"c128[] sqrt(c128[] constant((-4, 0)))", "(0, 2)"},
      },
      EvaluatedRoot);
}

TEST(ElementFunctionTest, CompareSelectConvert) {
  ExpectCases(
      {
          {"pred[2] compare(u8[2] constant({200, 1}), u8[2] constant({100, 2})), direction=GT",
           "{1, 0}"},
          {"pred[3] compare(f32[3] constant({nan, 1, -0}), f32[3] constant({nan, 2, 0})), "
           "direction=EQ",
           "{0, 0, 1}"},
          {"pred[3] compare(f32[3] constant({nan, -nan, -0}), f32[3] constant({inf, -inf, 0})), "
           "direction=GT, order=TOTAL",
           "{1, 0, 0}"},
          {"f32[2] select(pred[2] constant({true, false}), f32[2] constant({1, 2}), f32[2] "
           "constant({3, 4}))",
           "{1, 4}"},
          {"f32[2] select(pred[] constant(false), f32[2] constant({1, 2}), f32[2] constant({3, "
           "4}))",
           "{3, 4}"},
          {"s8[5] convert(f32[5] constant({1.9, -1.9, 300, -300, nan}))", "{1, -1, 127, -128, 0}"},
          {"u64[2] convert(f64[2] constant({1e30, -1}))", "{18446744073709551615, 0}"},
          {"u8[2] convert(s32[2] constant({-1, 257}))", "{255, 1}"},
          {"f32[] convert(s64[] constant(9007199791611905))", "9.0072e+15"},
          {"f32[] convert(u64[] constant(18446744073709551615))", "1.84467441e+19"},
          {"pred[3] convert(f32[3] constant({0, 0.5, nan}))", "{0, 1, 1}"},
          {"c64[] convert(s32[] constant(3))", "(3, 0)"},
          {"f8e5m2[2] convert(f32[2] constant({1.1, 1e9}))", "{1, inf}"},
          {"bf16[] convert(pred[] constant(true))", "1"},
      },
      EvaluatedRoot);
}

}  // namespace hlo_text_v1::element_function_test
