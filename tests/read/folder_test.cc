#include "src/read/folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "src/read/source.h"

namespace hlo_text_v1::folder_test {

using namespace internal;

namespace fs = std::filesystem;
using testing::ElementsAre;

TEST(HloFilesIn, Names) {
  for (const char* name : {"a.hlo", "a.b.hlo", "a.hlo.txt", "a.hlo.gz", "a.hlo.txt.gz"}) {
    EXPECT_TRUE(IsHloFileName(name)) << name;
    EXPECT_FALSE(IsDumpFileName(name)) << name;
  }
  for (const char* name :
       {"module_0000.jit_f.before_optimizations.txt",
        "module_12345.jit_f.sm_8.0_gpu_after_optimizations.txt", "module_0000.jit_f.txt",
        "module_0001.jit_f.0004.simplification.after_algsimp.before_simplify-sorts.txt",
        "module_0001.jit_f.0036.copy-insertion.after_adding_special-case_copies.txt.gz",
        "module_0000.jit_f.cpu_after_optimizations-buffer-assignment.txt",
        "1732868000.module_0000.jit_f.before_optimizations.txt"}) {
    EXPECT_TRUE(IsDumpFileName(name)) << name;
    EXPECT_FALSE(IsHloFileName(name)) << name;
  }
  for (const char* name :
       {"", ".hlo", ".a.hlo", "a.txt", "a.hlo~", "a.hlo.orig", "a.hlo.123-0", "ahlo", "a.gz",
        "module_0000.jit_f", "module_.jit_f.txt", "module_x.jit_f.txt", "module_0000.txt.o",
        "module_0000jit_f.txt", "xmodule_0000.jit_f.txt", "module_0000.jit_f.debug_options",
        "module_0000.jit_f.obj-file.part_00.o"}) {
    EXPECT_FALSE(IsHloFileName(name)) << name;
    EXPECT_FALSE(IsDumpFileName(name)) << name;
  }
}

class HloFilesInTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("hlo_files_in_" + std::to_string(getpid()));
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }
  std::string Put(const std::string& name, std::string_view text = "x") const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name, std::ios::binary) << text;
    return (root_ / name).string();
  }
  std::vector<std::string> Files(const fs::path& folder) {
    return HloFilesIn(folder.string(), &errors_);
  }
  fs::path root_;
  std::vector<std::string> errors_;
};

TEST_F(HloFilesInTest, SortedByName) {
  const std::string b = Put("b.hlo"), c = Put("c/x.hlo"), a = Put("a/z/y.hlo"), d = Put("d.hlo");
  Put(".git/x.hlo");
  Put("c/x.o");
  EXPECT_THAT(Files(root_), ElementsAre(a, b, c, d));
  EXPECT_THAT(Files(root_.string() + "/"), ElementsAre(a, b, c, d));
  // A hidden folder named on the command line is read.
  EXPECT_EQ(Files(root_ / ".git").size(), 1u);
}

// XLA gives reports the names of modules.
TEST_F(HloFilesInTest, DumpsThatAreModules) {
  const std::string module = "HloModule m\nENTRY e { ROOT p = f32[] parameter(0) }\n";
  const std::string empty = Put("module_0001.f.0.txt", ""),
                    whole = Put("module_0001.f.1.txt", module);
  Put("module_0001.f.2.txt", "HloModul");
  Put("module_0001.f.3.txt", "BufferAssignment:\nHloModule");
  std::vector<std::string> paths = {empty, whole};
  if (const absl::StatusOr<std::string> packed = Gzip(module); packed.ok()) {
    paths.push_back(Put("module_0001.f.4.txt.gz", *packed));
    paths.push_back(Put("module_0001.f.5.txt.gz", packed->substr(0, 4)));  // is an error
    Put("module_0001.f.6.txt.gz", *Gzip("no module"));
  }
  const std::string link = (root_ / "module_0001.f.7.txt").string();
  fs::create_symlink("nowhere", link);
  paths.push_back(link);
  EXPECT_EQ(Files(root_), paths);
}

// Reading a pipe without a writer would wait for ever.
TEST_F(HloFilesInTest, OnlyFilesAndLinks) {
  const std::string a = Put("a.hlo");
  ASSERT_EQ(mkfifo((root_ / "b.hlo").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo((root_ / "module_0001.f.0.txt").c_str(), 0600), 0);
  const std::string link = (root_ / "c.hlo").string();
  fs::create_symlink("nowhere", link);
  EXPECT_THAT(Files(root_), ElementsAre(a, link));
  EXPECT_TRUE(errors_.empty());
}

TEST_F(HloFilesInTest, AMissingFolderIsAnError) {
  EXPECT_THAT(Files(root_ / "missing"), ElementsAre());
  EXPECT_THAT(errors_, ElementsAre(testing::HasSubstr("missing: No such file")));
}

TEST_F(HloFilesInTest, DeepFoldersNeedNoStack) {
  fs::path path = root_;
  for (int i = 0; i < 1500; ++i) path /= "d";
  std::error_code error;
  fs::create_directories(path, error);
  if (error) GTEST_SKIP() << error.message();
  std::ofstream(path / "x.hlo") << "x";
  EXPECT_EQ(Files(root_).size(), 1u);
}

TEST_F(HloFilesInTest, AnUnreadableFolderIsAnError) {
  if (geteuid() == 0) GTEST_SKIP() << "root reads anything";
  Put("a/x.hlo");
  fs::permissions(root_ / "a", fs::perms::none);
  EXPECT_THAT(Files(root_), ElementsAre());
  fs::permissions(root_ / "a", fs::perms::owner_all);
  EXPECT_THAT(errors_, ElementsAre((root_ / "a").string() + ": Permission denied"));
}

}  // namespace hlo_text_v1::folder_test
