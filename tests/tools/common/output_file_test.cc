#include "src/tools/common/output_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace hlo_text_v1::output_file_test {

using namespace internal;

namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    directory_ =
        fs::path(testing::TempDir()) / ("output_file_" + std::to_string(getpid()) + test->name());
    fs::remove_all(directory_);
    fs::create_directories(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  std::string Path(const std::string& name) const { return (directory_ / name).string(); }
  static void Put(const std::string& path, const std::string& text) { std::ofstream(path) << text; }
  static std::string Get(const std::string& path) {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  // No temporary files may remain.
  int FileCount() const {
    return static_cast<int>(std::distance(fs::directory_iterator(directory_), {}));
  }

  fs::path directory_;
};

TEST_F(OutputFileTest, MakesAFile) {
  OutputFile out(Path("new"));
  EXPECT_TRUE(out.Write("a"));
  EXPECT_TRUE(out.Write("b"));
  EXPECT_FALSE(fs::exists(Path("new")));
  EXPECT_TRUE(out.Commit());
  EXPECT_EQ(Get(Path("new")), "ab");
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(OutputFileTest, CommitAloneMakesAnEmptyFile) {
  OutputFile out(Path("new"));
  EXPECT_TRUE(out.Commit());
  EXPECT_TRUE(fs::exists(Path("new")));
}

TEST_F(OutputFileTest, WithoutCommitNothingChanges) {
  Put(Path("old"), "old");
  {
    OutputFile out(Path("old"));
    EXPECT_TRUE(out.Write("new"));
  }
  EXPECT_EQ(Get(Path("old")), "old");
  EXPECT_EQ(FileCount(), 1);
}

TEST_F(OutputFileTest, ReplacesAFileAndKeepsItsMode) {
  Put(Path("old"), "a longer old text");
  fs::permissions(Path("old"), fs::perms(0640));
  OutputFile out(Path("old"));
  EXPECT_TRUE(out.Write("new") && out.Commit()) << out.error();
  EXPECT_EQ(Get(Path("old")), "new");
  EXPECT_EQ(fs::status(Path("old")).permissions(), fs::perms(0640));
}

TEST_F(OutputFileTest, ReplacesTheFileBehindALink) {
  Put(Path("old"), "old");
  fs::create_symlink("old", directory_ / "link");
  OutputFile out(Path("link"));
  EXPECT_TRUE(out.Write("new") && out.Commit()) << out.error();
  EXPECT_TRUE(fs::is_symlink(directory_ / "link"));
  EXPECT_EQ(Get(Path("old")), "new");
}

TEST_F(OutputFileTest, WritesToADeviceDirectly) {
  OutputFile out("/dev/null");
  EXPECT_TRUE(out.Write("text") && out.Commit()) << out.error();
  EXPECT_FALSE(fs::is_regular_file("/dev/null"));
}

TEST_F(OutputFileTest, TellsWhatWentWrong) {
  OutputFile missing(Path("no/such/directory"));
  EXPECT_FALSE(missing.Write("x"));
  EXPECT_TRUE(missing.failed());
  EXPECT_EQ(missing.error(), Path("no/such/directory") + ": No such file or directory");
  EXPECT_FALSE(missing.Commit());

  OutputFile unwritten(Path("no/such/directory"));
  EXPECT_FALSE(unwritten.Commit());
  EXPECT_EQ(unwritten.error(), Path("no/such/directory") + ": No such file or directory");

  OutputFile directory(directory_.string());
  EXPECT_FALSE(directory.Write("x"));
  EXPECT_EQ(directory.error(), directory_.string() + ": Is a directory");
}

TEST_F(OutputFileTest, AFullDeviceIsAnError) {
  OutputFile out("/dev/full");
  EXPECT_FALSE(out.Write("x"));
  EXPECT_EQ(out.error(), "/dev/full: No space left on device");
}

}  // namespace hlo_text_v1::output_file_test
