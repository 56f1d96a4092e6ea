// Reassembled results, and tokens.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::import_results_test {

using namespace internal;

using testing::HasSubstr;

const std::string kTuple = R"(module @m {
  async.func private @w(%x: tensor<f32>) -> (!async.value<tensor<f32>>, !async.value<tensor<f32>>) {
    %t = "hlo.tuple"(%x, %x) : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
    %l:2 = builtin.unrealized_conversion_cast %t : tuple<tensor<f32>, tensor<f32>> to tensor<f32>, tensor<f32>
    return %l#0, %l#1 : tensor<f32>, tensor<f32>
  }
  async.func private @n(%x: tensor<f32>) -> !async.token attributes {hlo.root = "r"} {
    %r = "hlo.custom-call"(%x) {custom_call_target = "f"} : (tensor<f32>) -> tuple<>
    return
  }
  func.func @e(%a: tensor<f32>) -> tuple<tensor<f32>, tensor<f32>> {
    %s:2 = async.call @w(%a) : (tensor<f32>) -> (!async.value<tensor<f32>>, !async.value<tensor<f32>>)
    %d$0 = async.await %s#0 : !async.value<tensor<f32>>
    %d$1 = async.await %s#1 : !async.value<tensor<f32>>
    %d = builtin.unrealized_conversion_cast %d$0, %d$1 : tensor<f32>, tensor<f32> to tuple<tensor<f32>, tensor<f32>>
    %z = async.call @n(%a) : (tensor<f32>) -> !async.token
    async.await %z : !async.token
    %y = builtin.unrealized_conversion_cast %z : !async.token to tuple<>
    return %d : tuple<tensor<f32>, tensor<f32>>
  }
})";

TEST(ImportResults, LeavesAndTokens) {
  const std::string text = ImportOf(kTuple);
  EXPECT_THAT(text, HasSubstr("%s = ((f32[]), (f32[], f32[])) async-start(%a), calls=%w\n"));
  EXPECT_THAT(text, HasSubstr("%d = (f32[], f32[]) async-done(%s)\n"));
  EXPECT_THAT(text, HasSubstr("%z = ((f32[]), ()) async-start(%a), calls=%n\n"));
  EXPECT_THAT(text, HasSubstr("%y = () async-done(%z)\n"));
  EXPECT_THAT(text, HasSubstr("ROOT %r = () custom-call(%x.1)"));
}

TEST(ImportResults, TheRootWithoutLeavesMayHaveAnotherName) {
  EXPECT_EQ(ImportOf(Replaced(kTuple, "hlo.root = \"r\"", "hlo.root = \"y\"")), ImportOf(kTuple));
  EXPECT_EQ(ImportOf(Replaced(kTuple, " attributes {hlo.root = \"r\"}", "")), ImportOf(kTuple));
}

TEST(ImportResults, AnArgumentMayBeTheRootWithoutLeaves) {
  const std::string text = PrintGeneric(
      ReadModule("w { p.1 = () parameter(0)  ROOT q = () parameter(1) }\n"
                 "ENTRY e { p = () parameter(0)  s = (((), ()), ()) async-start(p, p), calls=w\n"
                 "  ROOT d = () async-done(s) }"));
  const std::string mlir = ExportOf(text);
  EXPECT_EQ(ImportOf(mlir), text);
  // As mlir-opt renames it.
  EXPECT_THAT(ImportOf(Replaced(mlir, "%q", "%arg1")),
              HasSubstr("ROOT %arg1 = () parameter(1)\n}"));
}

TEST(ImportResults, ErrorsOfCasts) {
  constexpr char kCast[] =
      ": error: a cast must put together all awaited results of one call in order, or take a tuple "
      "apart";
  const std::string at15 = std::string("15:5") + kCast;
  const std::string at18 = std::string("18:5") + kCast;
  const std::string at4 = std::string("4:5") + kCast;
  CheckImportErrors(
      kTuple, {{"cast %d$0, %d$1", "cast %d$1, %d$0", at15},
               {"cast %d$0, %d$1 : tensor<f32>, tensor<f32>", "cast %d$0 : tensor<f32>", at15},
               {"    async.await %z : !async.token\n", "", (std::string("17:5") + kCast)},
               {"%z : !async.token to", "%a : tensor<f32> to", at18},
               {"to tensor<f32>, tensor<f32>\n", "to tensor<f32>, tensor<i32>\n", at4},
               {"return %l#0, %l#1", "return %l#1, %l#0", (std::string("5:12") + kCast)},
               {"return %d : tuple<tensor<f32>, tensor<f32>>", "return %d$0 : tensor<f32>",
                (std::string("19:12") + kCast)},
               {"-> tuple<>\n    return\n", "-> tensor<f32>\n    return\n",
                "7:81: error: attribute hlo.root must be the name of a value without leaves, where "
                "nothing is returned"}});
}

// One leaf of a result that is not cast.
TEST(ImportResults, OneLeafOfAResult) {
  const std::string text =
      Replaced(std::string(kTuple).erase(kTuple.find("    %d$0 =")),
               "-> tuple<tensor<f32>, tensor<f32>> {\n    %s:2", "-> tensor<f32> {\n    %s:2") +
      "    %d = async.await %s#1 : !async.value<tensor<f32>> {hlo.shape = \"f32[]\"}\n"
      "    return %d : tensor<f32>\n  }\n}";
  EXPECT_THAT(ImportOf(text), HasSubstr("ROOT %d = f32[] get-tuple-element(%s.done), index=1\n"));
  const std::string twice = Replaced(
      text,
      "    return %d :", "    %e = async.await %s#1 : !async.value<tensor<f32>>\n    return %e :");
  EXPECT_EQ(ImportOf(twice), ImportOf(text));
  CheckImportErrors(text,
                    {{"\"f32[]\"", "\"f32[2]\"",
                      "13:68: error: shape f32[2] does not fit the type, which is f32[] in HLO"},
                     {"\"f32[]\"", "5", "13:68: error: attribute hlo.shape must be a string"}});
}

}  // namespace hlo_text_v1::import_results_test
