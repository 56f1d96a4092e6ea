#include "src/tools/hlo_fmt/format_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace hlo::format_file_test {

constexpr char kText[] = "HloModule  m\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}\n";
constexpr char kKept[] = "HloModule m\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}\n";

class FormatFileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = (std::filesystem::path(testing::TempDir()) /
             ("format_file_" + std::to_string(getpid()) + test->name()))
                .string();
    std::ofstream(path_) << kText;
    flags_.keep = true;
  }
  void TearDown() override { std::filesystem::remove(path_); }
  FileResult Format() const { return FileFormatter(flags_, nullptr).Format(path_); }
  std::string Get() const {
    std::ifstream file(path_);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  Flags flags_;
  std::string path_;
};

TEST_F(FormatFileTest, Prints) {
  const FileResult result = Format();
  EXPECT_EQ(result.code, kFine);
  EXPECT_EQ(result.out, kKept);
  EXPECT_EQ(result.errors, "");
  EXPECT_FALSE(result.changed);
  EXPECT_EQ(result.timing.bytes_in, std::string(kText).size());
  EXPECT_EQ(result.timing.bytes_out, std::string(kKept).size());
}

TEST_F(FormatFileTest, Checks) {
  flags_.check = true;
  const FileResult result = Format();
  EXPECT_EQ(result.code, kInputRefused);
  EXPECT_TRUE(result.changed);
  EXPECT_EQ(result.out, path_ + "\n");
  EXPECT_EQ(Get(), kText);
}

TEST_F(FormatFileTest, WritesInPlaceOnce) {
  flags_.in_place = true;
  EXPECT_TRUE(Format().changed);
  EXPECT_EQ(Get(), kKept);
  const FileResult again = Format();
  EXPECT_FALSE(again.changed);
  EXPECT_EQ(again.code, kFine);
  EXPECT_EQ(again.out, "");
}

TEST_F(FormatFileTest, AnErrorIsToldOnce) {
  std::ofstream(path_) << "x";
  const FileResult result = Format();
  EXPECT_EQ(result.code, kInputRefused);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.errors.find(path_ + ":1:2: error: "), 0u) << result.errors;
}

}  // namespace hlo::format_file_test
