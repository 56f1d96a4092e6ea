// Values that share buffers, lifetimes of buffers, and bytes alive at each step.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "src/tools/hlo_view/page/timeline.h"
#include "tests/support/read.h"

namespace hlo_text_v1::timeline_buffers_test {

using namespace internal;

using ::testing::ElementsAre;

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

// "name:leaf 32 bytes 1..4" of each buffer.
std::vector<std::string> Buffers(const LiveRanges& live) {
  std::vector<std::string> buffers;
  for (const LiveRange& b : live.ranges()) {
    buffers.push_back(std::string(b.instruction->name()) + ":" + std::to_string(b.leaf) + " " +
                      std::to_string(b.bytes) + " bytes " + std::to_string(b.begin) + ".." +
                      std::to_string(b.end));
  }
  return buffers;
}

// `body` are the lines of a scheduled entry computation.
HloModule Scheduled(std::string_view body, std::string_view callees) {
  return ReadModule("HloModule m, is_scheduled=true\n\n" + std::string(callees) + "ENTRY e {\n" +
                    std::string(body) + "}\n");
}

struct Parsed {
  explicit Parsed(std::string_view body, std::string_view callees = "")
      : module(Scheduled(body, callees)),
        live(*module.entry_computation()),
        timeline(MakeTimeline(live, CollectiveIndex(module))) {}
  HloModule module;
  LiveRanges live;
  Timeline timeline;
};

TEST(TimelineBuffers, FromDefinitionToLastUse) {
  const Parsed parsed(R"(
  a = f32[8] parameter(0)
  b = f32[8] negate(a)
  c = f32[2,8] broadcast(b), dimensions={1}
  d = f32[8] abs(b)
  ROOT e = f32[8] add(d, d)
)");
  EXPECT_THAT(Buffers(parsed.live),
              ElementsAre("a:0 32 bytes 0..4", "b:0 32 bytes 1..3", "c:0 64 bytes 2..2",
                          "d:0 32 bytes 3..4", "e:0 32 bytes 4..4"));
  EXPECT_THAT(parsed.live.bytes_alive(), ElementsAre(32, 64, 128, 96, 96));
  EXPECT_EQ(parsed.live.peak_bytes(), 128);
  EXPECT_EQ(parsed.live.peak_step(), 2);
}

TEST(TimelineBuffers, TuplesAndTheirElementsShare) {
  const Parsed parsed(R"(
  p = (f32[8], (f32[2], s32[])) parameter(0)
  i = (f32[2], s32[]) get-tuple-element(p), index=1
  x = f32[2] get-tuple-element(i), index=0
  y = f32[2] negate(x)
  t = (f32[2], (f32[2], s32[])) tuple(y, i)
  z = f32[2] get-tuple-element(t), index=0
  b = f32[1,2] bitcast(z)
  ROOT w = f32[1,2] abs(b)
)");
  EXPECT_THAT(Buffers(parsed.live),
              ElementsAre("p:0 32 bytes 0..7", "p:1 8 bytes 0..7", "p:2 4 bytes 0..7",
                          "y:0 8 bytes 3..7", "w:0 8 bytes 7..7"));
  EXPECT_THAT(parsed.live.bytes_alive(), ElementsAre(44, 44, 44, 52, 52, 52, 52, 60));
}

TEST(TimelineBuffers, WhatOnlyHandsOnIsNoUse) {
  const Parsed parsed(R"(
  p = f32[8] parameter(0)
  a = f32[8] negate(p)
  b = f32[8] abs(p)
  t = (f32[8], f32[8]) tuple(a, b)
  u = f32[8] get-tuple-element(t), index=0
  v = f32[8] get-tuple-element(t), index=1
  w = f32[8] exponential(v)
  ROOT r = f32[8] floor(w)
)");
  EXPECT_THAT(Buffers(parsed.live),
              ElementsAre("p:0 32 bytes 0..7", "a:0 32 bytes 1..1", "b:0 32 bytes 2..6",
                          "w:0 32 bytes 6..7", "r:0 32 bytes 7..7"));
}

TEST(TimelineBuffers, AChainHoldsItsOperandsResultAndContext) {
  const Parsed parsed(R"(
  p = f32[8] parameter(0)
  n = f32[8] negate(p)
  s = ((f32[8]), f32[4], s32[]) custom-call-start(n), custom_call_target="x"
  m = f32[8] abs(p)
  u = ((f32[8]), f32[4], s32[]) custom-call-update(s)
  d = f32[4] custom-call-done(u)
  e = f32[4] negate(d)
  ROOT r = f32[4] abs(e)
)");
  EXPECT_THAT(Buffers(parsed.live),
              ElementsAre("p:0 32 bytes 0..7", "n:0 32 bytes 1..5", "s:1 16 bytes 2..6",
                          "s:2 4 bytes 2..4", "m:0 32 bytes 3..3", "u:2 4 bytes 4..5",
                          "e:0 16 bytes 6..7", "r:0 16 bytes 7..7"));
  const AsyncBar::Operand& operand = parsed.timeline.bars[0].operands[0];
  EXPECT_EQ(operand.bytes, 32);
  EXPECT_EQ(operand.used_until, 2);
  EXPECT_EQ(operand.held_steps, 3);
}

TEST(TimelineBuffers, LateOperandsAndResults) {
  const Parsed parsed(R"(
  p = f32[8] parameter(0)
  s = ((), (), s32[]) custom-call-start(), custom_call_target="x"
  n = f32[8] negate(p)
  u = ((f32[8]), (), s32[]) custom-call-update(s, n)
  o = f32[8] abs(n)
  d = f32[4] custom-call-done(u)
  ROOT r = f32[4] negate(d)
)");
  EXPECT_THAT(
      Buffers(parsed.live),
      ElementsAre("p:0 32 bytes 0..6", "s:0 4 bytes 1..3", "n:0 32 bytes 2..5", "u:1 4 bytes 3..5",
                  "o:0 32 bytes 4..4", "d:0 16 bytes 5..6", "r:0 16 bytes 6..6"));
  EXPECT_EQ(parsed.timeline.bars[0].operands[0].used_until, 4);
  EXPECT_EQ(parsed.timeline.bars[0].operands[0].held_steps, 1);
  EXPECT_EQ(parsed.timeline.bars[0].output_bound_at, 5);
}

TEST(TimelineBuffers, AnOperandThatAnotherChainHoldsToo) {
  const Parsed parsed(R"(
  p = f32[8] parameter(0)
  n = f32[8] negate(p)
  s = ((f32[8]), f32[4], s32[]) custom-call-start(n), custom_call_target="x"
  t = ((f32[8]), f32[4], s32[]) custom-call-start(n), custom_call_target="x"
  d = f32[4] custom-call-done(s)
  e = f32[4] custom-call-done(t)
  ROOT r = f32[4] add(d, e)
)");
  ASSERT_EQ(parsed.timeline.bars.size(), 2u);
  EXPECT_EQ(parsed.timeline.bars[0].operands[0].used_until, 5);
  EXPECT_EQ(parsed.timeline.bars[0].operands[0].held_steps, 0);
  EXPECT_EQ(parsed.timeline.bars[1].operands[0].used_until, 4);
  EXPECT_EQ(parsed.timeline.bars[1].operands[0].held_steps, 1);
}

TEST(TimelineBuffers, OutputBuffersAreTheResult) {
  const Parsed parsed(R"(
  p = f32[8] parameter(0)
  b = f32[4] slice(p), slice={[0:4]}
  s = ((f32[8]), (), s32[]) custom-call-start(p), custom_call_target="x"
  u = ((f32[8]), f32[4], s32[]) custom-call-update(s, b)
  d = f32[4] custom-call-done(u)
  ROOT r = f32[4] negate(d)
)");
  EXPECT_THAT(Buffers(parsed.live),
              ElementsAre("p:0 32 bytes 0..5", "b:0 16 bytes 1..5", "s:1 4 bytes 2..3",
                          "u:2 4 bytes 3..4", "r:0 16 bytes 5..5"));
  ASSERT_EQ(parsed.timeline.bars[0].operands.size(), 2u);
  EXPECT_TRUE(parsed.timeline.bars[0].operands[1].is_output);
}

TEST(TimelineBuffers, RequestedAliases) {
  constexpr std::string_view kBody = R"(
  p = f32[8] parameter(0)
  n = f32[8] negate(p)
  s = ((f32[8]), f32[8], s32[]) async-start(n), calls=w, output_to_operand_aliasing={{1}: (0, {})}
  d = f32[8] async-done(s)
  f = f32[8] custom-call(d), custom_call_target="x", output_to_operand_aliasing={{}: (0, {})}
  ROOT r = f32[8] abs(f)
)";
  const Parsed parsed(kBody, R"(w {
  x = f32[8] parameter(0)
  ROOT y = f32[8] abs(x)
}

)");
  EXPECT_THAT(Buffers(parsed.live), ElementsAre("p:0 32 bytes 0..5", "n:0 32 bytes 1..5",
                                                "s:2 4 bytes 2..3", "r:0 32 bytes 5..5"));
}

