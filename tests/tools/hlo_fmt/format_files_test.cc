#include "src/tools/hlo_fmt/format_files.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/support/read.h"

namespace hlo_text_v1::format_files_test {

using namespace internal;

namespace fs = std::filesystem;

// FormatFiles closes standard output to see its errors.
ExitCode RunKeepingOutput(const Flags& flags) {
  const int saved = dup(STDOUT_FILENO);
  const ExitCode code = FormatFiles(flags);
  dup2(saved, STDOUT_FILENO);
  close(saved);
  return code;
}

TEST(FormatFiles, ErrorsSummaryAndTimesComeLast) {
  const fs::path root = fs::path(testing::TempDir()) / ("format_files_" + std::to_string(getpid()));
  fs::create_directories(root);
  std::ofstream(root / "a.hlo") << "HloModule  m\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}\n";
  Flags flags;
  flags.keep = flags.in_place = flags.recursive = flags.timing = true;
  flags.files = {root.string(), (root / "missing").string()};
  testing::internal::CaptureStderr();
  EXPECT_EQ(RunKeepingOutput(flags), kIoError);
  const std::string errors = testing::internal::GetCapturedStderr();
  EXPECT_EQ(ReadFile(root / "a.hlo"), "HloModule m\nENTRY e {\n  ROOT x = f32[] parameter(0)\n}\n");
  const std::string expected = "hlo-fmt: " + (root / "missing").string() +
                               ": No such file or directory\n1 file changed, 1 with errors\n"
                               "{\"bytes_in\": 55, ";
  EXPECT_EQ(errors.substr(0, expected.size()), expected);
  // One line of times, the last one.
  EXPECT_EQ(errors.find('\n', expected.size()), errors.size() - 1);
  EXPECT_NE(errors.find("\"bytes_out\": 54, "), std::string::npos) << errors;
  fs::remove_all(root);
}

TEST(FormatFiles, AFolderStopsEverything) {
  Flags flags;
  flags.check = true;
  flags.files = {"missing", testing::TempDir()};
  testing::internal::CaptureStderr();
  EXPECT_EQ(RunKeepingOutput(flags), kUsageError);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "hlo-fmt: " + testing::TempDir() + ": is a folder; use -r to format the files in it\n");
}

}  // namespace hlo_text_v1::format_files_test
