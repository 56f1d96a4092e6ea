// Bars, lanes and overlaps; bytes are in timeline_buffers_test.cc.
#include "src/tools/hlo_view/page/timeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/read.h"

namespace hlo_text_v1::timeline_test {

using namespace internal;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Parsed {
  explicit Parsed(std::string_view text) : module(ReadModule(text)) {
    timeline = TimelineOf(*module.entry_computation());
  }
  Timeline TimelineOf(const HloComputation& computation) const {
    return MakeTimeline(LiveRanges(computation), CollectiveIndex(module));
  }
  HloModule module;
  Timeline timeline;
};

// "start 3..8 lane 0 between 4 overlapping 1"
std::vector<std::string> Bars(const Timeline& timeline) {
  std::vector<std::string> bars;
  for (const AsyncBar& bar : timeline.bars) {
    bars.push_back((bar.start == nullptr ? "" : std::string(bar.start->name())) + " " +
                   std::to_string(bar.begin) + ".." + std::to_string(bar.end) + " lane " +
                   std::to_string(bar.lane) + " between " + std::to_string(bar.between) +
                   " overlapping " + std::to_string(bar.overlapping));
  }
  return bars;
}

constexpr std::string_view kThreeChains = R"(HloModule m, is_scheduled=true

ENTRY e {
  a = f32[8] parameter(0)
  a1 = ((f32[8]), f32[8], s32[]) custom-call-start(a), custom_call_target="x"
  n1 = f32[8] negate(a)
  a2 = ((f32[8]), f32[8], s32[]) custom-call-start(n1), custom_call_target="y"
  b1 = ((f32[8]), f32[8], s32[]) custom-call-update(a1)
  d1 = f32[8] custom-call-done(b1)
  a3 = (f32[8], f32[8], u32[]) copy-start(d1)
  d2 = f32[8] custom-call-done(a2)
  n2 = f32[8] add(d1, d2)
  d3 = f32[8] copy-done(a3)
  ROOT r = f32[8] add(n2, d3)
}
)";

TEST(Timeline, BarsLanesAndOverlaps) {
  const Parsed parsed(kThreeChains);
  const Timeline& timeline = parsed.timeline;
  EXPECT_THAT(Bars(timeline), ElementsAre("a1 1..5 lane 0 between 2 overlapping 1",
                                          "a2 3..7 lane 1 between 3 overlapping 2",
                                          "a3 6..9 lane 0 between 2 overlapping 1"));
  EXPECT_EQ(timeline.lanes, 2);
}

TEST(Timeline, LinksSayWhereOperandsAndResultAreBound) {
  const Parsed parsed(R"(HloModule m, is_scheduled=true

ENTRY e {
  a = f32[8] parameter(0)
  b = f32[8] parameter(1)
  s = ((f32[8]), (), s32[]) custom-call-start(a), custom_call_target="x"
  n = f32[8] negate(b)
  u = ((f32[8], f32[8]), f32[8], s32[]) custom-call-update(s, n)
  z = f32[8] abs(b)
  ROOT d = f32[8] custom-call-done(u)
}
)");
  ASSERT_EQ(parsed.timeline.bars.size(), 1u);
  const AsyncBar& bar = parsed.timeline.bars[0];
  ASSERT_EQ(bar.links.size(), 3u);
  EXPECT_EQ(bar.links[0].bound_operands, 1);
  EXPECT_FALSE(bar.links[0].binds_output);
  EXPECT_EQ(bar.links[1].bound_operands, 1);
  EXPECT_TRUE(bar.links[1].binds_output);
  EXPECT_EQ(bar.links[2].bound_operands, 0);
  EXPECT_EQ(bar.output_bound_at, 4);
  ASSERT_EQ(bar.operands.size(), 2u);
  EXPECT_EQ(bar.operands[0].operand->name(), "a");
  EXPECT_EQ(bar.operands[0].bound_at, 2);
  // The caller owns a parameter.
  EXPECT_EQ(bar.operands[0].used_until, 6);
  EXPECT_EQ(bar.operands[0].held_steps, 0);
  EXPECT_EQ(bar.operands[1].operand->name(), "n");
  EXPECT_EQ(bar.operands[1].bound_at, 4);
  EXPECT_EQ(bar.operands[1].used_until, 4);
  EXPECT_EQ(bar.operands[1].held_steps, 2);
  EXPECT_EQ(bar.operands[1].bytes, 32);
}

