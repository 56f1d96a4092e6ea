// Text that is not MLIR as HLO exports it, and where the error is: the module, functions,
// operations, types, attributes.
// Tests: mlir_operation_parser, mlir_type_parser
#include "src/mlir/mlir_parser.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::mlir_parser_test {

using namespace internal;

struct ErrorCase {
  std::string text;
  std::string error;
};

void Check(const std::vector<ErrorCase>& cases) {
  for (const ErrorCase& c : cases) {
    std::vector<Diagnostic> diagnostics;
    const ParseOptions options;
    EXPECT_FALSE(MlirParser(c.text, options, &diagnostics).Parse().has_value()) << c.text;
    ASSERT_EQ(diagnostics.size(), 1u) << c.text;
    const LineColumn at = GetLineColumn(c.text, diagnostics[0].begin);
    EXPECT_EQ(
        std::to_string(at.line) + ":" + std::to_string(at.column) + ": " + diagnostics[0].message,
        c.error)
        << c.text;
  }
}

TEST(MlirParser, Module) {
  Check({
      {"", "1:1: expects module, func.func or async.func, but sees the end"},
      {"func.func @f() x", "1:16: expects func.func or async.func, but sees 'x'"},
      {"module @m", "1:10: expects '{', but sees the end"},
      {"module {\n} x", "2:3: expects the end, but sees 'x'"},
      {"module {\n  func.func f", "2:13: expects the name of a function, but sees 'f'"},
      {"module { a }", "1:10: expects func.func or async.func, but sees 'a'"},
      {"!a tuple<> module {}", "1:4: expects '=', but sees 'tuple'"},
      {"!a = tuple<>\n!a = tuple<> module {}", "2:1: type !a is already defined"},
      {"!a = " + std::string(60, 'x') + " module {}",
       "1:6: type " + std::string(60, 'x') + " has no counterpart in HLO"},
      {"module { func.func @f(%a tensor<f32>) }", "1:26: expects ':', but sees 'tensor'"},
      {"module { func.func @f(%a: tensor<f32> %b: tensor<f32>) }",
       "1:39: expects ',', but sees '%b'"},
      {"module { func.func @f(%a: tensor<f32> loc(x}) }", "1:44: expects ')', but sees '}'"},
      {"#map affine_map<() -> ()> module {}", "1:6: expects '=', but sees 'affine_map'"},
      {"#loc = loc(callsite(\"a\" at \"b\")", "1:32: expects ')', but sees the end"},
  });
}

ErrorCase InBody(const std::string& operation, int column, const std::string& error) {
  return {"module { func.func @f() {\n" + operation + "\n} }",
          "2:" + std::to_string(column) + ": " + error};
}

TEST(MlirParser, Operations) {
  Check({
      InBody("%a = arith.addf %b, %b : f32", 6,
             "operation arith.addf is none of those that HLO is exported as"),
      InBody("\"x.y\"() : () -> ()", 1,
             "operation \"x.y\" is none of those that HLO is exported as"),
      InBody("%a = await %b : !async.token", 6,
             "operation await is none of those that HLO is exported as"),
      InBody("%a = 5", 6, "expects an operation, but sees '5'"),
      InBody("%a \"hlo.x\"", 4, "expects ',', but sees '\"hlo.x\"'"),
      InBody("%a:x = \"hlo.x\"", 4, "expects a number, but sees 'x'"),
      InBody("%a:99999999999 = \"hlo.x\"", 4, "expects a number, but sees '99999999999'"),
      InBody("%a = \"hlo.x\" : ()", 14, "expects '(', but sees ':'"),
      InBody("%a = \"hlo.x\"(%b,) : ()", 17, "expects a value, but sees ')'"),
      InBody("%a = \"hlo.x\"() : () tensor<f32>", 21, "expects '->', but sees 'tensor'"),
      InBody("%a = func.call f()", 16, "expects the name of a function, but sees 'f'"),
      InBody("%a = builtin.unrealized_conversion_cast %b : tuple<> into", 54,
             "expects 'to', but sees 'into'"),
      InBody(
          "%a = async.execute { %b = async.execute { } }", 27,
          "an async.execute cannot hold another: move the body of the outer one into a function, "
          "and call that with async.call"),
      InBody("%a = async.execute (%b is %c", 24, "expects 'as', but sees 'is'"),
      InBody("%a = async.execute (%b as c", 27, "expects a value, but sees 'c'"),
      InBody("%a = arith.constant 1 : i64", 25, "expects index, but sees 'i64'"),
      InBody("async.add_to_group %a %b", 23, "expects ',', but sees '%b'"),
      InBody("return loc x", 12, "expects '(', but sees 'x'"),
  });
}

