// mlir-opt accepts the export of all of testdata/async and testdata/mlir, without a flag if only
// registered operations are written; then it also lowers it to coroutines, and its output imports
// again. Skipped without mlir-opt, or with another version than the one here.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/mlir/mlir_test_util.h"

namespace hlo_text_v1::mlir_opt_test {

using namespace internal;

namespace fs = std::filesystem;

constexpr std::string_view kSplit = "// -----\n";

std::vector<HloModule> Modules() {
  std::vector<HloModule> modules;
  for (const char* subject : {"async", "jax", "mlir"}) {
    for (const fs::path& path : TestdataFiles(subject)) {
      const bool is_bad = path.filename().string().compare(0, 4, "bad-") == 0;
      if (IsTestdataInput(path) && !is_bad) modules.push_back(ReadModule(ReadFile(path)));
    }
  }
  return modules;
}

class MlirOpt : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("mlir-opt-19 --version > /dev/null 2>&1") != 0) {
      GTEST_SKIP() << "there is no mlir-opt-19";
    }
  }
  // The output of mlir-opt for all modules in one text; its errors if it rejects one.
  static std::string Run(const std::vector<HloModule>& modules, const MlirOptions& options,
                         const std::string& flags) {
    const fs::path input = fs::path(testing::TempDir()) / ("mlir_opt_test_" + Name() + ".mlir");
    const fs::path output = fs::path(input).replace_extension(".out");
    const fs::path errors = fs::path(input).replace_extension(".err");
    std::ofstream file(input, std::ios::binary);
    for (const HloModule& module : modules) file << ExportOf(module, options) << kSplit;
    file.close();
    const std::string command = "mlir-opt-19 --split-input-file " + flags + " " + input.string() +
                                " > " + output.string() + " 2> " + errors.string();
    EXPECT_EQ(std::system(command.c_str()), 0) << ReadFile(errors).substr(0, 2000);
    return ReadFile(output);
  }

 private:
  static std::string Name() {
    return testing::UnitTest::GetInstance()->current_test_info()->name();
  }
};

TEST_F(MlirOpt, TakesOperationsOfTheDialectHlo) {
  Run(Modules(), MlirOptions(), "--allow-unregistered-dialect");
}

TEST_F(MlirOpt, TakesRegisteredOperationsWithoutAFlag) {
  MlirOptions options;
  options.registered_only = true;
  Run(Modules(), options, "");
}

TEST_F(MlirOpt, LowersAsyncToCoroutines) {
  MlirOptions options;
  options.registered_only = true;
  const std::string lowered = Run(Modules(), options, "--async-to-async-runtime");
  EXPECT_NE(lowered.find("async.coro.begin"), std::string::npos);
  EXPECT_EQ(lowered.find("async.execute"), std::string::npos);
}

TEST_F(MlirOpt, WhatItPrintsComesBackIfNamesAreInAttributes) {
  const std::vector<HloModule> modules = Modules();
  for (int round = 0; round < 4; ++round) {
    const bool registered_only = round % 2 == 1;
    MlirOptions options;
    options.registered_only = registered_only;
    options.name_attributes = true;
    std::string flags = registered_only ? "" : "--allow-unregistered-dialect";
    if (round >= 2) flags += " --mlir-print-op-generic --mlir-print-debuginfo";
    std::string printed = Run(modules, options, flags);
    size_t count = 0;
    for (size_t at = 0; at < printed.size() && count < modules.size(); ++count) {
      const size_t end = std::min(printed.find(kSplit, at), printed.size());
      // The HLO print must read back as the same module.
      const std::string expected = PrintGeneric(modules[count]);
      const absl::StatusOr<HloModule> again = ParseHloModule(expected);
      if (again.ok() && PrintGeneric(*again) == expected) {
        EXPECT_EQ(ImportOf(std::string_view(printed).substr(at, end - at)), expected);
      }
      at = end + kSplit.size();
    }
    EXPECT_EQ(count, modules.size());
  }
}

}  // namespace hlo_text_v1::mlir_opt_test