TEST(Timeline, AChainWithoutDoneLastsToTheEnd) {
  const Parsed parsed(R"(HloModule m, is_scheduled=true

ENTRY e {
  a = f32[8] parameter(0)
  n = f32[8] negate(a)
  t = token[] after-all()
  s = (f32[8], u32[], token[]) send(n, t), channel_id=1
  z = f32[8] abs(a)
  ROOT y = f32[8] exponential(z)
}
)");
  ASSERT_EQ(parsed.timeline.bars.size(), 1u);
  const AsyncBar& bar = parsed.timeline.bars[0];
  EXPECT_EQ(bar.done, nullptr);
  EXPECT_THAT(Bars(parsed.timeline), ElementsAre("s 3..5 lane 0 between 2 overlapping 0"));
  EXPECT_EQ(bar.operands[0].used_until, 3);
  EXPECT_EQ(bar.operands[0].held_steps, 2);
}

TEST(Timeline, PairsOfTheirOwnOpcodes) {
  const Parsed parsed(R"(HloModule m, is_scheduled=true

add {
  x = f32[] parameter(0)
  y = f32[] parameter(1)
  ROOT r = f32[] add(x, y)
}

ENTRY e {
  a = f32[4] parameter(0)
  ags = (f32[4], f32[8]) all-gather-start(a), dimensions={0}, replica_groups={{0,1}}
  agd = f32[8] all-gather-done(ags)
  ars = f32[8] all-reduce-start(agd), to_apply=add
  ard = f32[8] all-reduce-done(ars)
  cps = (f32[8], f32[8]) collective-permute-start(ard), source_target_pairs={{0,1},{1,0}}
  cpd = f32[8] collective-permute-done(cps)
  t = token[] after-all()
  rs = (f32[2], u32[], token[]) recv(t), channel_id=1
  rd = (f32[2], token[]) recv-done(rs), channel_id=1
  ss = (f32[8], u32[], token[]) send(cpd, t), channel_id=2
  sd = token[] send-done(ss), channel_id=2
  ROOT v = f32[2] get-tuple-element(rd), index=0
}
)");
  EXPECT_THAT(Bars(parsed.timeline), ElementsAre("ags 1..2 lane 0 between 0 overlapping 0",
                                                 "ars 3..4 lane 0 between 0 overlapping 0",
                                                 "cps 5..6 lane 0 between 0 overlapping 0",
                                                 "rs 8..9 lane 0 between 0 overlapping 0",
                                                 "ss 10..11 lane 0 between 0 overlapping 0"));
}

constexpr std::string_view kFusions = R"(HloModule m, is_scheduled=true
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
)";

TEST(Timeline, CollectivesInFusions) {
  const Parsed parsed(std::string(kFusions) + R"(ENTRY e {
  p = f32[4] parameter(0)
  s = (f32[8], u32[]) fusion(p), kind=kCustom, calls=first
  n = f32[4] negate(p)
  b = f32[8] get-tuple-element(s), index=0
  f = u32[] get-tuple-element(s), index=1
  d = f32[8] fusion(b, f), kind=kCustom, calls=last
  t = (f32[8], u32[]) fusion(n), kind=kCustom, calls=first
  ROOT r = f32[4] abs(n)
})");
  EXPECT_THAT(Bars(parsed.timeline), ElementsAre("s 1..5 lane 0 between 3 overlapping 0",
                                                 "t 6..7 lane 0 between 1 overlapping 0"));
  EXPECT_EQ(parsed.timeline.bars[0].work, "all-gather");
  EXPECT_EQ(parsed.timeline.bars[0].done->name(), "d");
  EXPECT_EQ(parsed.timeline.bars[1].done, nullptr);
}

