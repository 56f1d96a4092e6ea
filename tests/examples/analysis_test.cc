// The examples in the headers of the analyses. Outside of hlo, as in users' code.
#include <gtest/gtest.h>

#include <iostream>
#include <optional>
#include <vector>

#include "hlo/buffer_analysis.h"
#include "hlo/call_graph.h"
#include "hlo/collectives.h"
#include "hlo/cost.h"
#include "hlo/dependencies.h"
#include "hlo/evaluate.h"
#include "hlo/literal_util.h"
#include "hlo/live_ranges.h"
#include "hlo/memory_layout.h"
#include "hlo/parse_values.h"
#include "hlo/peak_memory.h"
#include "hlo/permutation.h"
#include "hlo/print_values.h"
#include "hlo/query.h"
#include "hlo/read.h"
#include "hlo/roofline.h"
#include "tests/examples/examples_test_util.h"

namespace analysis_examples_test {

using hlo_text::HloComputation;
using hlo_text::HloInstruction;
using hlo_text::HloModule;
using hlo_text::ReadModule;

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
  ROOT loop = (s32[], f32[4]) while(init), condition=condition, body=body, backend_config={"known_trip_count":{"n":"4"}}
})";

TEST(HeaderExamples, CallGraph) {
  const HloModule module = ReadModule(kLoop);
  const HloInstruction* loop = Find(module, "loop");
#include "examples/call_graph.inc"
}

TEST(HeaderExamples, BufferAnalysis) {
  const HloModule module = ReadModule(kLoop);
  const HloInstruction* loop = Find(module, "loop");
#include "examples/buffer_analysis.inc"
}

TEST(HeaderExamples, Collectives) {
  const HloModule module = ReadModule(kLoop);
#include "examples/collectives.1.inc"
}

TEST(HeaderExamples, Cost) {
  const HloModule module = ReadModule(kLoop);
  const HloComputation* body = module.computations()[0];
#include "examples/cost.inc"
}

TEST(HeaderExamples, PeakMemory) {
  const HloModule module = ReadModule(kLoop);
#include "examples/peak_memory.inc"
}

TEST(HeaderExamples, Roofline) {
  const HloModule module = ReadModule(kLoop);
  const auto example = [&]() -> absl::Status {
#include "examples/roofline.inc"
    return absl::OkStatus();
  };
  EXPECT_TRUE(example().ok());
}

TEST(HeaderExamples, Evaluate) {
  const auto example = []() -> absl::Status {
#include "examples/evaluate.inc"
    return absl::OkStatus();
  };
  EXPECT_TRUE(example().ok());
}

absl::Status MakeLiterals(hlo_text::HloModule& module) {
#include "examples/literal_util.inc"
  return absl::OkStatus();
}

TEST(HeaderExamples, LiteralUtil) {
  hlo_text::HloModule module = ReadModule(kLoop);
  EXPECT_TRUE(MakeLiterals(module).ok());
}

TEST(HeaderExamples, LiveRanges) {
  const HloModule module = ReadModule(kLoop);
#include "examples/live_ranges.inc"
}

TEST(HeaderExamples, CollectiveGroups) {
  const HloModule module = ReadModule(R"(HloModule m, replica_count=4
add { l = f32[] parameter(0)
  r = f32[] parameter(1)
  ROOT s = f32[] add(l, r) }
ENTRY e {
  x = f32[4,4] parameter(0), sharding={devices=[2,2]<=[2,2]T(1,0)}
  ROOT all_reduce = f32[4,4] all-reduce(x), replica_groups=[2,2]<=[4], to_apply=add
})");
  const hlo_text::HloSharding* sharding = Find(module, "x")->sharding();
  const HloInstruction* all_reduce = Find(module, "all_reduce");
#include "examples/collectives.2.inc"
}

TEST(HeaderExamples, MemoryLayout) {
  hlo_text::Arena arena;
  hlo_text::ShapePool pool(&arena);
  const hlo_text::Shape* shape = *hlo_text::ParseShape("f32[10,10]{1,0:T(8,128)}", pool);
#include "examples/memory_layout.inc"
}

TEST(HeaderExamples, Permutation) {
#include "examples/permutation.inc"
}

TEST(HeaderExamples, Dependencies) {
  const HloModule module = ReadModule(R"(ENTRY e {
  x = f32[] parameter(0)
  start = (f32[], f32[], u32[]) copy-start(x)
  a = f32[] abs(x)
  done = f32[] copy-done(start)
  ROOT b = f32[] negate(done)
})");
  const HloComputation* computation = module.entry_computation();
  const HloInstruction *x = Find(module, "x"), *start = Find(module, "start"),
                       *a = Find(module, "a"), *done = Find(module, "done"), *b = Find(module, "b");
#include "examples/dependencies.inc"
}

}  // namespace analysis_examples_test
