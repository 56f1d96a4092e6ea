// Pairs, and operations that wait for other operations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::import_execute_test {

using namespace internal;

using testing::HasSubstr;

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

TEST(ImportExecute, PairsAndTokens) {
  const std::string text = ImportOf(kExecute);
  EXPECT_THAT(text, HasSubstr("%c = (f32[8]{0}, f32[8]{0}, u32[]) copy-start(%a)\n"));
  EXPECT_THAT(text, HasSubstr("%d = f32[8]{0} copy-done(%c)\n"));
  EXPECT_THAT(text, HasSubstr("%s = ((f32[8]{0}), f32[8]{0}) async-start(%d), calls=%w, "
                              "control-predecessors={%d}\n"));
  EXPECT_THAT(ImportOf(Replaced(kExecute, "[%c$token] ", "")), HasSubstr("calls=%w\n"));
}

// It needs what the start has, but nothing in the text can say so.
TEST(ImportExecute, ADoneOfItsOwnHasTheChannelOfItsStart) {
  constexpr char kText[] = R"mlir(func.func @main(%t: !hlo.token) -> tensor<8xf32> {
  %r$token, %r:2 = async.execute -> (!async.value<tensor<8xf32>>, !async.value<!hlo.token>) attributes {hlo.shape = "(f32[8], u32[], token[])"} {
    %w = "hlo.recv"(%t) {channel_id = 1, is_host_transfer = true} : (!hlo.token) -> tuple<tensor<8xf32>, !hlo.token>
    %l:2 = builtin.unrealized_conversion_cast %w : tuple<tensor<8xf32>, !hlo.token> to tensor<8xf32>, !hlo.token
    async.yield %l#0, %l#1 : tensor<8xf32>, !hlo.token
  }
  %d = async.await %r#0 : !async.value<tensor<8xf32>>
  return %d : tensor<8xf32>
})mlir";
  EXPECT_THAT(ImportOf(kText),
              HasSubstr("%r.done = (f32[8]{0}, token[]) recv-done(%r), channel_id=1, "
                        "is_host_transfer=true\n"));
  const std::string called = Replaced(
      std::string("func.func private @hlo$recv(!hlo.token) -> tuple<tensor<8xf32>, !hlo.token> "
                  "attributes {hlo.attributes = {channel_id = 1, is_host_transfer = true}, "
                  "hlo.opcode = \"recv\"}\n") +
          kText,
      "\"hlo.recv\"(%t) {channel_id = 1, is_host_transfer = true}", "func.call @hlo$recv(%t)");
  EXPECT_EQ(ImportOf(called), ImportOf(kText));
}

TEST(ImportExecute, ErrorsOfExecute) {
  constexpr char kBody[] =
      ": error: async.execute must end in async.yield and yield all "
      "results of a body of one call or of one operation that has a start and a done";
  const std::string first = std::string("6:20") + kBody;
  const std::string second = std::string("11:20") + kBody;
  CheckImportErrors(
      kExecute,
      {{"async.yield %0", "async.yield %a", first},
       {"      %1 = async.await %0 : !async.value<tensor<8xf32>>\n", "", second},
       {"      async.yield %1 : tensor<8xf32>\n", "", (std::string("11:5") + kBody)},
       {"(f32[8], f32[8], u32[])", "(s32[8], f32[8], u32[])",
        "6:89: error: shape (s32[8], f32[8], u32[]) does not fit the operands that are bound, or "
        "the result"},
       {"[%c$token]", "[%d]", "11:35: error: %d is not asynchronous"},
       {"async.await %s :", "async.await %s$token :",
        "16:22: error: the type of %s$token is not that of its use"},
       {"[%c$token] -> !async.value<tensor<8xf32>>", "[%c$token] -> !async.value<tensor<4xf32>>",
        "11:20: error: the type of the results is not that of what is done asynchronously"},
       {"[%c$token] -> !async.value<tensor<8xf32>> {",
        "[%c$token] -> !async.value<tensor<8xf32>> attributes {hlo.control_predecessors = [\"a "
        "b\", "
        "0]} {",
        "11:116: error: 'a b' is no name of HLO"}});
}

}  // namespace hlo_text_v1::import_execute_test
