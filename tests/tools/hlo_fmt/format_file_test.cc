#include "src/tools/hlo_fmt/format_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace hlo_text_v1::format_file_test {

using namespace internal;

constexpr char kText[] = "HloModule  m\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}\n";
constexpr char kKept[] = "HloModule m\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}\n";

class FormatFileTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = (std::filesystem::path(testing::TempDir()) /
             ("format_file_" + std::to_string(getpid()) + test->name()))
                .string();
    Put(kText);
    flags_.keep = true;
  }
  void TearDown() override { std::filesystem::remove(path_); }
  void Put(std::string_view text) const { std::ofstream(path_) << text; }
  FileResult Format() const { return FormatFile(FormatSettings(flags_), path_); }
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
  Put("x");
  const FileResult result = Format();
  EXPECT_EQ(result.code, kInputRefused);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.errors.find(path_ + ":1:2: error: "), 0u) << result.errors;
}

TEST_F(FormatFileTest, VerifierViolationsRefuse) {
  flags_.keep = false;
  flags_.verify = true;
  Put(R"(HloModule m
ENTRY main {
  a = f32[2] parameter(0)
  s = ((f32[2]), f32[2], s32[]) negate-start(a)
  d = f32[2] negate-done(s)
  ROOT r = f32[2] negate-done(s)
}
)");
  const FileResult result = Format();
  EXPECT_EQ(result.code, kInputRefused);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.errors.find(path_ + ":4:3: error: "), std::string::npos) << result.errors;
}

TEST_F(FormatFileTest, WhatIsWrittenInPlaceStays) {
  flags_.keep = false;
  Put(R"(HloModule m
ENTRY e {
  x = f32[2] parameter(0)
  c = f32[2] cosine(x)
  b = f32[2] sine(x)
  a = f32[2] add(b, c)
  ROOT r = (f32[2], f32[2], f32[2]) tuple(a, c, b)
}
)");
  flags_.in_place = true;
  const FileResult result = Format();
  EXPECT_TRUE(result.changed);
  EXPECT_EQ(result.errors, "");
  EXPECT_GT(result.timing.parse_s, 0);
  const std::string written = Get();
  flags_.in_place = false;
  EXPECT_EQ(Format().out, written);
}

// On each read, XLA adds to the metadata of such a sharding.
TEST_F(FormatFileTest, SomeTextsNeverStay) {
  flags_.keep = false;
  flags_.check = true;
  Put("HloModule m\nENTRY e {\n  ROOT p = f32[4,4] parameter(0), "
      "sharding={unreduced metadata={op_type=\"sdy::reduction_op\" op_name=\"SUM\"}}\n}\n");
  const FileResult result = Format();
  EXPECT_EQ(result.code, kInputRefused);
  EXPECT_EQ(result.errors,
            "hlo-fmt: " + path_ + ": what it prints as changes whenever it is read\n");
}

}  // namespace hlo_text_v1::format_file_test
