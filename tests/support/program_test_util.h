// Runs a program through a shell, in its own directory, as its users do.
#ifndef HLO_TESTS_SUPPORT_PROGRAM_TEST_UTIL_H_
#define HLO_TESTS_SUPPORT_PROGRAM_TEST_UTIL_H_

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

namespace hlo_text_v1 {

namespace fs = std::filesystem;

struct Result {
  int exit_code;
  std::string out;
  std::string err;
};

class ProgramTest : public testing::Test {
 protected:
  // `program` is a path.
  explicit ProgramTest(std::string program) : program_(std::move(program)) {}

  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    directory_ = fs::path(testing::TempDir()) / (fs::path(program_).filename().string() + "_" +
                                                 std::to_string(getpid()) + test->name());
    fs::remove_all(directory_);
    fs::create_directories(directory_);
  }
  void TearDown() override { fs::remove_all(directory_); }

  // Writes a file in the test's directory; makes the folders above it.
  void Put(const std::string& name, const std::string& text) const {
    fs::create_directories((directory_ / name).parent_path());
    std::ofstream(directory_ / name, std::ios::binary) << text;
  }
  std::string Get(const std::string& name) const {
    std::ifstream file(directory_ / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  // Runs `PROGRAM COMMAND` in the test's directory; COMMAND may redirect.
  Result Run(const std::string& command) const {
    const std::string line = "cd '" + directory_.string() + "' && { '" + program_ + "' " + command +
                             "\n} >.stdout 2>.stderr";
    const int status = std::system(line.c_str());
    return Result{WIFEXITED(status) ? WEXITSTATUS(status) : -1, Get(".stdout"), Get(".stderr")};
  }

  const std::string program_;
  fs::path directory_;
};

}  // namespace hlo_text_v1

#endif  // HLO_TESTS_SUPPORT_PROGRAM_TEST_UTIL_H_
