#include "src/async/async_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/export/graph_test_util.h"

namespace hlo::async_links_test {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kText[] = R"(HloModule m
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}
ENTRY e {
  x = f32[8] parameter(0)
  s = ((f32[8]), f32[8], u32[]) custom-call-start(x), async_execution_thread="host", custom_call_target="t"
  ars = f32[8] all-reduce-start(x), to_apply=add
  u = ((f32[8]), f32[8], u32[]) custom-call-update(s)
  v = ((f32[8]), f32[8], u32[]) custom-call-update(u)
  ard = f32[8] all-reduce-done(ars)
  lost = (f32[8], f32[8], u32[]) copy-start(x)
  d = f32[8] custom-call-done(v)
  ROOT t = (f32[8], f32[8]) tuple(ard, d)
}
)";

TEST(AsyncLinks, ChainsAndPairs) {
  HloModule module = ModuleOf(kText);
  for (const bool is_desugared : {false, true}) {
    if (is_desugared) Desugar(module);
    const std::vector<AsyncLinks> all = FindAsyncLinks(*module.entry_computation());
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].start->name(), "s");
    EXPECT_THAT(NamesOf(all[0].updates), ElementsAre("u", "v"));
    ASSERT_NE(all[0].done, nullptr);
    EXPECT_EQ(all[0].done->name(), "d");
    EXPECT_EQ(all[0].opcode, "custom-call");
    EXPECT_EQ(all[0].execution_thread, "host");
    EXPECT_EQ(all[0].wrapped_computation != nullptr, is_desugared);

    EXPECT_EQ(all[1].start->name(), "ars");
    EXPECT_THAT(all[1].updates, IsEmpty());
    ASSERT_NE(all[1].done, nullptr);
    EXPECT_EQ(all[1].done->name(), "ard");
    EXPECT_EQ(all[1].opcode, "all-reduce");
    EXPECT_EQ(all[1].execution_thread, "");

    EXPECT_EQ(all[2].start->name(), "lost");
    EXPECT_EQ(all[2].done, nullptr);
    EXPECT_EQ(all[2].opcode, "copy");
  }
}

TEST(AsyncLinks, None) {
  const HloModule module = ModuleOf("HloModule m\nENTRY e { ROOT p = f32[] parameter(0) }");
  EXPECT_THAT(FindAsyncLinks(*module.entry_computation()), IsEmpty());
}

}  // namespace hlo::async_links_test
