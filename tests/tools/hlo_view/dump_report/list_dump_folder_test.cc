// Tests of src/dumps: dump_folder
#include "src/tools/hlo_view/dump_report/list_dump_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

#include "src/base/strings.h"
#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::list_dump_folder_test {

using namespace internal;

using test::TempFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> Numbers(const DumpModule& module) {
  std::vector<std::string> numbers;
  for (const DumpStage& stage : module.stages) numbers.push_back(stage.Number());
  return numbers;
}

TEST(DumpFolder, ModulesAndStagesInOrder) {
  TempFolder folder;
  for (const char* name :
       {"module_0010.g.cpu_after_optimizations.txt", "module_0002.f.cpu_after_optimizations.txt",
        "module_0002.f.10000.p.after_c.before_d.txt", "module_0002.f.0009.p.after_b.before_c.txt",
        "module_0002.f.0000.p.after_a.before_b.txt",
        "module_0002.f.after_optimizations_before_buffer_assignment.txt",
        "module_0002.f.before_optimizations.txt", "module_0002.f.o", "module_0002.f.debug_options",
        "module_0005.lonely.o", "notes.txt"}) {
    folder.Write(name, "");
  }
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  ASSERT_TRUE(list.ok()) << list.status();
  ASSERT_EQ(list->modules.size(), 2);
  const DumpModule& module = list->modules[0];
  EXPECT_EQ(module.number, 2);
  EXPECT_EQ(module.Label(), "module_0002.f");
  EXPECT_THAT(Numbers(module), ElementsAre("before", "0000", "0009", "10000", "after", "after"));
  EXPECT_EQ(module.stages[1].Label(), "p/a");
  EXPECT_EQ(module.stages[4].Label(), "after_optimizations_before_buffer_assignment");
  EXPECT_EQ(module.stages[5].Label(), "cpu_after_optimizations");
  EXPECT_THAT(module.others, ElementsAre("module_0002.f.debug_options", "module_0002.f.o"));
  EXPECT_EQ(list->modules[1].number, 10);
  EXPECT_THAT(list->others, ElementsAre("module_0005.lonely.o", "notes.txt"));
}

// libtpu numbers passes that run after the buffer assignment.
TEST(DumpFolder, BufferAssignmentBeforeTheLastPasses) {
  TempFolder folder;
  for (const char* name :
       {"module_0001.f.0089.megachip_compiler.after_dce.before_pipeline-end.txt",
        "module_0001.f.0090.window_unroll_factor_selection.after_a.before_b.txt",
        "module_0001.f.after_codegen.txt", "module_0001.f.after_optimizations.txt",
        "module_0001.f.after_optimizations_after_buffer_assignment.txt",
        "module_0001.f.after_optimizations_before_buffer_assignment.txt",
        "module_0001.f.before_optimizations.txt"}) {
    folder.Write(name, "");
  }
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  ASSERT_TRUE(list.ok()) << list.status();
  std::vector<std::string> labels;
  for (const DumpStage& stage : list->modules[0].stages) labels.push_back(stage.Label());
  EXPECT_THAT(labels, ElementsAre("before_optimizations", "megachip_compiler/dce",
                                  "after_optimizations_before_buffer_assignment",
                                  "window_unroll_factor_selection/a", "after_optimizations",
                                  "after_optimizations_after_buffer_assignment", "after_codegen"));
}

