#include "src/tools/common/input_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace hlo::input_files_test {

using namespace internal;

namespace fs = std::filesystem;
using testing::ElementsAre;

TEST(InputFiles, Names) {
  for (const char* name :
       {"a.hlo", "a.b.hlo", "a.hlo.txt", "a.hlo.gz", "a.hlo.txt.gz",
        "module_0000.jit_f.before_optimizations.txt",
        "module_0000.jit_f.cpu_after_optimizations.txt",
        "module_12345.jit_f.sm_8.0_gpu_after_optimizations.txt", "module_0000.jit_f.txt",
        "module_0001.jit_f.0004.simplification.after_algsimp.before_simplify-sorts.txt",
        "module_0001.jit_f.0036.copy-insertion.after_adding_special-case_copies.txt.gz"}) {
    EXPECT_TRUE(IsHloFileName(name)) << name;
  }
  for (const char* name : {"",
                           ".hlo",
                           ".a.hlo",
                           "a.txt",
                           "a.hlo~",
                           "a.hlo.orig",
                           "a.hlo.123-0",
                           "ahlo",
                           "a.gz",
                           "module_0000.jit_f",
                           "module_.jit_f.txt",
                           "module_x.jit_f.txt",
                           "module_0000.txt.o",
                           "module_0000jit_f.txt",
                           "xmodule_0000.jit_f.txt",
                           "module_0000.jit_f.cpu_after_optimizations-buffer-assignment.txt",
                           "module_0000.jit_f.cpu_after_optimizations-buffer-assignment-values.txt",
                           "module_0000.jit_f.cpu_after_optimizations-memory-usage-report.txt",
                           "module_0000.jit_f.cpu_after_optimizations-live-range.txt",
                           "module_0000.jit_f.thunk_sequence.txt",
                           "module_0000.jit_f.debug_options",
                           "module_0000.jit_f.obj-file.part_00.o",
                           "module_0000.jit_f.obj-file.x.txt"}) {
    EXPECT_FALSE(IsHloFileName(name)) << name;
  }
}

class InputFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("input_files_" + std::to_string(getpid()));
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }
  std::string Put(const std::string& name) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << "x";
    return (root_ / name).string();
  }
  fs::path root_;
};

TEST_F(InputFilesTest, NamesAreTakenAsGiven) {
  const InputFiles found = ListInputFiles({"z", "-", "missing.hlo", "z"}, true);
  EXPECT_THAT(found.paths, ElementsAre("z", "-", "missing.hlo", "z"));
  EXPECT_EQ(found.code, kFine);
}

TEST_F(InputFilesTest, EachOnce) {
  const std::string a = Put("a.hlo"), link = (root_ / "b.hlo").string(),
                    hard = (root_ / "c.hlo").string();
  fs::create_symlink("a.hlo", link);
  fs::create_hard_link(a, hard);
  const std::string detour = (root_ / "." / "a.hlo").string();
  EXPECT_THAT(
      ListInputFiles({link, a, detour, hard, "missing", root_.string()}, true, /*once=*/true).paths,
      ElementsAre(link, hard, "missing"));
  EXPECT_EQ(ListInputFiles({root_.string(), a}, true).paths.size(), 4u);
}

TEST_F(InputFilesTest, SortedByName) {
  const std::string b = Put("b.hlo"), c = Put("c/x.hlo"), a = Put("a/z/y.hlo"), d = Put("d.hlo");
  Put(".git/x.hlo");
  Put("c/x.o");
  EXPECT_THAT(ListInputFiles({root_.string()}, true).paths, ElementsAre(a, b, c, d));
  EXPECT_THAT(ListInputFiles({root_.string() + "/"}, true).paths, ElementsAre(a, b, c, d));
  // A hidden folder named on the command line is read.
  EXPECT_EQ(ListInputFiles({(root_ / ".git").string()}, true).paths.size(), 1u);
}

TEST_F(InputFilesTest, FoldersWantR) {
  const InputFiles found = ListInputFiles({root_.string()}, false);
  EXPECT_EQ(found.code, kUsageError);
  EXPECT_THAT(found.errors,
              ElementsAre(root_.string() + ": is a folder; use -r to format the files in it"));
}

TEST_F(InputFilesTest, DeepFoldersNeedNoStack) {
  fs::path path = root_;
  for (int i = 0; i < 1500; ++i) path /= "d";
  std::error_code error;
  fs::create_directories(path, error);
  if (error) GTEST_SKIP() << error.message();
  std::ofstream(path / "x.hlo") << "x";
  EXPECT_EQ(ListInputFiles({root_.string()}, true).paths.size(), 1u);
}

TEST_F(InputFilesTest, AnUnreadableFolderIsAnError) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads anything";
  Put("a/x.hlo");
  fs::permissions(root_ / "a", fs::perms::none);
  const InputFiles found = ListInputFiles({root_.string()}, true);
  fs::permissions(root_ / "a", fs::perms::owner_all);
  EXPECT_EQ(found.code, kIoError);
  EXPECT_THAT(found.errors, ElementsAre((root_ / "a").string() + ": Permission denied"));
}

}  // namespace hlo::input_files_test
