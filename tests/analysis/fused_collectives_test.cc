#include "src/analysis/fused_collectives.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "hlo/collectives.h"
#include "src/base/strings.h"
#include "tests/support/read.h"

namespace hlo_text_v1::fused_collectives_test {

using namespace internal;

// The fusions that start, carry on and end an all-gather, with the entry of `Module` in between.
constexpr std::string_view kFusions = R"(HloModule m, is_scheduled=true
first {
  a = f32[4] parameter(0)
  g = f32[8] all-gather(a), dimensions={0}, replica_groups={{0,1}}
  ROOT begin = (f32[4], f32[8], u32[]) custom-call(g), custom_call_target="AsyncCollectiveStart"
}
step {
  a = f32[4] parameter(0)
  b = f32[8] parameter(1)
  g = f32[8] all-gather(a), dimensions={0}, replica_groups={{0,1}}
  f = u32[] parameter(2)
  x = f32[4] parameter(3)
  y = f32[4] negate(x)
  ROOT t = (f32[4], f32[4], f32[8], f32[8], u32[]) tuple(y, a, b, g, f)
}
last {
  a = f32[4] parameter(0)
  b = f32[8] parameter(1)
  g = f32[8] all-gather(a), dimensions={0}, replica_groups={{0,1}}
  f = u32[] parameter(2)
  ROOT end = f32[8] custom-call(a, b, g, f), custom_call_target="AsyncCollectiveDone"
}
)";

constexpr std::string_view kStart = R"(
  s = (f32[4], f32[8], u32[]) fusion(p), kind=kCustom, calls=first
  sa = f32[4] get-tuple-element(s), index=0
  sb = f32[8] get-tuple-element(s), index=1
  sf = u32[] get-tuple-element(s), index=2
)";
constexpr std::string_view kStep = R"(
  u = (f32[4], f32[4], f32[8], f32[8], u32[]) fusion(sa, sb, sf, p), kind=kOutput, calls=step
  ua = f32[4] get-tuple-element(u), index=1
  ub = f32[8] get-tuple-element(u), index=2
  uf = u32[] get-tuple-element(u), index=4
)";
constexpr std::string_view kDone = "d = f32[8] fusion(ua, ub, uf), kind=kCustom, calls=last\n";

// "g: s u d" for each, with - for a missing done.
std::string Found(std::string_view rest) {
  const HloModule module = ReadModule(StrCat(kFusions, rest));
  std::string text;
  for (const FusedCollective& fused : FindFusedCollectives(module)) {
    StrAppend(&text, fused.operation->name(), ":");
    for (const HloInstruction* link : fused.links) StrAppend(&text, " ", link->name());
    StrAppend(&text, fused.is_done ? "\n" : " -\n");
  }
  return text;
}

std::string Entry(std::string_view body) {
  return StrCat("ENTRY e {\n p = f32[4] parameter(0)\n", body, " ROOT r = f32[4] abs(p)\n}\n");
}

TEST(FusedCollectives, ThroughFusions) {
  EXPECT_EQ(Found(Entry(StrCat(kStart, kStep, kDone))), "g: s u d\n");
  EXPECT_EQ(
      Found(Entry(StrCat(kStart, "d = f32[8] fusion(sa, sb, sf), kind=kCustom, calls=last\n"))),
      "g: s d\n");
  EXPECT_EQ(Found(Entry(StrCat(kStart, kStep))), "g: s -\n");
  EXPECT_EQ(Found(Entry("")), "");
}

TEST(FusedCollectives, ThroughTuplesCopiesAndLoops) {
  EXPECT_EQ(Found(StrCat("body {\n q = (f32[4], f32[8], u32[]) parameter(0)\n"
                         " sa = f32[4] get-tuple-element(q), index=0\n"
                         " sb = f32[8] get-tuple-element(q), index=1\n"
                         " sf = u32[] get-tuple-element(q), index=2\n"
                         " p = f32[4] copy(sa)\n",
                         kStep,
                         "ROOT t = (f32[4], f32[8], u32[]) tuple(ua, ub, uf)\n}\n"
                         "cond {\n q = (f32[4], f32[8], u32[]) parameter(0)\n"
                         " ROOT c = pred[] constant(false)\n}\n",
                         Entry(StrCat(kStart, R"(
  c = u32[] copy(sf)
  t = (f32[4], f32[8], u32[]) tuple(sa, sb, c)
  w = (f32[4], f32[8], u32[]) while(t), condition=cond, body=body
  ua = f32[4] get-tuple-element(w), index=0
  ub = f32[8] get-tuple-element(w), index=1
  uf = u32[] get-tuple-element(w), index=2
)",
                                      kDone)))),
            "g: s u d\n");
}