ErrorCase OfType(const std::string& type, int column, const std::string& error) {
  return {"!t =\n" + type + "\nmodule {}", "2:" + std::to_string(column) + ": " + error};
}

TEST(MlirParser, Types) {
  Check({
      OfType("f32", 1, "type f32 has no counterpart in HLO"),
      OfType("memref<4xf32>", 1, "type memref has no counterpart in HLO"),
      OfType("!mhlo.token", 1, "type !mhlo.token has no counterpart in HLO"),
      OfType("!u", 1, "type !u is not defined"),
      OfType("5", 1, "expects a type, but sees '5'"),
      OfType("tensor(4)", 7, "expects '<', but sees '('"),
      OfType("tensor<4xf33>", 10, "type f33 has no counterpart in HLO"),
      OfType("tensor<4xi6>", 1, "type tensor<4xi6> has no counterpart in HLO"),
      OfType("tensor<4xi4, \"f32\">", 1, "type tensor<4xi4, \"f32\"> has no counterpart in HLO"),
      OfType("tensor<4xcomplex<i4>>", 10, "type complex<i4> has no counterpart in HLO"),
      OfType("tensor<4x4>", 11, "expects 'x' after a dimension, but sees '>'"),
      OfType("tensor<*xf32>", 8, "expects an element type, but sees '*'"),
      OfType("tensor<4xf32, 5>", 15, "expects a string, but sees '5'"),
      OfType("tuple<tensor<f32> 5", 19, "expects '>', but sees '5'"),
      OfType("!async.value<!async.token>", 26, "expects a value of HLO, but sees '>'"),
      OfType("!hlo.buffer<tuple<>>", 20, "expects a value of HLO, but sees '>'"),
      OfType("tuple<!async.token> 5", 21, "expects a tuple of values of HLO, but sees '5'"),
  });
}

TEST(MlirParser, Attributes) {
  const auto of = [](const std::string& value, int column, const std::string& error) {
    return ErrorCase{"module attributes {a =\n" + value + "} {}",
                     "2:" + std::to_string(column) + ": " + error};
  };
  Check({
      of("x", 1, "expects an attribute, but sees 'x'"),
      of("-", 2, "expects an attribute, but sees '}'"),
      of("1 : 2", 5, "expects the type of the number, but sees '2'"),
      of("[1 2]", 4, "expects ',', but sees '2'"),
      of("{5}", 2, "expects the name of an attribute, but sees '5'"),
      of("dense<[1>", 10, "expects ']', but sees '}'"),
  });
}

TEST(MlirParser, WhatMlirOptPrintsIsReadToo) {
  const std::string text = R"mlir(
module @m attributes {a = 1 : i64, b, c = unit, "d-e" = [true, {}]} {
  async.func private @w(%arg0: tensor<8xf32>) -> !async.value<tensor<8xf32>> {
    %token, %bodyResults = execute -> !async.value<tensor<8xf32>> attributes {hlo.shape = "(f32[8], f32[8], u32[])"} {
      %1 = "hlo.copy"(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
      async.yield %1 : tensor<8xf32>
    }
    %0 = await %bodyResults : !async.value<tensor<8xf32>>
    return %0 : tensor<8xf32>
  }
  func.func public @e(%arg0: tensor<8xf32> loc("x")) -> (tensor<8xf32>) {
    %0 = async.call @w(%arg0) : (tensor<8xf32>) -> !async.value<tensor<8xf32>>
    %1 = async.await %0 : !async.value<tensor<8xf32>> loc(unknown)
    return %1 : tensor<8xf32>
  }
}
)mlir";
  EXPECT_EQ(ImportOf(text).substr(0, 12), "HloModule m,");
}

}  // namespace hlo_text_v1::mlir_parser_test
