#include "hlo/collectives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "hlo/async.h"
#include "hlo/query.h"
#include "tests/analysis/brute_force.h"

namespace hlo_text_v1::collectives_test {

using namespace test;

constexpr char kText[] = R"(HloModule m, is_scheduled=true
add { x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y) }
ENTRY e {
  p = f32[4] parameter(0)
  plain = f32[4] all-reduce(p), replica_groups={}, to_apply=add
  pair = (f32[4], f32[8]) all-gather-start(plain), replica_groups={{0,1}}, dimensions={0}
  scatter = ((f32[4]), f32[2], u32[]) reduce-scatter-start(plain), replica_groups={{0,1}}, dimensions={0}, to_apply=add
  no = ((f32[4]), f32[4], u32[]) negate-start(plain)
  pair-done = f32[8] all-gather-done(pair)
  no-done = f32[4] negate-done(no)
  scatter-done = f32[2] reduce-scatter-done(scatter)
  ROOT t = (f32[8], f32[4], f32[2]) tuple(pair-done, no-done, scatter-done)
})";

std::string Text(const std::vector<Collective>& collectives) {
  std::string text;
  for (const Collective& c : collectives) {
    text += std::string(HloOpcodeName(c.opcode)) + " " + std::string(c.start->name()) + " " +
            (c.done == nullptr ? "" : std::string(c.done->name())) + " " +
            std::to_string(c.operand_bytes) + " " + std::to_string(c.result_bytes) +
            (c.operation->replica_groups().groups.empty() ? " all" : " groups") + "\n";
  }
  return text;
}

TEST(Collectives, OnceHoweverWritten) {
  constexpr char kExpected[] =
      "all-reduce plain plain 16 16 all\n"
      "all-gather pair pair-done 16 32 groups\n"
      "reduce-scatter scatter scatter-done 16 8 groups\n";
  EXPECT_EQ(Text(FindCollectives(ReadModule(kText))), kExpected);
}

// The root is that of the start, unless it ends another operation.
TEST(Collectives, SeveralInOneStart) {
  constexpr char kSeveral[] = R"(HloModule m
add { x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y) }
f {
  a = f32[4] parameter(0)
  b = f32[4] all-reduce(a), replica_groups={}, to_apply=add
  ROOT c = f32[8] all-gather(b), replica_groups={{0,1}}, dimensions={0}
}
g {
  i = f32[4] parameter(0)
  j = f32[4] all-reduce-start(i), replica_groups={}, to_apply=add
  ROOT k = f32[4] all-reduce-done(j)
}
ENTRY e {
  p = f32[4] parameter(0)
  start = ((f32[4]), f32[8]) async-start(p), calls=f
  done = f32[8] async-done(start)
  other = ((f32[4]), f32[4]) async-start(p), calls=g
  other-done = f32[4] async-done(other)
  ROOT t = (f32[8], f32[4]) tuple(done, other-done)
})";
  EXPECT_EQ(Text(FindCollectives(ReadModule(kSeveral))),
            "all-reduce j k 16 16 all\n"
            "all-gather start done 16 32 groups\n"
            "all-reduce start done 16 16 all\n");
}

// As on GPUs.
TEST(Collectives, InAnAsynchronousFusion) {
  constexpr char kFusion[] = R"(HloModule m
add { x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT z = f32[] add(x, y) }
fused {
  a = f32[4] parameter(0)
  b = f32[4] all-reduce(a), replica_groups={}, to_apply=add
  ROOT c = f32[4] negate(b)
}
wrapped { i = f32[4] parameter(0)
  ROOT f = f32[4] fusion(i), kind=kCustom, calls=fused }
ENTRY e {
  p = f32[4] parameter(0)
  start = ((f32[4]), f32[4]) async-start(p), calls=wrapped
  update = ((f32[4]), f32[4]) async-update(start)
  ROOT done = f32[4] async-done(update)
})";
  const HloModule module = ReadModule(kFusion);
  const std::vector<Collective> found = FindCollectives(module);
  EXPECT_EQ(Text(found), "all-reduce start done 16 16 all\n");
  EXPECT_EQ(found[0].operation->name(), "b");
  ASSERT_EQ(found[0].updates.size(), 1u);
  EXPECT_EQ(found[0].updates[0]->name(), "update");
  EXPECT_EQ(Text(FindCollectives(*module.entry_computation())), Text(found));
}

// Each start and each collective that is alone, once.
TEST(Collectives, OfRandomModules) {
  int found = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    const std::string text = RandomAsyncModule(seed);
    SCOPED_TRACE(text);
    const HloModule module = ReadModule(text);
    size_t expected = 0;
    for (const HloComputation* computation : module.computations()) {
      for (const AsyncOperation& operation : FindAsyncOperations(*computation)) {
        expected += IsCollective(operation.wrapped_opcode()) ? 1 : 0;
      }
    }
    EXPECT_GE(FindCollectives(module).size(), expected);
    found += static_cast<int>(expected);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(found, 50);
}

}  // namespace hlo_text_v1::collectives_test
