// For tests of the verifier: a module's text in, the texts of its violations out.
#ifndef HLO_TESTS_VERIFY_VERIFY_TEST_UTIL_H_
#define HLO_TESTS_VERIFY_VERIFY_TEST_UTIL_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "hlo/module.h"
#include "hlo/verify.h"
#include "tests/support/read.h"

namespace hlo_text_v1::test {

using namespace internal;

inline std::vector<std::string> Messages(const HloModule& module,
                                         const VerifyOptions& options = {}) {
  std::vector<std::string> messages;
  for (const Diagnostic& violation : Verify(module, options)) {
    messages.push_back(violation.message);
  }
  return messages;
}

struct VerifyCase {
  const char* name;
  std::string text;
  std::vector<std::string> messages = {};  // each matches the violation at the same place
  VerifyOptions options = {};
};

// Exactly the expected violations, and with first_only just the first one.
inline void Check(const VerifyCase& c) {
  SCOPED_TRACE(std::string(c.name) + "\n" + c.text);
  const HloModule module = ReadModule(c.text);
  const std::vector<std::string> messages = Messages(module, c.options);
  std::vector<::testing::Matcher<std::string>> expected;
  for (const std::string& message : c.messages) expected.push_back(::testing::HasSubstr(message));
  EXPECT_THAT(messages, ::testing::ElementsAreArray(expected));
  VerifyOptions first_only = c.options;
  first_only.first_only = true;
  EXPECT_EQ(Verify(module, first_only).size(), c.messages.empty() ? 0u : 1u);
}

// A module around the instructions of its entry computation.
inline std::string Module(std::string_view computations, std::string_view entry,
                          std::string_view header = "") {
  return "HloModule m" + std::string(header) + "\n" + std::string(computations) + "\nENTRY e {\n" +
         std::string(entry) + "\n}\n";
}

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_VERIFY_VERIFY_TEST_UTIL_H_
