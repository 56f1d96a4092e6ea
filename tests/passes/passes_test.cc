// The passes on small programs, and on all testdata: modules that the verifier accepts before are
// accepted after each pass, which says rightly whether it changed them.
// tests/checks/execute_corpus_check.py shows that programs compute the same; tests/opt has a test
// for hlo-check of each.
// Tests: algsimp, async_collectives, async_to_sync, async_work, bind_at_start, bind_late,
// call_inliner, constant_folding, cse, dce, flatten_call_graph, layout_normalize,
// schedule_for_memory, schedule_for_overlap, standard_passes, trip_count_annotator,
// tuple_simplifier
#include "hlo/passes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "hlo/printer.h"
#include "hlo/testing.h"
#include "hlo/verify.h"
#include "tests/support/read.h"

namespace hlo_text_v1::passes_test {

absl::StatusOr<bool> Simplify(HloModule* module) {
  HloPassPipeline pipeline("simplify");
  pipeline.AddPass("tuple-simplifier", TupleSimplifierPass);
  pipeline.AddPass("algsimp", AlgsimpPass);
  pipeline.AddPass("cse", CsePass);
  pipeline.AddPass("dce", DcePass);
  return pipeline.Run(module);
}

TEST(Passes, SimplifyMergeRemove) {
  EXPECT_TRUE(matchers::RunsTo(Simplify, R"(HloModule m
ENTRY e {
  x = f32[2,3] parameter(0)
  one = f32[] constant(1)
  ones = f32[2,3] broadcast(one), dimensions={}
  a = f32[2,3] multiply(x, ones)
  b = f32[2,3] divide(x, ones)
  n = f32[2,3] negate(a)
  m = f32[2,3] negate(b)
  t = (f32[2,3], f32[2,3]) tuple(n, m)
  g = f32[2,3] get-tuple-element(t), index=1
  h = f32[2,3] negate(g)
  same = f32[2,3] reshape(h)
  unused = f32[2,3] exponential(same)
  ROOT r = f32[2,3] add(same, n)
})",
                               R"(ENTRY e {
  x = f32[2,3] parameter(0)
  n = f32[2,3] negate(x)
  ROOT r = f32[2,3] add(x, n)
})"));
}

TEST(Passes, KeepEffectsAndOrder) {
  constexpr char kText[] = R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  a = f32[] rng(x, x), distribution=rng_uniform
  b = f32[] rng(x, x), distribution=rng_uniform
  c = f32[] custom-call(x), custom_call_target="f", custom_call_has_side_effect=true
  d = f32[] abs(x), control-predecessors={c}
  ROOT r = f32[] add(a, b)
})";
  EXPECT_TRUE(matchers::RunsTo(Simplify, kText, kText));
}

// The number of modules in `paths`, after running each pass on a copy of each.
int CheckAll(const std::vector<std::filesystem::path>& paths) {
  PassRegistry passes;
  AddStandardPasses(&passes);
  PassOptions options;
  options.check_changes = true;
  int checked = 0;
  for (const std::filesystem::path& path : paths) {
    const absl::StatusOr<HloModule> module = ReadHloModule(ReadFile(path));
    if (!module.ok() || !Verify(*module).empty()) continue;
    ++checked;
    const bool read_back = ReadHloModule(PrintHloModule(*module)).ok();
    for (const PassRegistry::Entry& entry : passes.entries()) {
      HloModule copy = module->Clone();
      HloPassPipeline pipeline("test");
      pipeline.AddPass(entry.name, entry.pass);
      const absl::StatusOr<bool> changed = pipeline.Run(&copy, options);
      EXPECT_TRUE(changed.ok()) << path << " " << changed.status();
      if (changed.ok() && *changed) {
        EXPECT_EQ(ReadHloModule(PrintHloModule(copy)).ok(), read_back) << path << entry.name;
      }
    }
  }
  return checked;
}

TEST(Passes, KeepTestdataValid) {
  std::vector<std::filesystem::path> paths;
  for (const std::filesystem::path& path : TestdataFiles()) {
    if (IsTestdataInput(path)) paths.push_back(path);
  }
  EXPECT_GT(CheckAll(paths), 450);
}

}  // namespace hlo_text_v1::passes_test
