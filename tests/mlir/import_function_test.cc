// Values, calls and the order of lines. A changed operand, opcode, type or attribute gives a
// changed module, or an error about the mismatch.
#include "src/mlir/import_function.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::import_function_test {

using namespace internal;

using testing::HasSubstr;

const char* const kText = R"(module @m {
  func.func private @hlo$negate(tensor<8xf32>) -> tensor<8xf32> attributes {hlo.opcode = "negate"}
  func.func private @f(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
    %s = "hlo.subtract"(%x, %y) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    return %s : tensor<8xf32>
  }
  func.func @e(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
    %n = func.call @hlo$negate(%a) : (tensor<8xf32>) -> tensor<8xf32>
    %c = func.call @f(%n, %b) {hlo.shape = "f32[8]{0:T(8)}"} : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    return %c : tensor<8xf32>
  }
})";

TEST(ImportFunction, ChangesAreChangesOfTheModule) {
  const std::string original = ImportOf(kText);
  EXPECT_THAT(original, HasSubstr("%s = f32[8]{0} subtract(%x, %y)"));
  EXPECT_THAT(original, HasSubstr("%n = f32[8]{0} negate(%a)"));
  EXPECT_THAT(original, HasSubstr("ROOT %c = f32[8]{0:T(8)} call(%n, %b), to_apply=%f"));
  const struct {
    const char *from, *to, *result;
  } kChanges[] = {
      {"hlo.subtract", "hlo.divide", "%s = f32[8]{0} divide(%x, %y)"},
      {"(%x, %y)", "(%y, %x)", "%s = f32[8]{0} subtract(%y, %x)"},
      {"\"negate\"", "\"abs\"", "%n = f32[8]{0} abs(%a)"},
      {"@f(%n, %b)", "@f(%b, %b)", "call(%b, %b), to_apply=%f"},
      {"return %c", "return %n", "ROOT %n = f32[8]{0} negate(%a)"},
      {"T(8)", "T(4)", "ROOT %c = f32[8]{0:T(4)} call(%n, %b), to_apply=%f"},
      {"\"negate\"}", "\"reverse\", hlo.attributes = {dimensions = [0]}}",
       "%n = f32[8]{0} reverse(%a), dimensions={0}"},
      {"\"negate\"}", "\"reverse\", hlo.attributes = \"dimensions={0}\"}",
       "%n = f32[8]{0} reverse(%a), dimensions={0}"},
  };
  for (const auto& c : kChanges) {
    const std::string changed = ImportOf(Replaced(kText, c.from, c.to));
    EXPECT_THAT(changed, HasSubstr(c.result)) << c.from;
    EXPECT_NE(changed, original);
  }
}