// The loop's body ends what the turn before has begun, the entry the last one.
TEST(Timeline, CollectivesInFusionsThatALoopCarries) {
  const Parsed parsed(std::string(kFusions) + R"(body {
  p = (f32[4], f32[8], u32[]) parameter(0)
  x = f32[4] get-tuple-element(p), index=0
  b = f32[8] get-tuple-element(p), index=1
  f = u32[] get-tuple-element(p), index=2
  d = f32[8] fusion(b, f), kind=kCustom, calls=last
  y = f32[4] slice(d), slice={[0:4]}
  s = (f32[8], u32[]) fusion(y), kind=kCustom, calls=first
  c = f32[8] get-tuple-element(s), index=0
  g = u32[] get-tuple-element(s), index=1
  ROOT t = (f32[4], f32[8], u32[]) tuple(x, c, g)
}
cond {
  p = (f32[4], f32[8], u32[]) parameter(0)
  ROOT c = pred[] constant(false)
}
ENTRY e {
  p = f32[4] parameter(0)
  s = (f32[8], u32[]) fusion(p), kind=kCustom, calls=first
  c = f32[8] get-tuple-element(s), index=0
  g = u32[] get-tuple-element(s), index=1
  n = f32[4] negate(p)
  t = (f32[4], f32[8], u32[]) tuple(n, c, g)
  w = (f32[4], f32[8], u32[]) while(t), condition=cond, body=body
  x = f32[4] get-tuple-element(w), index=0
  b = f32[8] get-tuple-element(w), index=1
  f = u32[] get-tuple-element(w), index=2
  ROOT d = f32[8] fusion(b, f), kind=kCustom, calls=last
})");
  EXPECT_THAT(Bars(parsed.timeline), ElementsAre("s.1 1..6 lane 0 between 5 overlapping 1",
                                                 " 6..10 lane 1 between 4 overlapping 1"));
  EXPECT_EQ(parsed.timeline.bars[1].done->name(), "d.1");
  const Timeline body = parsed.TimelineOf(*parsed.module.FindComputation("body"));
  EXPECT_THAT(Bars(body), ElementsAre(" 0..4 lane 0 between 4 overlapping 0",
                                      "s 6..9 lane 0 between 3 overlapping 0"));
  EXPECT_EQ(body.bars[0].start, nullptr);
  EXPECT_EQ(body.bars[0].done->name(), "d");
}

TEST(Timeline, OfAComputationWithoutAsynchronousInstructions) {
  const Parsed parsed("HloModule m\nENTRY e {\n  ROOT c = f32[] constant(1)\n}\n");
  EXPECT_THAT(parsed.timeline.bars, IsEmpty());
  EXPECT_EQ(parsed.timeline.lanes, 0);
}

TEST(Timeline, ManyChainsTakeAboutLinearTime) {
  // A hundred thousand chains, all open at once: there are five billion pairs.
  std::string text = "HloModule m, is_scheduled=true\nENTRY e {\n  a = f32[8] parameter(0)\n";
  constexpr int kCount = 100000;
  for (int i = 0; i < kCount; ++i) {
    text += "  st" + std::to_string(i) + " = (f32[8], f32[8], u32[]) copy-start(a)\n";
  }
  for (int i = 0; i < kCount; ++i) {
    text += "  d" + std::to_string(i) + " = f32[8] copy-done(st" + std::to_string(i) + ")\n";
  }
  text += "  ROOT r = f32[8] negate(d0)\n}\n";
  const Parsed parsed(text);
  EXPECT_EQ(parsed.timeline.lanes, kCount);
  EXPECT_EQ(parsed.timeline.bars[0].overlapping, kCount - 1);
}

}  // namespace hlo_text_v1::timeline_test
