// Chains and pairs that come back, and what is said of those that cannot be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/mlir_test_util.h"

namespace hlo {
namespace {

using testing::HasSubstr;

struct Change {
  const char *from, *to, *result;
};

void CheckErrors(const std::string& text, const std::vector<Change>& changes) {
  EXPECT_THAT(ImportOf(text), HasSubstr("HloModule"));
  for (const Change& c : changes) {
    EXPECT_EQ(ImportOf(Replaced(text, c.from, c.to)), std::string(c.result) + "\n")
        << c.from << " -> " << c.to;
  }
}

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

TEST(ImportAsync, AChain) {
  const std::string text = ImportOf(kChain);
  EXPECT_THAT(text, HasSubstr("}, execution_thread=\"sc\"\n"));
  EXPECT_THAT(text, HasSubstr("%s.1 = ((f32[8]{0}), ()) async-start(%a), "
                              "async_execution_thread=\"sc\", calls=%w\n"));
  EXPECT_THAT(text, HasSubstr("%u = ((f32[8]{0}, f32[8]{0}), f32[8]{0}) async-update(%s.1, %b)\n"));
  EXPECT_THAT(text, HasSubstr("%v = ((f32[8]{0}, f32[8]{0}), f32[8]{0}) async-update(%u)\n"));
  EXPECT_THAT(text, HasSubstr("ROOT %d = f32[8]{0} async-done(%v)\n"));
  // Changes of what is bound, and where.
  EXPECT_THAT(ImportOf(Replaced(kChain, "@w(%a, %b)", "@w(%b, %a)")),
              HasSubstr("async-update(%s.1, %a)"));
  EXPECT_THAT(
      ImportOf(Replaced(Replaced(kChain, "[1, 1]", "[0, 2]"), "((f32[8]), ())", "((), ())")),
      HasSubstr("async-update(%s.1, %a, %b)"));
}

TEST(ImportAsync, ErrorsOfChains) {
  CheckErrors(
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
       {"@w(%a, %b)", "@e(%a, %b)", "7:21: error: expects async.func, but sees the func.func @e"},
       {"@w(%a, %b)", "@q(%a, %b)", "7:21: error: function @q is not defined"},
       {"async.call", "func.call", "7:20: error: expects func.func, but sees the async.func @w"},
       {"async.await %u", "async.await %a", "8:22: error: %a is not asynchronous"},
       {"await %u : !async.value<tensor<8xf32>>\n",
        "await %u : !async.value<tensor<8xf32>>\n"
        "    %q = async.await %u : !async.value<tensor<8xf32>>\n",
        "9:22: error: %u is awaited a second time"},
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

TEST(ImportAsync, LeavesAndTokens) {
  const std::string text = ImportOf(kTuple);
  EXPECT_THAT(text, HasSubstr("%s = ((f32[]), (f32[], f32[])) async-start(%a), calls=%w\n"));
  EXPECT_THAT(text, HasSubstr("%d = (f32[], f32[]) async-done(%s)\n"));
  EXPECT_THAT(text, HasSubstr("%z = ((f32[]), ()) async-start(%a), calls=%n\n"));
  EXPECT_THAT(text, HasSubstr("%y = () async-done(%z)\n"));
  EXPECT_THAT(text, HasSubstr("ROOT %r = () custom-call(%x.1)"));
}

TEST(ImportAsync, ErrorsOfCasts) {
  constexpr char kCast[] =
      ": error: a cast must put together all awaited results of one call in order, or take a tuple "
      "apart";
  const std::string at15 = std::string("15:5") + kCast;
  const std::string at18 = std::string("18:5") + kCast;
  const std::string at4 = std::string("4:5") + kCast;
  CheckErrors(
      kTuple,
      {{"cast %d$0, %d$1", "cast %d$1, %d$0", at15.c_str()},
       {"cast %d$0, %d$1 : tensor<f32>, tensor<f32>", "cast %d$0 : tensor<f32>", at15.c_str()},
       {"    async.await %z : !async.token\n", "", (std::string("17:5") + kCast).c_str()},
       {"%z : !async.token to", "%a : tensor<f32> to", at18.c_str()},
       {"to tensor<f32>, tensor<f32>\n", "to tensor<f32>, tensor<i32>\n", at4.c_str()},
       {"return %l#0, %l#1", "return %l#1, %l#0", (std::string("5:12") + kCast).c_str()},
       {"return %d : tuple<tensor<f32>, tensor<f32>>", "return %d$0 : tensor<f32>",
        (std::string("19:12") + kCast).c_str()},
       {"hlo.root = \"r\"", "hlo.root = \"x\"",
        "7:81: error: attribute hlo.root must be the name of a value without leaves, where "
        "nothing is returned"}});
}

const std::string kExecute = R"mlir(module @m {
  async.func private @w(%x: tensor<8xf32>) -> !async.value<tensor<8xf32>> {
    return %x : tensor<8xf32>
  }
  func.func @e(%a: tensor<8xf32>) -> tensor<8xf32> {
    %c$token, %c = async.execute -> !async.value<tensor<8xf32>> attributes {hlo.shape = "(f32[8], f32[8], u32[])"} {
      %0 = "hlo.copy"(%a) : (tensor<8xf32>) -> tensor<8xf32>
      async.yield %0 : tensor<8xf32>
    }
    %d = async.await %c : !async.value<tensor<8xf32>>
    %s$token, %s = async.execute [%c$token] -> !async.value<tensor<8xf32>> {
      %0 = async.call @w(%d) : (tensor<8xf32>) -> !async.value<tensor<8xf32>>
      %1 = async.await %0 : !async.value<tensor<8xf32>>
      async.yield %1 : tensor<8xf32>
    }
    %r = async.await %s : !async.value<tensor<8xf32>>
    return %r : tensor<8xf32>
  }
})mlir";

TEST(ImportAsync, PairsAndTokens) {
  const std::string text = ImportOf(kExecute);
  EXPECT_THAT(text, HasSubstr("%c = (f32[8]{0}, f32[8]{0}, u32[]) copy-start(%a)\n"));
  EXPECT_THAT(text, HasSubstr("%d = f32[8]{0} copy-done(%c)\n"));
  EXPECT_THAT(text, HasSubstr("%s = ((f32[8]{0}), f32[8]{0}) async-start(%d), calls=%w, "
                              "control-predecessors={%d}\n"));
  EXPECT_THAT(ImportOf(Replaced(kExecute, "[%c$token] ", "")), HasSubstr("calls=%w\n"));
}

TEST(ImportAsync, ErrorsOfExecute) {
  constexpr char kBody[] =
      ": error: the body of async.execute must be one asynchronous call that is awaited, or one "
      "operation that has a start and a done";
  const std::string pair = std::string("7:7") + kBody;
  const std::string first = std::string("6:20") + kBody;
  const std::string second = std::string("11:20") + kBody;
  CheckErrors(
      kExecute,
      {{"hlo.copy", "hlo.negate", pair.c_str()},
       {"async.yield %0", "async.yield %a", first.c_str()},
       {"      %1 = async.await %0 : !async.value<tensor<8xf32>>\n", "", second.c_str()},
       {"      async.yield %1 : tensor<8xf32>\n", "", (std::string("11:5") + kBody).c_str()},
       {"(f32[8], f32[8], u32[])", "(s32[8], f32[8], u32[])",
        "6:89: error: shape (s32[8], f32[8], u32[]) does not fit the operands that are bound, or "
        "the result"},
       {"[%c$token]", "[%d]", "11:35: error: %d is not asynchronous"},
       {"    %d = async.await %c : !async.value<tensor<8xf32>>\n    %s$token",
        "    %d = \"hlo.negate\"(%a) : (tensor<8xf32>) -> tensor<8xf32>\n    %s$token",
        "11:35: error: the results of %c$token must be awaited before other work waits for its "
        "token"},
       {"async.await %s :", "async.await %s$token :",
        "16:22: error: %s$token is the token of work that has results: these must be awaited"},
       {"[%c$token] -> !async.value<tensor<8xf32>>", "[%c$token] -> !async.value<tensor<4xf32>>",
        "11:20: error: the type of the results is not that of what is done asynchronously"}});
}

}  // namespace
}  // namespace hlo
