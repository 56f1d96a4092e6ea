// Parses command lines as the programs do.
#ifndef HLO_TESTS_TOOLS_COMMON_FLAGS_TEST_UTIL_H_
#define HLO_TESTS_TOOLS_COMMON_FLAGS_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "tests/support/cases.h"

namespace hlo_text_v1::test {

template <typename ProgramFlags>
using ParseProgramFlags = bool (*)(int argc, const char* const* argv, ProgramFlags* flags,
                                   std::string* error);

// The error of a command line without the program's name; empty if there is none.
template <typename ProgramFlags>
std::string FlagsError(ParseProgramFlags<ProgramFlags> parse, const std::vector<std::string>& words,
                       ProgramFlags* flags) {
  std::vector<const char*> argv = {"program"};
  for (const std::string& word : words) argv.push_back(word.c_str());
  std::string error;
  const bool ok = parse(static_cast<int>(argv.size()), argv.data(), flags, &error);
  EXPECT_EQ(ok, error.empty()) << testing::PrintToString(words);
  return error;
}

// The words of `line`, which blanks separate.
inline std::vector<std::string> Words(const std::string& line) {
  std::vector<std::string> words;
  std::istringstream in(line);
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

// The error of a command line of words; empty if there is none.
template <typename ProgramFlags>
std::string LineError(ParseProgramFlags<ProgramFlags> parse, const std::string& line,
                      ProgramFlags* flags) {
  return FlagsError(parse, Words(line), flags);
}

// Command lines and their errors.
template <typename ProgramFlags>
void ExpectFlagsErrors(ParseProgramFlags<ProgramFlags> parse, absl::Span<const Case> cases) {
  ExpectCases(cases, [parse](const std::string& line) {
    ProgramFlags flags;
    return LineError(parse, line, &flags);
  });
}

// Even next to `wrong`, which is an error alone.
template <typename ProgramFlags>
void ExpectHelpAndVersionNeedNothingElse(ParseProgramFlags<ProgramFlags> parse,
                                         const std::string& wrong) {
  ProgramFlags help, version, neither;
  EXPECT_EQ(FlagsError(parse, {"--help", wrong}, &help), "");
  EXPECT_TRUE(help.help);
  EXPECT_EQ(FlagsError(parse, {"--version", wrong}, &version), "");
  EXPECT_TRUE(version.version);
  EXPECT_NE(FlagsError(parse, {wrong}, &neither), "");
}

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_TOOLS_COMMON_FLAGS_TEST_UTIL_H_
