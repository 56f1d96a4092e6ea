// The examples in the headers of the analyses, as they are.
#include <gtest/gtest.h>

#include <iostream>
#include <optional>
#include <vector>

#include "hlo/buffer_analysis.h"
#include "hlo/call_graph.h"
#include "hlo/collectives.h"
#include "hlo/device_groups.h"
#include "hlo/dominators.h"
#include "hlo/live_ranges.h"
#include "hlo/memory_layout.h"
#include "hlo/parse_values.h"
#include "hlo/reachability.h"
#include "tests/support/read.h"

namespace hlo::header_examples_test {

constexpr char kLoop[] = R"(HloModule m
add { l = f32[] parameter(0)
  r = f32[] parameter(1)
  ROOT s = f32[] add(l, r) }
body { t = (s32[], f32[4]) parameter(0)
  ROOT same = (s32[], f32[4]) copy(t) }
condition { u = (s32[], f32[4]) parameter(0)
  ROOT go = pred[] constant(true) }
ENTRY e {
  i = s32[] constant(0)
  x = f32[4] parameter(0)
  all_reduce = f32[4] all-reduce(x), replica_groups={{0}}, to_apply=add
  init = (s32[], f32[4]) tuple(i, all_reduce)
  ROOT loop = (s32[], f32[4]) while(init), condition=condition, body=body
})";

#undef assert
#define assert(...) EXPECT_TRUE((__VA_ARGS__))

TEST(HeaderExamples, CallGraph) {
  const HloModule module = ReadModule(kLoop);
#include "call_graph_examples.inc"
}

TEST(HeaderExamples, BufferAnalysis) {
  const HloModule module = ReadModule(kLoop);
  const HloInstruction* loop = Find(module, "loop");
#include "buffer_analysis_examples.inc"
}

TEST(HeaderExamples, Collectives) {
  const HloModule module = ReadModule(kLoop);
#include "collectives_examples.inc"
}

TEST(HeaderExamples, LiveRanges) {
  const HloModule module = ReadModule(kLoop);
#include "live_ranges_examples.inc"
}

TEST(HeaderExamples, DeviceGroups) {
  const HloModule module = ReadModule(R"(HloModule m, replica_count=4
add { l = f32[] parameter(0)
  r = f32[] parameter(1)
  ROOT s = f32[] add(l, r) }
ENTRY e {
  x = f32[4,4] parameter(0), sharding={devices=[2,2]<=[2,2]T(1,0)}
  ROOT all_reduce = f32[4,4] all-reduce(x), replica_groups=[2,2]<=[4], to_apply=add
})");
  const HloSharding* sharding = Find(module, "x")->sharding();
  const HloInstruction* all_reduce = Find(module, "all_reduce");
#include "device_groups_examples.inc"
}

TEST(HeaderExamples, Dominators) {
  const HloModule module = ReadModule(R"(ENTRY e {
  x = f32[] parameter(0)
  a = f32[] abs(x)
  b = f32[] cosine(a)
  c = f32[] sine(a)
  ROOT sum = f32[] add(b, c)
})");
  const HloComputation* computation = module.entry_computation();
  const HloInstruction *x = Find(module, "x"), *a = Find(module, "a"), *b = Find(module, "b"),
                       *sum = Find(module, "sum");
#include "dominators_examples.inc"
}

TEST(HeaderExamples, MemoryLayout) {
  Arena arena;
  ShapePool pool(&arena);
  const Shape* shape = *ParseShape("f32[10,10]{1,0:T(8,128)}", pool);
#include "memory_layout_examples.inc"
}

TEST(HeaderExamples, Reachability) {
  const HloModule module = ReadModule(R"(ENTRY e {
  x = f32[] parameter(0)
  start = (f32[], f32[], u32[]) copy-start(x)
  a = f32[] abs(x)
  done = f32[] copy-done(start)
  ROOT b = f32[] negate(done)
})");
  const HloComputation* computation = module.entry_computation();
  const HloInstruction *start = Find(module, "start"), *a = Find(module, "a"),
                       *done = Find(module, "done"), *b = Find(module, "b");
#include "reachability_examples.inc"
}

}  // namespace hlo::header_examples_test
