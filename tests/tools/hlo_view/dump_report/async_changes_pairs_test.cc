#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/base/strings.h"
#include "src/tools/hlo_view/dump_report/async_changes.h"
#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::async_changes_pairs_test {

using namespace internal;

using test::LoadText;

// "NAME opcode distance [links]" for each pair.
std::vector<std::string> Describe(const HloModule& module) {
  std::vector<std::string> lines;
  const AsyncPairs pairs(module);
  for (const AsyncPair& pair : pairs.all()) {
    EXPECT_EQ(pairs.Find(pair.start), &pair);
    std::string line = StrCat(pair.start->name(), " ", pair.opcode, " ", pair.distance);
    if (pair.done != nullptr) StrAppend(&line, " ", pair.done->name());
    for (const uint32_t link : pair.bound_at) line += " " + std::to_string(link);
    lines.push_back(line);
  }
  return lines;
}

TEST(AsyncPairs, OpcodesWithPairsOfTheirOwn) {
  const LoadedStage stage = LoadText(R"(HloModule m, is_scheduled=true
add { a = f32[] parameter(0)
 b = f32[] parameter(1)
 ROOT c = f32[] add(a, b) }
ENTRY e {
  p = f32[4] parameter(0)
  tok = token[] after-all()
  c1 = (f32[4], f32[4], u32[]) copy-start(p)
  r1 = f32[4] all-reduce-start(p), replica_groups={}, to_apply=add
  send1 = (f32[4], u32[], token[]) send(p, tok), channel_id=1
  recv1 = (f32[4], u32[], token[]) recv(tok), channel_id=2
  send2 = token[] send-done(send1), channel_id=1
  recv2 = (f32[4], token[]) recv-done(recv1), channel_id=2
  r2 = f32[4] all-reduce-done(r1)
  c2 = f32[4] copy-done(c1)
  ROOT t = (f32[4], f32[4]) tuple(r2, c2)
})");
  EXPECT_THAT(Describe(stage.module),
              ::testing::ElementsAre("c1 copy 6 c2 0", "r1 all-reduce 4 r2 0",
                                     "send1 send 1 send2 0 0", "recv1 recv 1 recv2 0"));
  EXPECT_EQ(stage.totals.async_pairs, 4);
}

TEST(AsyncPairs, Chains) {
  const char* const text = R"(HloModule m$0
ENTRY e {
  p = f32[8] parameter(0)
  q = f32[8] parameter(1)
  s = ((f32[8]), (), s32[]) custom-call-start(p), custom_call_target="t"
  a = f32[8] abs(q)
  u = ((f32[8], f32[8]), f32[8], s32[]) custom-call-update(s, a)
  b = f32[8] negate(q)
  d = f32[8] custom-call-done(u)
  ROOT t = (f32[8], f32[8]) tuple(d, b)
})";
  const LoadedStage scheduled = LoadText(Substitute(text, ", is_scheduled=true"));
  EXPECT_THAT(Describe(scheduled.module), ::testing::ElementsAre("s custom-call 2 d 0 1"));
  const LoadedStage unscheduled = LoadText(Substitute(text, ""));
  EXPECT_THAT(Describe(unscheduled.module), ::testing::ElementsAre("s custom-call -1 d 0 1"));
}

// One operation, although links are in two computations.
TEST(AsyncPairs, ThroughALoop) {
  const LoadedStage stage = LoadText(R"(HloModule m, is_scheduled=true
w { x = f32[8] parameter(0)
 ROOT y = f32[8] negate(x) }
body { b = ((f32[8]), f32[8]) parameter(0)
 ROOT u = ((f32[8]), f32[8]) async-update(b) }
cond { c = ((f32[8]), f32[8]) parameter(0)
 ROOT t = pred[] constant(false) }
ENTRY e {
  p = f32[8] parameter(0)
  s = ((f32[8]), f32[8]) async-start(p), calls=w
  l = ((f32[8]), f32[8]) while(s), condition=cond, body=body
  ROOT d = f32[8] async-done(l)
})");
  EXPECT_THAT(Describe(stage.module), ::testing::ElementsAre("s negate 1 d 0"));
}

// A fusion that hands the state on does other work.
TEST(AsyncPairs, HiddenInFusions) {
  const char* const text = R"(HloModule m$0
first {
  a = f32[4] parameter(0)
  g = f32[8] all-gather(a), dimensions={0}, replica_groups={{0,1}}
  ROOT begin = (f32[8], u32[]) custom-call(g), custom_call_target="AsyncCollectiveStart"
}
last {
  b = f32[8] parameter(0)
  f = u32[] parameter(1)
  ROOT end = f32[8] custom-call(b, f), custom_call_target="AsyncCollectiveDone"
}
ENTRY e {
  p = f32[4] parameter(0)
  start = (f32[8], u32[]) fusion(p), kind=kCustom, calls=first
  n = f32[4] negate(p)
  buffer = f32[8] get-tuple-element(start), index=0
  flag = u32[] get-tuple-element(start), index=1
  done = f32[8] fusion(buffer, flag), kind=kCustom, calls=last
  ROOT t = (f32[8], f32[4]) tuple(done, n)
})";
  const LoadedStage scheduled = LoadText(Substitute(text, ", is_scheduled=true"));
  EXPECT_THAT(Describe(scheduled.module), ::testing::ElementsAre("start all-gather 3 done 0"));
  EXPECT_EQ(scheduled.totals.async_pairs, 1);
  const LoadedStage unscheduled = LoadText(Substitute(text, ""));
  EXPECT_THAT(Describe(unscheduled.module), ::testing::ElementsAre("start all-gather -1 done 0"));
}

TEST(AsyncPairs, WithoutDone) {
  const LoadedStage stage = LoadText(R"(HloModule m, is_scheduled=true
ENTRY e {
  p = f32[4] parameter(0)
  ROOT c1 = (f32[4], f32[4], u32[]) copy-start(p)
})");
  EXPECT_THAT(Describe(stage.module), ::testing::ElementsAre("c1 copy -1 0"));
  EXPECT_EQ(AsyncPairs(stage.module).Find(stage.module.entry_computation()->parameters()[0]),
            nullptr);
}

}  // namespace hlo_text_v1::async_changes_pairs_test
