#include "tests/support/cases.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <string>

namespace hlo_text_v1::cases_test {

using namespace internal;

TEST(Cases, AFailureIsReportedAtItsRow) {
  testing::TestPartResultArray failures;
  const int line = __LINE__;
  {
    const testing::ScopedFakeTestPartResultReporter reporter(&failures);
    ExpectCases({{"right", kSame},
                 {"plain", "wrong"},
                 {"quoted \"\\\n\"", "wrong"},
                 {R"(raw
lines)",
                  "wrong"},
                 {std::string("put ") + "together", "wrong"}},
                [](const std::string& text) { return text; });
  }
  ASSERT_EQ(failures.size(), 4);
  const int rows[] = {line + 4, line + 5, line + 6, line + 3};
  for (int i = 0; i < 4; ++i) {
    const testing::TestPartResult& failure = failures.GetTestPartResult(i);
    EXPECT_STREQ(failure.file_name(), __FILE__);
    EXPECT_EQ(failure.line_number(), rows[i]) << failure.message();
  }
}

}  // namespace hlo_text_v1::cases_test
