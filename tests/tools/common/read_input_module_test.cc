#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "hlo/async.h"
#include "src/tools/common/read_input.h"

namespace hlo_text_v1::read_input_module_test {

using namespace internal;

using testing::HasSubstr;
using testing::StartsWith;

class ReadModuleTest : public testing::Test {
 protected:
  void TearDown() override { std::remove(path_.c_str()); }

  ExitCode Read(const std::string& text, const ParseOptions& options = {}) {
    std::ofstream(path_, std::ios::binary) << text;
    return ReadModule(path_, options, &log_, &module_);
  }

  const std::string path_ = testing::TempDir() + "read_module_" + std::to_string(getpid());
  DiagnosticLog log_{"a.hlo", /*color=*/false, "hlo-translate"};
  HloModule module_;
};

TEST_F(ReadModuleTest, DesugarsAndMakesNamesUnique) {
  EXPECT_EQ(Read(R"(HloModule m
ENTRY e {
  x = f32[8] parameter(0)
  s = ((f32[8]), f32[8], u32[]) custom-call-start(x), custom_call_target="t"
  ROOT d = f32[8] custom-call-done(s)
}
)"),
            kFine);
  EXPECT_EQ(module_.computations().size(), 2u);
  EXPECT_EQ(module_.entry_computation()->root_instruction()->opcode(), HloOpcode::kAsyncDone);
  EXPECT_EQ(log_.TakeText(), "");
}

TEST_F(ReadModuleTest, RefusesWithAPlace) {
  EXPECT_EQ(Read("HloModule m\nENTRY e { x }"), kInputRefused);
  EXPECT_THAT(log_.TakeText(), StartsWith("a.hlo:2:13: error: "));
}

TEST_F(ReadModuleTest, WarningsAreTold) {
  ParseOptions options;
  options.allow_unknown = true;
  EXPECT_EQ(Read("HloModule m\nENTRY e { ROOT x = f32[] frobnicate() }", options), kFine);
  EXPECT_THAT(log_.TakeText(), HasSubstr("warning: "));
}

TEST_F(ReadModuleTest, NoFile) {
  EXPECT_EQ(ReadModule(path_ + "none", {}, &log_, &module_), kIoError);
  const std::string text = log_.TakeText();
  EXPECT_THAT(text, StartsWith("hlo-translate: "));
  EXPECT_THAT(text, HasSubstr(path_ + "none"));
}

TEST(ReadModule, Names) {
  EXPECT_EQ(InputName("-"), "<stdin>");
  EXPECT_EQ(InputName("a.hlo"), "a.hlo");
}

}  // namespace hlo_text_v1::read_input_module_test