// As XLA dumps for GPU and TPU.
TEST(DumpFolder, StagesWithoutNumberBetweenPasses) {
  TempFolder folder;
  for (const char* name :
       {"module_0001.f.before_config_assignment.txt", "module_0001.f.before_optimizations.txt",
        "module_0001.f.after_spmd_partitioner.txt",
        "module_0001.f.0000.spmd-partitioner.after_a.before_b.txt",
        "module_0001.f.0001.optimization.after_pipeline-start.before_a.txt",
        "module_0001.f.0002.config-assigner.after_pipeline-start.before_a.txt",
        "module_0001.f.sm_9.0a_gpu_after_optimizations.txt",
        "module_0001.f.thunk_sequence_after_thunk_passes.txt",
        "module_0002.g.0001.tpu-tiling-rewriter.before_tiling_rewriter.txt",
        "module_0002.g.0002.tpu-tiling-rewriter.after_tiling_propagation.txt",
        "module_0002.g.after_codegen.txt", "module_0002.g.after_optimizations.txt",
        "module_0002.g.after_optimizations_after_buffer_assignment.txt",
        "module_0002.g.after_optimizations_before_buffer_assignment.txt",
        "module_0002.g.after_spmd_partitioner.txt"}) {
    folder.Write(name, "");
  }
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  ASSERT_TRUE(list.ok()) << list.status();
  ASSERT_EQ(list->modules.size(), 2);
  const auto titles = [](const DumpModule& module) {
    std::vector<std::string> titles;
    for (const DumpStage& stage : module.stages) titles.push_back(stage.Title());
    return titles;
  };
  EXPECT_THAT(
      titles(list->modules[0]),
      ElementsAre("before_optimizations", "spmd-partitioner/a", "after_spmd_partitioner",
                  "between after_spmd_partitioner and a", "before_config_assignment",
                  "between before_config_assignment and a", "sm_9.0a_gpu_after_optimizations"));
  EXPECT_EQ(list->modules[1].name, "g");
  EXPECT_THAT(
      titles(list->modules[1]),
      ElementsAre("tpu-tiling-rewriter/pipeline-start", "tpu-tiling-rewriter/tiling_propagation",
                  "after_optimizations_before_buffer_assignment", "after_optimizations",
                  "after_optimizations_after_buffer_assignment", "after_codegen",
                  "after_spmd_partitioner"));
}

// As XLA dumps for a GPU.
TEST(DumpFolder, PipelinesInPipelines) {
  TempFolder folder;
  for (const char* name : {
           "0000.outer.after_pipeline-start.before_first",
           "0001.first.after_pipeline-start.before_a",  // run by the outer pipeline
           "0002.outer.after_first.before_second",
           "0003.inner.after_pipeline-start.before_a",  // run by a pass
           "0004.inner.after_a.before_pipeline-end",
           "0005.outer.after_second.before_third",
           "0006.next.after_pipeline-start.before_a",
           "0007.last.after_pipeline-start.before_a",
           "0008.copies.after_step",
           "0009.last.after_copies.before_pipeline-end",
           "0010.inner.after_b.before_c",  // not from its start: the dump is partial
           "0011.inner.after_c.before_d",
       }) {
    folder.Write(std::string("module_0001.f.") + name + ".txt", "");
  }
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  ASSERT_TRUE(list.ok()) << list.status();
  std::vector<std::string> paths;
  std::vector<std::string> titles;
  for (const DumpStage& stage : list->modules[0].stages) {
    paths.push_back(internal::Joined(stage.path, " > "));
    titles.push_back(stage.Title());
  }
  EXPECT_THAT(paths, ElementsAre("outer", "outer > first", "outer", "outer > second > inner",
                                 "outer > second > inner", "outer", "next", "last", "last > copies",
                                 "last", "inner", "inner"));
  EXPECT_EQ(titles[3], "in second, before its pipeline inner");
  EXPECT_EQ(titles[6], "between second and a");
}

// Names that somebody made up; time and memory stay linear.
TEST(DumpFolder, DeepPipelines) {
  std::vector<DumpEntry> entries;
  for (int turn = 0; turn < 2; ++turn) {
    for (int i = 0; i < 2000; ++i) {
      const std::string pipeline = "p" + std::to_string(turn == 0 ? i : 1999 - i);
      entries.push_back({"module_0001.f." + std::to_string(1000 + 2000 * turn + i) + "." +
                         pipeline + ".after_" + (turn == 0 ? "pipeline-start" : "a") +
                         ".before_b.txt"});
    }
  }
  const DumpFolder folder = SortDumpFolder("", entries);
  for (const DumpStage& stage : folder.modules.at(0).stages) {
    EXPECT_LE(stage.path.size(), 8);
    EXPECT_EQ(stage.path.back(), stage.pipeline);
  }
}

