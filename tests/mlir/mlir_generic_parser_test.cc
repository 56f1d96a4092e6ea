// MLIR as tools print it: the generic form of operations, aliases of attributes, locations.
#include <gtest/gtest.h>

#include <string>

#include "hlo/mlir.h"
#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::mlir_generic_parser_test {

using namespace internal;

constexpr char kPretty[] = R"mlir(
module @m {
  async.func private @f(%a: tensor<4xf32>) -> !async.value<tensor<4xf32>> attributes {hlo.execution_thread = "main"} {
    %n = "hlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %n : tensor<4xf32>
  }
  func.func @main(%a: tensor<4xf32> {hlo.attributes = {sharding = "{replicated}"}}) -> tensor<4xf32> attributes {hlo.entry} {
    %s = async.call @f(%a) {hlo.shape = "((f32[4]), f32[4], s32[])"} : (tensor<4xf32>) -> !async.value<tensor<4xf32>>
    %t, %v = async.execute (%s as %b: !async.value<tensor<4xf32>>) -> !async.value<tensor<4xf32>> attributes {hlo.shape = "(f32[4], f32[4], u32[])"} {
      %c = "hlo.copy"(%b) : (tensor<4xf32>) -> tensor<4xf32>
      async.yield %c : tensor<4xf32>
    }
    %t2, %v2 = async.execute [%t] -> !async.value<tensor<4xf32>> attributes {hlo.shape = "(f32[4], f32[4], u32[])"} {
      %c = "hlo.copy"(%a) : (tensor<4xf32>) -> tensor<4xf32>
      async.yield %c : tensor<4xf32>
    }
    %r = async.await %v : !async.value<tensor<4xf32>>
    %r2 = async.await %v2 : !async.value<tensor<4xf32>>
    %x = "hlo.add"(%r, %r2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %x : tensor<4xf32>
  }
}
)mlir";

