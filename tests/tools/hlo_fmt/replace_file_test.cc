#include "src/tools/hlo_fmt/replace_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace hlo_text_v1::replace_file_test {

using namespace internal;

namespace fs = std::filesystem;

class ReplaceFileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    root_ =
        fs::path(testing::TempDir()) / ("replace_file_" + std::to_string(getpid()) + test->name());
    fs::remove_all(root_);
    fs::create_directories(root_);
    path_ = (root_ / "a").string();
    Put("old");
  }
  void TearDown() override { fs::remove_all(root_); }
  void Put(const std::string& text) const { std::ofstream(path_) << text; }
  std::string Get() const {
    std::ifstream file(path_);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }
  fs::path root_;
  std::string path_;
};

TEST_F(ReplaceFileTest, Replaces) {
  const absl::StatusOr<FileStamp> stamp = StampFile(path_);
  ASSERT_TRUE(stamp.ok());
  EXPECT_TRUE(ReplaceFile(path_, *stamp, "new").ok());
  EXPECT_EQ(Get(), "new");
}

TEST_F(ReplaceFileTest, WhatSomebodyElseHasWrittenStays) {
  const absl::StatusOr<FileStamp> stamp = StampFile(path_);
  ASSERT_TRUE(stamp.ok());
  Put("theirs");
  const absl::Status status = ReplaceFile(path_, *stamp, "new");
  EXPECT_EQ(status.code(), absl::StatusCode::kAborted);
  EXPECT_EQ(status.message(), path_ + ": has changed while it was formatted");
  EXPECT_EQ(Get(), "theirs");
  EXPECT_EQ(std::distance(fs::directory_iterator(root_), {}), 1);
}

TEST_F(ReplaceFileTest, TheSameTextOfSomebodyElseIsFine) {
  const absl::StatusOr<FileStamp> stamp = StampFile(path_);
  ASSERT_TRUE(stamp.ok());
  Put("new text");
  EXPECT_TRUE(ReplaceFile(path_, *stamp, "new text").ok());
  EXPECT_EQ(Get(), "new text");
  EXPECT_EQ(std::distance(fs::directory_iterator(root_), {}), 1);
}

TEST_F(ReplaceFileTest, ANameMayHaveTheGreatestLength) {
  path_ = (root_ / std::string(255, 'n')).string();
  Put("old");
  const absl::StatusOr<FileStamp> stamp = StampFile(path_);
  ASSERT_TRUE(stamp.ok());
  const absl::Status status = ReplaceFile(path_, *stamp, "new");
  EXPECT_TRUE(status.ok()) << status;
  EXPECT_EQ(Get(), "new");
  EXPECT_EQ(std::distance(fs::directory_iterator(root_), {}), 2);
}

TEST_F(ReplaceFileTest, AFileThatHasGoneStaysGone) {
  const absl::StatusOr<FileStamp> stamp = StampFile(path_);
  ASSERT_TRUE(stamp.ok());
  fs::remove(path_);
  EXPECT_FALSE(ReplaceFile(path_, *stamp, "new").ok());
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(ReplaceFileTest, OnlyRegularFilesHaveAStamp) {
  EXPECT_EQ(StampFile(root_.string()).status().message(),
            root_.string() + ": is not a regular file");
  EXPECT_FALSE(StampFile((root_ / "missing").string()).ok());
}

}  // namespace hlo_text_v1::replace_file_test
