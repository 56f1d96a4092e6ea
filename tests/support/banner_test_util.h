// Checks that the examples in a header's banner are code of a test, verbatim.
#ifndef HLO_TESTS_SUPPORT_BANNER_TEST_UTIL_H_
#define HLO_TESTS_SUPPORT_BANNER_TEST_UTIL_H_

#include <gtest/gtest.h>

#include <cctype>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/read.h"

namespace hlo {

using namespace internal;

inline std::string WithoutBlanks(const std::string& text) {
  std::string result;
  for (char c : text) {
    if (!std::isspace(static_cast<unsigned char>(c))) result.push_back(c);
  }
  return result;
}

// The indented blocks of a header's first comment, without blanks.
inline std::vector<std::string> BannerExamples(const std::string& header) {
  std::istringstream lines(ReadFile(header));
  std::vector<std::string> examples;
  bool in_example = false;
  for (std::string line; std::getline(lines, line) && line.substr(0, 2) == "//";) {
    const std::string text = line.substr(2);
    if (WithoutBlanks(text).empty()) continue;  // within an example, or between paragraphs
    const bool is_example = text.substr(0, 3) == "   ";
    if (is_example && !in_example) examples.emplace_back();
    if (is_example) examples.back() += WithoutBlanks(text);
    in_example = is_example;
  }
  return examples;
}

// Checks that tests/FOLDER/NAME_test.cc has every example of include/hlo/NAME.h, up to blanks.
inline void ExpectBannerIsTested(const std::string& folder, const std::string& name) {
  const std::string test =
      WithoutBlanks(ReadFile(HLO_TEXT_TESTS "/" + folder + "/" + name + "_test.cc"));
  const std::vector<std::string> examples = BannerExamples(HLO_TEXT_INCLUDE "/hlo/" + name + ".h");
  EXPECT_FALSE(examples.empty());
  for (const std::string& example : examples) {
    EXPECT_NE(test.find(example), std::string::npos) << example;
  }
}

}  // namespace hlo

#endif  // HLO_TESTS_SUPPORT_BANNER_TEST_UTIL_H_
