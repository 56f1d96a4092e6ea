#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "hlo/edit.h"
#include "hlo/pass.h"
#include "hlo/passes.h"
#include "tests/support/read.h"

namespace hlo_text_v1::pipeline_test {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr char kText[] = R"(HloModule m
ENTRY e {
  x = f32[] parameter(0)
  a = f32[] negate(x)
  b = f32[] negate(a)
  c = f32[] negate(b)
  ROOT d = f32[] negate(c)
})";

absl::StatusOr<bool> Nothing(HloModule*) { return false; }

// Replaces the root by its operand until that is the parameter.
absl::StatusOr<bool> DropRoot(HloModule* module) {
  HloInstruction* root = module->entry_computation()->root_instruction();
  if (root->opcode() == HloOpcode::kParameter) return false;
  absl::Status status = ReplaceInstruction(root, root->operand(0));
  if (!status.ok()) return status;
  return true;
}

absl::StatusOr<bool> Break(HloModule* module) {
  HloInstruction* root = module->entry_computation()->root_instruction();
  if (absl::Status status = SetShape(root, module->shapes().Tuple({})); !status.ok()) return status;
  return true;
}

std::vector<std::string> Names(const std::vector<PassRun>& runs) {
  std::vector<std::string> names;
  for (const PassRun& run : runs) {
    names.push_back(run.pipeline + "/" + run.pass + (run.changed ? "!" : ""));
    EXPECT_GE(run.seconds, 0);
  }
  return names;
}

TEST(Pipeline, RunsStepsInOrderAndRepeatsThem) {
  HloPassPipeline inner("inner");
  inner.AddPass("drop", DropRoot);
  inner.RunToFixedPoint();
  HloPassPipeline outer("outer");
  outer.AddPass("nothing", Nothing);
  outer.AddPipeline(inner);
  outer.AddPass("drop", DropRoot);
  HloModule module = ReadModule(kText);
  std::vector<PassRun> runs;
  PassOptions options;
  options.check_changes = true;
  options.runs = &runs;
  EXPECT_EQ(*outer.Run(&module, options), true);
  EXPECT_THAT(Names(runs), ElementsAre("outer/nothing", "inner/drop!", "inner/drop!", "inner/drop!",
                                       "inner/drop!", "inner/drop", "outer/drop"));
  EXPECT_EQ(*outer.Run(&module, options), false);

  inner.RunToFixedPoint(2);
  HloModule again = ReadModule(kText);
  EXPECT_EQ(*inner.Run(&again), true);
  EXPECT_EQ(again.instruction_count(), 3);
}

TEST(Pipeline, NamesThePassThatBrokeTheModule) {
  HloPassPipeline pipeline("p");
  pipeline.AddPass("nothing", Nothing);
  pipeline.AddPass("break", Break);
  HloModule module = ReadModule(kText);
  const absl::StatusOr<bool> changed = pipeline.Run(&module);
  EXPECT_EQ(changed.status().code(), absl::StatusCode::kInternal);
  EXPECT_THAT(std::string(changed.status().message()), HasSubstr("pass break of p: "));
  // It was broken before.
  EXPECT_EQ(pipeline.Run(&module).status().code(), absl::StatusCode::kInvalidArgument);
  PassOptions unverified;
  unverified.verify = false;
  EXPECT_TRUE(pipeline.Run(&module, unverified).ok());
}

TEST(Pipeline, ErrorsLiesAndInvariants) {
  HloModule module = ReadModule(kText);
  HloPassPipeline fails("p");
  fails.AddPass("fail", [](HloModule*) { return absl::AbortedError("why"); });
  EXPECT_EQ(fails.Run(&module).status(), absl::AbortedError("pass fail of p: why"));

  HloPassPipeline empty("p");
  empty.AddPass("empty", nullptr);
  EXPECT_EQ(empty.Run(&module).status().code(), absl::StatusCode::kInvalidArgument);

  PassOptions options;
  options.check_changes = true;
  HloPassPipeline lies("p");
  lies.AddPass("lie", [](HloModule*) { return true; });
  EXPECT_THAT(std::string(lies.Run(&module, options).status().message()), HasSubstr("and did not"));
  HloPassPipeline silent("p");
  silent.AddPass("silent", [](HloModule* m) {
    EXPECT_TRUE(DropRoot(m).ok());
    return false;
  });
  EXPECT_THAT(std::string(silent.Run(&module, options).status().message()),
              HasSubstr("does not say so"));

  PassOptions small;
  small.invariants.push_back({"large", [](const HloModule& m) {
                                return m.instruction_count() < 4
                                           ? absl::FailedPreconditionError("too few")
                                           : absl::OkStatus();
                              }});
  HloPassPipeline drops("p");
  drops.AddPass("drop", DropRoot);
  EXPECT_EQ(drops.Run(&module, small).status(),
            absl::InternalError("pass drop of p: large: too few"));
}

TEST(Pipeline, DumpsUnderTheNamesOfXla) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "pipeline_test_dumps";
  std::filesystem::remove_all(folder);
  HloPassPipeline inner("simplify");
  inner.AddPass("nothing", Nothing);
  inner.AddPass("drop", DropRoot);
  HloPassPipeline outer("optimization");
  outer.AddPipeline(inner);
  outer.AddPass("drop", DropRoot);
  HloModule module = ReadModule(kText);
  PassOptions options;
  options.dump_to = folder.string();
  ASSERT_TRUE(outer.Run(&module, options).ok());
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
    EXPECT_TRUE(ReadHloModule(ReadFile(entry.path())).ok());
  }
  EXPECT_THAT(names, testing::UnorderedElementsAre(
                         "module_0001.m.0000.optimization.after_pipeline-start.before_simplify.txt",
                         "module_0001.m.0001.simplify.after_drop.before_pipeline-end.txt",
                         "module_0001.m.0002.optimization.after_drop.before_pipeline-end.txt"));
  options.dump_to = (folder / names[0]).string();
  EXPECT_EQ(outer.Run(&module, options).status().code(), absl::StatusCode::kUnavailable);
  std::filesystem::remove_all(folder);
}

}  // namespace hlo_text_v1::pipeline_test
