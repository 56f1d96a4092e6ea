// Threads that a printed text loses. desugar_test.cc has those that reading forces.
#include "src/async/execution_threads.h"

#include <gtest/gtest.h>

#include <string>

#include "hlo/graph.h"
#include "tests/support/read.h"

namespace hlo_text_v1::execution_threads_test {

using namespace internal;

// Two starts, the first on thread `first`; the root has the second one first.
std::string TwoStarts(const std::string& first) {
  return R"(HloModule m
f { x = f32[8] parameter(0) y = f32[8] abs(x) ROOT z = f32[8] negate(y) }
ENTRY e {
  a = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) call-start(a), to_apply=f)" +
         first + R"(
  d = f32[8] call-done(s)
  t = ((f32[8]), f32[8]) call-start(a), to_apply=f
  u = f32[8] call-done(t)
  ROOT r = (f32[8], f32[8]) tuple(u, d)
})";
}

TEST(FindLostThreads, InAnotherOrder) {
  const HloModule module = ReadModule(TwoStarts(", async_execution_thread=\"side\""));
  const std::vector<LostThread> lost =
      FindLostThreads(module, {ComputationPostOrder(module), /*by_definition=*/false});
  ASSERT_EQ(lost.size(), 1u);
  EXPECT_EQ(lost[0].computation->name(), "f");
  EXPECT_EQ(lost[0].computation->execution_thread(), "main");
  EXPECT_EQ(lost[0].thread_again, "side");
}

TEST(FindLostThreads, NoneInTheSameOrder) {
  const HloModule module = ReadModule(TwoStarts(", async_execution_thread=\"side\""));
  EXPECT_TRUE(
      FindLostThreads(module, {ComputationPostOrder(module), /*by_definition=*/true}).empty());
}

TEST(FindLostThreads, NoneOnOneThread) {
  const HloModule module = ReadModule(TwoStarts(""));
  EXPECT_TRUE(
      FindLostThreads(module, {ComputationPostOrder(module), /*by_definition=*/false}).empty());
}

}  // namespace hlo_text_v1::execution_threads_test
