#include "src/tools/common/input_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace hlo_text_v1::input_files_test {

using namespace internal;

namespace fs = std::filesystem;
using testing::ElementsAre;

class InputFilesTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("input_files_" + std::to_string(getpid()));
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }
  std::string Put(const std::string& name, std::string_view text = "x") const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name, std::ios::binary) << text;
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

TEST_F(InputFilesTest, FoldersWantR) {
  const InputFiles found = ListInputFiles({root_.string()}, false);
  EXPECT_EQ(found.code, kUsageError);
  EXPECT_THAT(found.errors,
              ElementsAre(root_.string() + ": is a folder; use -r to format the files in it"));
}

}  // namespace hlo_text_v1::input_files_test