TEST(ImportFunction, WhatDoesNotFitIsAnError) {
  const struct {
    const char *from, *to, *error;
  } kChanges[] = {
      {"(%x, %y)", "(%x, %z)", "4:29: error: value %z is not defined\n"},
      {"(%x, %y)", "(%x, %y#1)", "4:29: error: value %y#1 is not defined\n"},
      {"(%x, %y) :", "(%x, %y) {hlo.operands = \"%x, %x\"} :",
       "4:49: error: attribute hlo.operands must be left out where the opcode is known\n"},
      {"{hlo.shape = \"f32[8]{0:T(8)}\"}", "{sharding = \"{replicated}\"}",
       "9:43: error: attribute sharding must be that of an operation \"hlo.*\"\n"},
      {"(%x, %y) :", "(%x, %y) {a = 1, a = 2} :",
       "4:41: error: expects the name of another attribute, but sees 'a'\n"},
      {"(%x, %y)", "(%x)", "4:10: error: expects 1 types of operands, but has 2\n"},
      {"(%x, %y) : (tensor<8xf32>", "(%x, %y) : (tensor<4xf32>",
       "4:25: error: the type of %x is not that of its use\n"},
      {"%n = func", "%a = func", "8:5: error: value %a is already defined\n"},
      {"%n = func", "%n:2 = func", "8:22: error: expects 1 result, but has 2\n"},
      {"%n = func", "func", "8:15: error: expects 1 result, but has 0\n"},
      {"@f(%n, %b)", "@g(%n, %b)", "9:20: error: function @g is not defined\n"},
      {"@e(", "@f(", "7:13: error: function @f is already defined\n"},
      {"@f(%n, %b)", "@hlo$negate(%n, %b)", "9:20: error: expects 1 operands, but has 2\n"},
      {"@hlo$negate(tensor<8xf32>)", "@hlo$negate(tensor<4xf32>)",
       "8:20: error: the type of operand 0 is not that of argument 0 of @hlo$negate\n"},
      {"(tensor<8xf32>) -> tensor<8xf32>\n    %c", "(tensor<8xf32>) -> tensor<4xf32>\n    %c",
       "8:20: error: the type of the result is not that of @hlo$negate\n"},
      {"attributes {hlo.opcode = \"negate\"}", "",
       "2:21: error: function @hlo$negate has neither a body nor hlo.opcode\n"},
      {"\"negate\"", "\"neg(\"", "2:90: error: 'neg(' is no name of HLO\n"},
      {"\"negate\"", "5", "2:90: error: attribute hlo.opcode must be a string\n"},
      {"f32[8]{0:T(8)}", "f32[9]",
       "9:44: error: shape f32[9] does not fit the type, which is f32[8] in HLO\n"},
      {"f32[8]{0:T(8)}", "f32[8", "9:44: error: expects a list to end with kRs"},
      {"    return %c : tensor<8xf32>\n", "",
       "7:13: error: a function must end with return, and have no other\n"},
      {"    %c", "    return %n : tensor<8xf32>\n    %c",
       "9:5: error: a function must end with return, and have no other\n"},
      {"return %c : tensor<8xf32>", "return",
       "10:5: error: expects 1 value to be returned, but has 0\n"},
      {"return %c : tensor", "return %c, %c : tensor", "10:5: error: expects 2 types, but has 1\n"},
      {"{hlo.shape", "{hlo.name = \"x y\", hlo.shape", "9:43: error: 'x y' is no name of HLO\n"},
      {"{hlo.shape", "{hlo.attributes = 5, hlo.shape",
       "9:49: error: attribute hlo.attributes must be a dictionary or a string\n"},
      {"(%x, %y)", "(%x, %y) {a = {}}",
       "4:38: error: attribute a must be a number, a string, the name of a function, or a list of "
       "these\n"},
  };
  for (const auto& c : kChanges) {
    const std::string errors = ImportOf(Replaced(kText, c.from, c.to));
    EXPECT_EQ(errors.substr(0, std::string(c.error).size()), c.error) << c.from << " -> " << c.to;
  }
}

TEST(ImportFunction, LinesStandBehindThoseThatTheyName) {
  const std::string text = R"(module @m attributes {hlo.header = "is_scheduled=true"} {
  func.func @e(%a: tensor<f32> {hlo.after = "c"}, %b: tensor<f32> {hlo.after = ""}) -> tensor<f32> {
    %c = "hlo.constant"() {value = "1"} : () -> tensor<f32>
    %d = "hlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    return %d : tensor<f32>
  }
})";
  EXPECT_THAT(ImportOf(text), HasSubstr("%b = f32[] parameter(1)\n  %c = f32[] constant(1)\n"
                                        "  %a = f32[] parameter(0)\n"));
  // Unknown and cyclic names have no effect.
  EXPECT_THAT(ImportOf(Replaced(text, "\"c\"", "\"x\"")),
              HasSubstr("%b = f32[] parameter(1)\n  %a = f32[] parameter(0)\n  %c"));
  EXPECT_THAT(
      ImportOf(Replaced(Replaced(text, "\"c\"", "\"b\""), "= \"\"", "= \"a\"")).substr(0, 20),
      HasSubstr("error"));
}

TEST(ImportFunction, NamesThatHloCannotWriteAreChanged) {
  const std::string text = ImportOf(R"(module {
  func.func @e(%0: tensor<f32>) -> tensor<f32> {
    %a$b = "hlo.negate"(%0) : (tensor<f32>) -> tensor<f32>
    return %a$b : tensor<f32>
  }
})");
  EXPECT_THAT(text, HasSubstr("%value.0 = f32[] parameter(0)"));
  EXPECT_THAT(text, HasSubstr("ROOT %a_b = f32[] negate(%value.0)"));
}

}  // namespace hlo_text_v1::import_function_test