TEST(TimelineBuffers, PairsOfTheirOwnOpcodes) {
  const Parsed parsed(R"(
  p = f32[4] parameter(0)
  n = f32[4] negate(p)
  s = (f32[4], f32[8]) all-gather-start(n), dimensions={0}, replica_groups={{0,1}}
  d = f32[8] all-gather-done(s)
  c = (f32[8], f32[8], u32[]) copy-start(d)
  e = f32[8] copy-done(c)
  ROOT r = f32[8] negate(e)
)");
  EXPECT_THAT(Buffers(parsed.live),
              ElementsAre("p:0 16 bytes 0..6", "n:0 16 bytes 1..3", "s:1 32 bytes 2..5",
                          "c:0 32 bytes 4..6", "c:2 4 bytes 4..5", "r:0 32 bytes 6..6"));
}

TEST(TimelineBuffers, AWhileWorksInPlace) {
  const Parsed parsed(R"(
  p = f32[8] parameter(0)
  n = f32[8] negate(p)
  i = s32[] constant(0)
  t = (f32[8], s32[]) tuple(n, i)
  w = (f32[8], s32[]) while(t), condition=cond, body=body
  ROOT g = f32[8] get-tuple-element(w), index=0
)",
                      R"(body {
  ROOT b = (f32[8], s32[]) parameter(0)
}
cond {
  c = (f32[8], s32[]) parameter(0)
  ROOT y = pred[] constant(false)
}

)");
  EXPECT_THAT(Buffers(parsed.live),
              ElementsAre("p:0 32 bytes 0..5", "n:0 32 bytes 1..5", "i:0 4 bytes 2..4"));
}

