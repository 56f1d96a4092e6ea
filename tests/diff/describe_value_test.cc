#include "src/diff/describe_value.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/read.h"

namespace hlo_text_v1::describe_value_test {

using namespace internal;

std::string Describe(const std::string& before, const std::string& after) {
  const auto read = [](const std::string& constant) {
    return ReadModule("HloModule m\nENTRY e { ROOT c = " + constant + " }");
  };
  const HloModule a = read(before), b = read(after);
  return DescribeValueChange(a.entry_computation()->root_instruction()->literal(),
                             b.entry_computation()->root_instruction()->literal());
}

TEST(DescribeValueChange, CountsElements) {
  EXPECT_EQ(
      Describe("s32[2,3] constant({{1,2,3},{4,5,6}})", "s32[2,3] constant({{1,2,3},{4,5,6}})"), "");
  EXPECT_EQ(
      Describe("s32[2,3] constant({{1,2,3},{4,5,6}})", "s32[2,3] constant({{1,2,3},{9,5,9}})"),
      "2 of 6 elements, first {1,0}");
  EXPECT_EQ(Describe("f64[] constant(1)", "f64[] constant(2)"), "1 of 1 element, first {}");
  EXPECT_EQ(Describe("pred[3] constant({1,0,0})", "pred[3] constant({1,0,1})"),
            "1 of 3 elements, first {2}");
}

TEST(DescribeValueChange, ZerosMayBeLeftOut) {
  EXPECT_EQ(Describe("f32[100] constant(0)", "f32[100] constant({...})"), "left out now");
  EXPECT_EQ(Describe("f32[100] constant({...})", "f32[100] constant(0)"), "left out before");
  EXPECT_EQ(Describe("f32[1000] constant(0)", "f32[1000] constant(1)"),
            "1 of 1000 elements, first {0}");
  EXPECT_EQ(Describe("f32[4] constant(0)", "f32[4] constant({0,0,5,0})"),
            "1 of 4 elements, first {2}");
}

TEST(DescribeValueChange, OfTuplesNothing) {
  EXPECT_EQ(Describe("(f32[], f32[]) constant((1, 2))", "(f32[], f32[]) constant((1, 3))"), "");
}

}  // namespace hlo_text_v1::describe_value_test
