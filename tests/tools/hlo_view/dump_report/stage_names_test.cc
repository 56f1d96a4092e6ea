#include "src/tools/hlo_view/dump_report/stage_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hlo_text_v1::stage_names_test {

using namespace internal;

using ::testing::HasSubstr;

DumpStage Pass(int64_t step, std::string pipeline, std::string pass) {
  DumpStage stage;
  stage.step = step;
  stage.pipeline = std::move(pipeline);
  stage.pass = std::move(pass);
  stage.file = "file" + std::to_string(step);
  return stage;
}

DumpStage Edge(DumpKind kind, const std::string& name) {
  DumpStage stage;
  stage.kind = kind;
  stage.pass = name;
  stage.file = "m." + name + ".txt";
  return stage;
}

DumpModule MakeModule(int64_t number, const std::string& name) {
  DumpModule module;
  module.number = number;
  module.name = name;
  module.stages = {Edge(DumpKind::kBefore, "before_optimizations"),
                   Pass(0, "simplification", "algsimp"), Pass(1, "simplification", "dce"),
                   Pass(12, "late", "algsimp"), Edge(DumpKind::kAfter, "cpu_after_optimizations")};
  return module;
}

TEST(StageNames, FindStage) {
  const DumpModule module = MakeModule(3, "jit_f");
  const struct {
    const char* name;
    size_t stage;
  } cases[] = {
      {"before", 0},
      {"before_optimizations", 0},
      {"0", 1},
      {"0000", 1},
      {"1", 2},
      {"0001", 2},
      {"0012", 3},
      {"12", 3},
      {"dce", 2},
      {"simplification/algsimp", 1},
      {"file12", 3},
      {"late/algsimp", 3},
      {"after", 4},
      {"after_optimizations", 4},
      {"cpu_after_optimizations", 4},
      {"m.cpu_after_optimizations.txt", 4},
  };
  for (const auto& c : cases) {
    const absl::StatusOr<size_t> stage = FindStage(module, c.name);
    ASSERT_TRUE(stage.ok()) << stage.status();
    EXPECT_EQ(*stage, c.stage) << c.name;
  }
  // As from a TPU.
  DumpModule several = module;
  for (const char* pass : {"after_optimizations_before_buffer_assignment", "after_codegen"}) {
    several.stages.push_back(several.stages[4]);
    several.stages.back().pass = pass;
  }
  EXPECT_EQ(*FindStage(several, "after"), 4);
  EXPECT_EQ(*FindStage(several, "after_codegen"), 6);
  several.stages.erase(several.stages.begin() + 4);
  EXPECT_THAT(std::string(FindStage(several, "after").status().message()),
              testing::HasSubstr("several stages of"));
  // As from a GPU.
  several.stages.insert(several.stages.begin() + 1,
                        Edge(DumpKind::kBefore, "before_config_assignment"));
  EXPECT_EQ(*FindStage(several, "before"), 0);
  EXPECT_EQ(*FindStage(several, "before_config_assignment"), 1);
  EXPECT_EQ(FindStage(module, "2").status().message(), "module_0003.jit_f has no stage called 2");
  EXPECT_EQ(FindStage(module, "").status().message(), "module_0003.jit_f has no stage called ");
  EXPECT_EQ(FindStage(module, "algsimp").status().message(),
            "several stages of module_0003.jit_f are called algsimp: 0000, 0012");
  for (const char* number : {"99999999999999999999", "1x", "-1"}) {
    EXPECT_TRUE(absl::IsNotFound(FindStage(module, number).status())) << number;
  }
}

TEST(StageNames, LongListsOfStagesAreCut) {
  DumpModule module;
  for (int i = 0; i < 30; ++i) module.stages.push_back(Pass(i, "p", "dce"));
  EXPECT_THAT(std::string(FindStage(module, "dce").status().message()), HasSubstr("0011, ..."));
}

TEST(StageNames, SelectModules) {
  DumpFolder folder;
  folder.path = "dump";
  folder.modules = {MakeModule(3, "jit_step"), MakeModule(14, "jit_f"), MakeModule(30, "jit_step")};
  const auto select = [&](const std::string& selector) {
    std::string numbers;
    const auto modules = SelectModules(folder, selector);
    if (!modules.ok()) return std::string(modules.status().message());
    for (const DumpModule* module : *modules) numbers += std::to_string(module->number) + " ";
    return numbers;
  };
  EXPECT_EQ(select(""), "3 14 30 ");
  EXPECT_EQ(select("3"), "3 ");
  EXPECT_EQ(select("0003"), "3 ");
  EXPECT_EQ(select("step$"), "3 30 ");
  EXPECT_EQ(select("_0014"), "14 ");
  EXPECT_EQ(select("4"), "dump: no module is called 4");
  folder.modules.clear();
  EXPECT_EQ(select(""), "dump: no modules in this folder");
}

}  // namespace hlo_text_v1::stage_names_test
