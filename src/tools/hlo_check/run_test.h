// Runs the RUN lines of one test.
//
//   // RUN: hlo-opt %s --passes=cse | FileCheck %s --check-prefix=CSE
//
// A backslash at the end joins a line with the next RUN line. Each command runs in a shell, bash if
// there is one, where a pipeline fails if one of its programs does.
#ifndef HLO_TOOLS_HLO_CHECK_RUN_TEST_H_
#define HLO_TOOLS_HLO_CHECK_RUN_TEST_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/tools/common/exit_code.h"
#include "src/tools/hlo_check/check_flags.h"

namespace hlo_text_v1::internal {

struct RunLine {
  int line = 0;  // from 1; of its first part
  std::string command;
};

std::vector<RunLine> FindRunLines(std::string_view text);

// `command` with VALUE for each NAME, the longest first, and `checker` for the words FileCheck and
// hlo-check where a command begins.
std::string Substituted(std::string_view command,
                        std::vector<std::pair<std::string, std::string>> substitutions,
                        std::string_view checker);

struct TestResult {
  ExitCode code = kFine;
  std::string output;  // messages; empty if the test passes
};

// `folder`: for temporary files; `number`: of this test, for their names.
TestResult RunTest(const CheckFlags& flags, const std::string& path, const std::string& folder,
                   size_t number);

}  // namespace hlo_text_v1::internal

#endif  // HLO_TOOLS_HLO_CHECK_RUN_TEST_H_