constexpr char kGeneric[] = R"mlir(
#map = affine_map<(d0) -> (d0)>
#loc2 = loc("x.py":1:2)
"builtin.module"() <{sym_name = "m"}> ({
  "async.func"() <{function_type = (tensor<4xf32>) -> !async.value<tensor<4xf32>>, sym_name = "f", sym_visibility = "private"}> ({
  ^bb0(%a: tensor<4xf32>):
    %n = "hlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32> loc("x.py":1:2)
    "async.return"(%n) : (tensor<4xf32>) -> () loc(callsite(fused["a", unknown] at #loc2))
  }) {hlo.execution_thread = "main"} : () -> ()
  "func.func"() <{arg_attrs = [{hlo.attributes = {sharding = "{replicated}"}}], function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "main"}> ({
  ^bb0(%a: tensor<4xf32> loc(#loc2)):
    %s = "async.call"(%a) <{callee = @f}> {hlo.shape = "((f32[4]), f32[4], s32[])"} : (tensor<4xf32>) -> !async.value<tensor<4xf32>>
    %t, %v = "async.execute"(%s) <{operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%b: tensor<4xf32>):
      %c = "hlo.copy"(%b) : (tensor<4xf32>) -> tensor<4xf32>
      "async.yield"(%c) : (tensor<4xf32>) -> ()
    }) {hlo.shape = "(f32[4], f32[4], u32[])"} : (!async.value<tensor<4xf32>>) -> (!async.token, !async.value<tensor<4xf32>>)
    %t2, %v2 = "async.execute"(%t) ({
      %c = "hlo.copy"(%a) : (tensor<4xf32>) -> tensor<4xf32>
      "async.yield"(%c) : (tensor<4xf32>) -> ()
    }) {operandSegmentSizes = array<i32: 1, 0>, hlo.shape = "(f32[4], f32[4], u32[])"} : (!async.token) -> (!async.token, !async.value<tensor<4xf32>>)
    %r = "async.await"(%v) : (!async.value<tensor<4xf32>>) -> tensor<4xf32>
    %r2 = "async.await"(%v2) : (!async.value<tensor<4xf32>>) -> tensor<4xf32>
    %x = "hlo.add"(%r, %r2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%x) : (tensor<4xf32>) -> ()
  }) {foo.map = #map, foo.number = 1.5e+00 : f32, hlo.entry} : () -> () loc(#loc2)
}) {foo.bar = 1 : i32} : () -> ()
#loc = loc(unknown)
)mlir";

TEST(MlirGenericParser, IsThePrettyForm) {
  const std::string text = ImportOf(kPretty);
  EXPECT_NE(text.find("copy-start"), std::string::npos) << text;
  EXPECT_EQ(ImportOf(kGeneric), text);
}

TEST(MlirGenericParser, Errors) {
  const auto in_main = [](const std::string& operations) {
    return "\"builtin.module\"() ({\n\"func.func\"() <{function_type = (tensor<f32>) -> "
           "tensor<f32>, sym_name = \"e\"}> ({\n^bb0(%a: tensor<f32>):\n" +
           operations + "\n}) : () -> ()\n}) : () -> ()";
  };
  const std::pair<std::string, std::string> cases[] = {
      {"\"builtin.module\"() {}", "1:20: error: expects '(', but sees '{'"},
      {"\"builtin.module\"() ({\"func.func\"() ({}) : () -> ()}) : () -> ()",
       "1:22: error: attribute sym_name must be the name of the function"},
      {in_main("%s = \"async.call\"(%a) : (tensor<f32>) -> !async.value<tensor<f32>>"),
       "4:6: error: attribute callee must be the name of a function"},
      {in_main("%s = \"async.await\"() : () -> tensor<f32>"),
       "4:6: error: expects 1 operands, but has 0"},
      {in_main("%s = \"async.await\"(%a) : () -> tensor<f32>"),
       "4:6: error: expects 1 types of operands, but has 0"},
      {in_main("%t = \"async.execute\"() ({\n\"async.yield\"() : () -> ()}) : () -> ()"),
       "4:6: error: expects !async.token as the first result, but sees another type"},
      {in_main("%t = \"async.execute\"(%a) ({\n\"async.yield\"() : () -> ()}) : (tensor<f32>) -> "
               "!async.token"),
       "4:6: error: expects 1 arguments of the block, but has 0"},
      {in_main(
           "%t = \"async.execute\"() ({\n%u = \"async.execute\"() ({}) : () -> !async.token}) : "
           "() -> !async.token"),
       "5:6: error: an async.execute cannot hold another"},
      {in_main("%t = \"memref.alloc\"() : () -> memref<4xf32>"),
       "4:6: error: operation \"memref.alloc\" is"},
      {in_main("%t = \"hlo.abs\"(%a) : (tensor<f32>) -> memref<4xf32>"),
       "4:39: error: type memref has no counterpart in HLO"},
  };
  for (const auto& [text, error] : cases) {
    const absl::StatusOr<HloModule> module = ImportMlirAsync(text);
    ASSERT_FALSE(module.ok()) << text;
    EXPECT_EQ(std::string(module.status().message()).substr(0, error.size()), error) << text;
  }
}

// A token may be any of the results.
TEST(MlirGenericParser, TokenAfterValues) {
  const auto with = [](const std::string& results, const std::string& types) {
    return ImportOf("async.func private @f(%a: tensor<f32>) -> (" + types +
                    ") {\n%n = \"hlo.negate\"(%a) : (tensor<f32>) -> tensor<f32>\n"
                    "return %n : tensor<f32>\n}\n"
                    "func.func @e(%a: tensor<f32>) -> tensor<f32> {\n" +
                    results + " = async.call @f(%a) {hlo.name = \"s\"} : (tensor<f32>) -> (" +
                    types +
                    ")\n%r = async.await %v : !async.value<tensor<f32>>\n"
                    "return %r : tensor<f32>\n}");
  };
  EXPECT_EQ(with("%v, %t", "!async.value<tensor<f32>>, !async.token"),
            with("%t, %v", "!async.token, !async.value<tensor<f32>>"));
}

}  // namespace hlo_text_v1::mlir_generic_parser_test