TEST(DumpFolder, TakesTextsBeforeProtos) {
  TempFolder folder;
  for (const char* name :
       {"module_0001.f.before_optimizations.txt", "module_0001.f.before_optimizations.hlo.pb.gz",
        "module_0001.f.0001.p.after_a.before_b.hlo.pb",
        "module_0001.f.cpu_after_optimizations.hlo.pb", "module_0001.f.o"}) {
    folder.Write(name, "");
  }
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  ASSERT_TRUE(list.ok()) << list.status();
  ASSERT_EQ(list->modules.size(), 1);
  const DumpModule& module = list->modules[0];
  EXPECT_THAT(Numbers(module), ElementsAre("before", "0001", "after"));
  EXPECT_EQ(module.stages[0].file, "module_0001.f.before_optimizations.txt");
  EXPECT_THAT(module.others,
              ElementsAre("module_0001.f.before_optimizations.hlo.pb.gz", "module_0001.f.o"));
}

TEST(DumpFolder, TimeStampsTellRunsApart) {
  TempFolder folder;
  for (const char* name :
       {"20.module_0001.f.before_optimizations.txt", "10.module_0001.f.before_optimizations.txt",
        "10.module_0001.f.cpu_after_optimizations.txt", "module_0001.f.o",
        "10.module_0003.g.before_optimizations.txt", "module_0003.g.o"}) {
    folder.Write(name, "");
  }
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  ASSERT_TRUE(list.ok()) << list.status();
  ASSERT_EQ(list->modules.size(), 3);
  EXPECT_EQ(list->modules[0].timestamp, "10");
  EXPECT_EQ(list->modules[0].stages.size(), 2);
  EXPECT_EQ(list->modules[1].timestamp, "20");
  // The first has no known owner, the second has.
  EXPECT_THAT(list->others, ElementsAre("module_0001.f.o"));
  EXPECT_THAT(list->modules[2].others, ElementsAre("module_0003.g.o"));
}

// Each program counts from 0.
TEST(DumpFolder, ModulesOfOneNumber) {
  TempFolder folder;
  for (const char* name :
       {"module_0000.jit_g.before_optimizations.txt", "module_0000.jit_f.before_optimizations.txt",
        "module_0000.jit_f.0001.p.after_a.before_b.txt", "module_0000.jit_f.ptx",
        "module_0000.jit_f2.before_optimizations.txt", "module_0000.jit_f2.ll",
        "module_0000.jit_h.ptx", "module_0000.ptx", "module_0000.0002.p.after_b.before_c.txt"}) {
    folder.Write(name, "");
  }
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  ASSERT_TRUE(list.ok()) << list.status();
  std::vector<std::string> labels;
  for (const DumpModule& module : list->modules) labels.push_back(module.Label());
  ASSERT_THAT(labels, ElementsAre("module_0000", "module_0000.jit_f", "module_0000.jit_f2",
                                  "module_0000.jit_g"));
  EXPECT_THAT(Numbers(list->modules[0]), ElementsAre("0002"));
  EXPECT_THAT(Numbers(list->modules[1]), ElementsAre("before", "0001"));
  EXPECT_THAT(list->modules[1].others, ElementsAre("module_0000.jit_f.ptx"));
  EXPECT_THAT(list->modules[2].others, ElementsAre("module_0000.jit_f2.ll"));
  EXPECT_THAT(list->others, ElementsAre("module_0000.jit_h.ptx", "module_0000.ptx"));
}

// A file's name may be too long to contain the module's name.
TEST(DumpFolder, StagesWithoutName) {
  TempFolder folder;
  for (const char* name :
       {"module_0001.f.before_optimizations.txt", "module_0001.0001.p.after_a.before_b.txt",
        "module_0001.f.cpu_after_optimizations.txt", "module_0002.before_optimizations.txt"}) {
    folder.Write(name, "");
  }
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  ASSERT_TRUE(list.ok()) << list.status();
  ASSERT_EQ(list->modules.size(), 2);
  EXPECT_EQ(list->modules[0].name, "f");
  EXPECT_THAT(Numbers(list->modules[0]), ElementsAre("before", "0001", "after"));
  EXPECT_EQ(list->modules[1].Label(), "module_0002");
}

