// Chains that import, and the errors of those that do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::import_chains_test {

using namespace internal;

using testing::HasSubstr;

const std::string kChain = R"mlir(module @m {
  async.func private @w(%x: tensor<8xf32>, %y: tensor<8xf32>) -> !async.value<tensor<8xf32>> attributes {hlo.execution_thread = "sc"} {
    %s = "hlo.add"(%x, %y) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
    return %s : tensor<8xf32>
  }
  func.func @e(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
    %u = async.call @w(%a, %b) {hlo.start = "s", hlo.bound = [1, 1], hlo.links = [{hlo.shape = "((f32[8]), ())"}], hlo.updates = [{hlo.name = "v"}]} : (tensor<8xf32>, tensor<8xf32>) -> !async.value<tensor<8xf32>>
    %d = async.await %u : !async.value<tensor<8xf32>>
    return %d : tensor<8xf32>
  }
})mlir";

TEST(ImportChains, AChain) {
  const std::string text = ImportOf(kChain);
  EXPECT_THAT(text, HasSubstr("}, execution_thread=\"sc\"\n"));
  EXPECT_THAT(text, HasSubstr("%s.1 = ((f32[8]{0}), ()) async-start(%a), "
                              "async_execution_thread=\"sc\", calls=%w\n"));
  EXPECT_THAT(text, HasSubstr("%u = ((f32[8]{0}, f32[8]{0}), f32[8]{0}) async-update(%s.1, %b)\n"));
  EXPECT_THAT(text, HasSubstr("%v = ((f32[8]{0}, f32[8]{0}), f32[8]{0}) async-update(%u)\n"));
  EXPECT_THAT(text, HasSubstr("ROOT %d = f32[8]{0} async-done(%v)\n"));
  // Changes to what is bound, and where.
  EXPECT_THAT(ImportOf(Replaced(kChain, "@w(%a, %b)", "@w(%b, %a)")),
              HasSubstr("async-update(%s.1, %a)"));
  EXPECT_THAT(
      ImportOf(Replaced(Replaced(kChain, "[1, 1]", "[0, 2]"), "((f32[8]), ())", "((), ())")),
      HasSubstr("async-update(%s.1, %a, %b)"));
}

TEST(ImportChains, ASecondAwaitGivesTheSameValue) {
  EXPECT_EQ(ImportOf(Replaced(Replaced(kChain, "await %u : !async.value<tensor<8xf32>>\n",
                                       "await %u : !async.value<tensor<8xf32>>\n"
                                       "    %q = async.await %u : !async.value<tensor<8xf32>>\n"),
                              "return %d", "return %q")),
            ImportOf(kChain));
}

TEST(ImportChains, ErrorsOfChains) {
  CheckImportErrors(
      kChain,
      {{"[1, 1]", "[1, 2]",
        "7:62: error: hlo.bound must hold how many of 2 operands each of 2 links binds"},
       {"[1, 1]", "[2]",
        "7:62: error: hlo.bound must hold how many of 2 operands each of 2 links binds"},
       {"[1, 1]", "[1, -1]",
        "7:62: error: hlo.bound must hold how many of 2 operands each of 2 links binds"},
       {"hlo.bound = [1, 1], ", "",
        "7:32: error: hlo.bound must hold how many of 2 operands each of 2 links binds"},
       {"[{hlo.shape = \"((f32[8]), ())\"}]", "[5]",
        "7:82: error: attribute hlo.links must be a list of dictionaries"},
       {"((f32[8]), ())", "((f32[4]), ())",
        "7:96: error: shape ((f32[4]), ()) does not fit the operands that are bound, or the "
        "result"},
       {"((f32[8]), ())", "((f32[8]), s32[])",
        "7:96: error: shape ((f32[8]), s32[]) does not fit the operands that are bound, or the "
        "result"},
       {"hlo.name = \"v\"", "", "7:131: error: '' is no name of HLO"},
       {"@w(%a, %b)", "@w(%a, %b, %b)", "7:21: error: expects 2 operands, but has 3"},
       {"@w(%a, %b)", "@e(%a, %b)", "7:21: error: expects async.func, but sees the func.func @e"},
       {"@w(%a, %b)", "@q(%a, %b)", "7:21: error: function @q is not defined"},
       {"async.call", "func.call", "7:20: error: expects func.func, but sees the async.func @w"},
       {"async.await %u", "async.await %a", "8:22: error: %a is not asynchronous"},
       {"await %u : !async.value<tensor<8xf32>>", "await %u : !async.value<tensor<8xi32>>",
        "8:22: error: the type of %u is not that of its use"},
       {"return %d", "return %u", "9:12: error: %u is asynchronous: it can only be awaited"},
       {"return %s", "%z = \"hlo.negate\"(%s) : (tensor<8xf32>) -> !async.token\n    return %s",
        "4:5: error: %z is asynchronous: it can only be awaited"},
       {"-> !async.value<tensor<8xf32>>\n    %d", "-> !async.token\n    %d",
        "7:21: error: the type of the results is not that of what is done asynchronously"},
       {"-> !async.value<tensor<8xf32>>\n    %d", "-> tensor<8xf32>\n    %d",
        "7:21: error: a result of asynchronous work is not asynchronous"},
       {"%u = async.call", "%u:2 = async.call", "7:23: error: expects 1 results, but has 2"},
       {"%u = async.call", "async.call", "7:16: error: expects 1 result, but has 0"},
       {"    return %s : tensor<8xf32>\n", "",
        "2:22: error: a function must end with return, and have no other"},
       {"return %s : tensor<8xf32>", "return",
        "2:22: error: attribute hlo.root must be the name of a value without leaves, where nothing "
        "is returned"}});
}

}  // namespace hlo_text_v1::import_chains_test
