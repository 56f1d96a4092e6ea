#include "src/tools/common/program_main.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <new>
#include <stdexcept>
#include <string>

#include "tests/support/read.h"

namespace hlo_text_v1::program_main_test {

using namespace internal;

class MakeOutputTest : public testing::Test {
 protected:
  void SetUp() override {
    OutputFile out(path_);
    ASSERT_TRUE(out.Write("old") && out.Commit());
  }
  void TearDown() override { std::remove(path_.c_str()); }

  // The standard error of MakeOutput with `work`; stores the exit code in `code`.
  std::string Make(absl::FunctionRef<ExitCode(DiagnosticLog*, OutputFile*)> work, ExitCode* code) {
    testing::internal::CaptureStderr();
    *code = MakeOutput("hlo-x", "a.hlo", path_, work);
    return testing::internal::GetCapturedStderr();
  }

  const std::string path_ = testing::TempDir() + "program_main_" + std::to_string(getpid());
  ExitCode code_ = kFine;
};

TEST_F(MakeOutputTest, WritesWhatIsFine) {
  const auto work = [](DiagnosticLog* log, OutputFile* out) {
    log->Complain("take care");
    out->Write("new");
    return kFine;
  };
  EXPECT_EQ(Make(work, &code_), "hlo-x: a.hlo: take care\n");
  EXPECT_EQ(code_, kFine);
  EXPECT_EQ(ReadFile(path_), "new");
}

TEST_F(MakeOutputTest, ARefusedInputLeavesTheOutput) {
  const auto work = [](DiagnosticLog*, OutputFile*) { return kInputRefused; };
  EXPECT_EQ(Make(work, &code_), "");
  EXPECT_EQ(code_, kInputRefused);
  EXPECT_EQ(ReadFile(path_), "old");
}

TEST_F(MakeOutputTest, AReportWithErrorsIsWritten) {
  const auto work = [](DiagnosticLog*, OutputFile* out) {
    out->Write("new");
    return kInputRefused;
  };
  EXPECT_EQ(Make(work, &code_), "");
  EXPECT_EQ(code_, kInputRefused);
  EXPECT_EQ(ReadFile(path_), "new");
}

TEST_F(MakeOutputTest, AnExceptionLeavesTheOutput) {
  const auto work = [](DiagnosticLog*, OutputFile* out) -> ExitCode {
    out->Write("new");
    throw std::bad_alloc();
  };
  EXPECT_THROW(Make(work, &code_), std::bad_alloc);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(ReadFile(path_), "old");
}

TEST(ProgramMain, ReportsExceptions) {
  const char* argv[] = {"/bin/hlo-x"};
  const auto describe = [] { return Program{}; };
  const auto parse = [](int, const char* const*, CommonFlags*, std::string*) { return true; };
  const auto run = [&](auto fails) {
    testing::internal::CaptureStderr();
    EXPECT_EQ(ProgramMain<CommonFlags>(1, const_cast<char**>(argv), describe, parse, fails), 3);
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_EQ(run([](const CommonFlags&) -> ExitCode { throw std::bad_alloc(); }),
            "hlo-x: out of memory\n");
  EXPECT_EQ(run([](const CommonFlags&) -> ExitCode { throw std::runtime_error("no thread"); }),
            "hlo-x: no thread\n");
}

}  // namespace hlo_text_v1::program_main_test