TEST(DumpFolder, ModulesOfATpu) {
  TempFolder folder;
  for (const char* name :
       {"module_0001.f.before_optimizations.txt", "module_0001.f.cl_12.after_optimizations.txt",
        "module_0001.g.cl_12.after_optimizations.txt", "module_0001.f.o", "module_0001.g.cl_12.o",
        "module_0002.f.cl_x.after_codegen.txt", "module_0002.f.after_optimizations.txt"}) {
    folder.Write(name, "");
  }
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  ASSERT_TRUE(list.ok()) << list.status();
  ASSERT_EQ(list->modules.size(), 4);
  EXPECT_EQ(list->modules[0].name, "f.cl_12");
  EXPECT_THAT(Numbers(list->modules[0]), ElementsAre("before", "after"));
  EXPECT_THAT(list->modules[0].others, ElementsAre("module_0001.f.o"));
  EXPECT_THAT(list->modules[1].others, ElementsAre("module_0001.g.cl_12.o"));
}

// As left by gzip -k.
TEST(DumpFolder, TakesUnpackedFiles) {
  TempFolder folder;
  for (const char* name :
       {"module_0001.f.before_optimizations.txt", "module_0001.f.before_optimizations.txt.gz",
        "module_0001.f.0001.p.after_a.before_b.hlo.pb",
        "module_0001.f.0001.p.after_a.before_b.hlo.pb.gz",
        "module_0001.f.0001.p.after_a.before_b.txt.gz"}) {
    folder.Write(name, "");
  }
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  ASSERT_TRUE(list.ok()) << list.status();
  ASSERT_EQ(list->modules.size(), 1);
  const std::vector<DumpStage>& stages = list->modules[0].stages;
  ASSERT_EQ(stages.size(), 2);
  EXPECT_EQ(stages[0].file, "module_0001.f.before_optimizations.txt");
  EXPECT_EQ(stages[1].file, "module_0001.f.0001.p.after_a.before_b.txt.gz");
  EXPECT_EQ(list->modules[0].others.size(), 3);
}

TEST(DumpFolder, OnlyRegularFilesAreStages) {
  TempFolder folder;
  const std::string stage = ".before_optimizations.txt";
  folder.Write("module_0001.f" + stage, "");
  std::filesystem::create_symlink("/etc/passwd", folder / ("module_0002.link" + stage));
  std::filesystem::create_directory(folder / ("module_0003.folder" + stage));
  ASSERT_EQ(mkfifo((folder / ("module_0004.pipe" + stage)).c_str(), 0600), 0);
  const absl::StatusOr<DumpFolder> list = ListDumpFolder(folder.path());
  ASSERT_TRUE(list.ok()) << list.status();
  ASSERT_EQ(list->modules.size(), 1);
  EXPECT_EQ(list->modules[0].number, 1);
  EXPECT_THAT(list->others,
              ElementsAre("module_0002.link" + stage, "module_0003.folder" + stage + "/",
                          "module_0004.pipe" + stage));
}

TEST(DumpFolder, Errors) {
  TempFolder folder;
  folder.Write("file", "");
  const absl::StatusOr<DumpFolder> none = ListDumpFolder((folder / "none").string());
  EXPECT_THAT(std::string(none.status().message()), HasSubstr("/none: No such file or directory"));
  const absl::StatusOr<DumpFolder> file = ListDumpFolder((folder / "file").string());
  EXPECT_THAT(std::string(file.status().message()), HasSubstr("/file: Not a directory"));
}

TEST(DumpFolder, LinkToAFolder) {
  TempFolder folder;
  std::filesystem::create_directory(folder / "a");
  folder.Write("a/module_0001.f.before_optimizations.txt", "");
  std::filesystem::create_symlink("a", folder / "b");
  const absl::StatusOr<DumpFolder> list = ListDumpFolder((folder / "b").string());
  ASSERT_TRUE(list.ok()) << list.status();
  EXPECT_EQ(list->modules.size(), 1);
}

}  // namespace hlo_text_v1::list_dump_folder_test
