// Runs hlo-fmt by a shell in a directory of its own, as its users do.
#ifndef HLO_TESTS_HLO_FMT_TEST_UTIL_H_
#define HLO_TESTS_HLO_FMT_TEST_UTIL_H_

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace hlo {

namespace fs = std::filesystem;

inline constexpr char kGood[] = R"(HloModule good
ENTRY main {
  x = f32[2] parameter(0)
  ROOT y = f32[2] negate(x)
}
)";
inline constexpr char kGoodPrinted[] =
    R"(HloModule good, entry_computation_layout={(f32[2]{0})->f32[2]{0}}

ENTRY %main (x: f32[2]) -> f32[2] {
  %x = f32[2]{0} parameter(0)
  ROOT %y = f32[2]{0} negate(%x)
}

)";
inline constexpr char kBad[] = R"(HloModule bad
ENTRY main {
  x = f32[2] parameter(0)
  ROOT y = f32[2] add(x)
}
)";
inline constexpr char kBadError[] = ":4:22: error: expects 2 operands, but has 1 operands\n";

struct Result {
  int exit_code;
  std::string out;
  std::string err;
};

class HloFmtTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    directory_ =
        fs::path(testing::TempDir()) / ("hlo_fmt_" + std::to_string(getpid()) + test->name());
    fs::remove_all(directory_);
    fs::create_directories(directory_);
    Put("good.hlo", kGood);
    Put("bad.hlo", kBad);
  }
  void TearDown() override { fs::remove_all(directory_); }

  // Of a file in the test's directory; the folders above it are made.
  void Put(const std::string& name, const std::string& text) const {
    fs::create_directories((directory_ / name).parent_path());
    std::ofstream(directory_ / name, std::ios::binary) << text;
  }
  std::string Get(const std::string& name) const {
    std::ifstream file(directory_ / name, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }

  // Runs `hlo-fmt COMMAND` in the test's directory; COMMAND may redirect.
  Result Run(const std::string& command) const {
    const std::string line =
        "cd '" + directory_.string() + "' && { '" HLO_FMT "' " + command + "\n} >.stdout 2>.stderr";
    const int status = std::system(line.c_str());
    return Result{WIFEXITED(status) ? WEXITSTATUS(status) : -1, Get(".stdout"), Get(".stderr")};
  }

  fs::path directory_;
};

}  // namespace hlo

#endif  // HLO_TESTS_HLO_FMT_TEST_UTIL_H_