// The first fusion may also compute.
TEST(FusedCollectives, StartedWithOtherWork) {
  EXPECT_EQ(Found(R"(both {
  a = f32[4] parameter(0)
  whole = f32[8] all-gather(a), dimensions={0}, replica_groups={{0,1}}
  begin = (f32[4], f32[8], u32[]) custom-call(whole), custom_call_target="AsyncCollectiveStart"
  ba = f32[4] get-tuple-element(begin), index=0
  bb = f32[8] get-tuple-element(begin), index=1
  bf = u32[] get-tuple-element(begin), index=2
  n = f32[4] negate(a)
  ROOT t = (f32[4], f32[4], f32[8], u32[]) tuple(n, ba, bb, bf)
}
ENTRY e {
  p = f32[4] parameter(0)
  s = (f32[4], f32[4], f32[8], u32[]) fusion(p), kind=kCustom, calls=both
  sa = f32[4] get-tuple-element(s), index=1
  sb = f32[8] get-tuple-element(s), index=2
  sf = u32[] get-tuple-element(s), index=3
  ROOT d = f32[8] fusion(sa, sb, sf), kind=kCustom, calls=last
})"),
            "whole: s d\n");
}

// The start before a loop, the done in its body.
TEST(FusedCollectives, IntoALoop) {
  EXPECT_EQ(Found(StrCat("body {\n q = (f32[4], f32[8], u32[]) parameter(0)\n"
                         " ua = f32[4] get-tuple-element(q), index=0\n"
                         " ub = f32[8] get-tuple-element(q), index=1\n"
                         " uf = u32[] get-tuple-element(q), index=2\n",
                         kDone,
                         "ROOT t = (f32[4], f32[8], u32[]) tuple(ua, d, uf)\n}\n"
                         "cond {\n q = (f32[4], f32[8], u32[]) parameter(0)\n"
                         " ROOT c = pred[] constant(false)\n}\n",
                         Entry(StrCat(kStart,
                                      "w = (f32[4], f32[8], u32[]) while(s), "
                                      "condition=cond, body=body\n")))),
            "g: s d\n");
}

// Neither a circle nor a wrong index ends the search, or a collective that is not there.
TEST(FusedCollectives, WhatLeadsNowhere) {
  EXPECT_EQ(Found(Entry(StrCat(kStart, R"(
  t = (f32[4], f32[8]) tuple(p, sb)
  f = u32[] get-tuple-element(t), index=2
  d = f32[8] fusion(sa, sb, f), kind=kCustom, calls=last
)"))),
            "g: s -\n");
  EXPECT_EQ(Found(R"(other {
  a = f32[4] parameter(0)
  ROOT s = (f32[4], u32[]) custom-call(a), custom_call_target="AsyncCollectiveStart"
}
ENTRY e {
  p = f32[4] parameter(0)
  ROOT s = (f32[4], u32[]) fusion(p), kind=kCustom, calls=other
})"),
            "");
}

TEST(FusedCollectives, AreOneCollective) {
  const HloModule module = ReadModule(StrCat(kFusions, Entry(StrCat(kStart, kStep, kDone))));
  const std::vector<Collective> found = FindCollectives(module);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].is_async());
  EXPECT_EQ(found[0].opcode, HloOpcode::kAllGather);
  EXPECT_EQ(found[0].start->name(), "s");
  EXPECT_EQ(found[0].done->name(), "d");
  ASSERT_EQ(found[0].updates.size(), 1u);
  EXPECT_EQ(found[0].updates[0]->name(), "u");
  EXPECT_EQ(found[0].operand_bytes, 16);
  EXPECT_EQ(found[0].result_bytes, 32);
  EXPECT_EQ(FindCollectives(*module.entry_computation()).size(), 1u);
}

}  // namespace hlo_text_v1::fused_collectives_test