TEST(TimelineBuffers, SizesOfElements) {
  const Parsed parsed(R"(
  a = pred[10] parameter(0)
  b = s4[9] parameter(1)
  c = s4[9]{0:E(4)} parameter(2)
  d = c128[2] parameter(3)
  e = f32[<=8] parameter(4)
  f = token[] parameter(5)
  g = bf16[3,0] parameter(6)
  h = b(f32[4]) parameter(7)
  ROOT t = () tuple()
)");
  EXPECT_THAT(Buffers(parsed.live),
              ElementsAre("a:0 10 bytes 0..8", "b:0 9 bytes 0..8", "c:0 5 bytes 0..8",
                          "d:0 32 bytes 0..8", "e:0 32 bytes 0..8", "f:0 0 bytes 0..8",
                          "g:0 0 bytes 0..8", "h:0 16 bytes 0..8"));
  EXPECT_EQ(parsed.live.peak_bytes(), 104);
}

TEST(TimelineBuffers, SumsSaturate) {
  const Parsed parsed(R"(
  p = f32[] parameter(0)
  a = f64[1152921504606846975] broadcast(p), dimensions={}
  b = f64[1152921504606846975] negate(a)
  ROOT r = f32[] custom-call(b), custom_call_target="x"
)");
  EXPECT_EQ(parsed.live.ranges()[1].bytes, kMost - 7);
  EXPECT_THAT(parsed.live.bytes_alive(), ElementsAre(4, kMost - 3, kMost, kMost));
  EXPECT_EQ(parsed.live.peak_step(), 2);
}

TEST(TimelineBuffers, ManyUsersOfALargeTuple) {
  // Ten thousand users of a tuple with ten thousand elements: a pass must not take 10^8 steps.
  constexpr int kCount = 10000;
  std::string shape = "f32[1]";
  std::string operands = "p";
  for (int i = 1; i < kCount; ++i) {
    shape += ", f32[1]";
    operands += ", p";
  }
  std::string body = "  p = f32[1] parameter(0)\n  t = (" + shape + ") tuple(" + operands + ")\n";
  for (int i = 0; i < kCount; ++i) {
    body += "  use" + std::to_string(i) + " = f32[1] custom-call(t), custom_call_target=\"x\"\n";
    body += "  g" + std::to_string(i) +
            " = f32[1] get-tuple-element(t), index=" + std::to_string(i) + "\n";
  }
  const Parsed parsed(body + "  ROOT r = f32[1] negate(g9999)\n");
  EXPECT_EQ(parsed.live.ranges().size(), 10002u);
  EXPECT_EQ(parsed.live.peak_bytes(), 8);
}

}  // namespace hlo_text_v1::timeline_buffers_test
