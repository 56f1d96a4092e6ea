#include "src/tools/hlo_reduce/reduce_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/tools/common/flags_test_util.h"

namespace hlo_text_v1::reduce_flags_test {

using namespace internal;

using testing::ElementsAre;

std::string Parse(const std::string& line, ReduceFlags* flags) {
  return test::LineError(ParseReduceFlags, line, flags);
}

TEST(ReduceFlags, Values) {
  ReduceFlags flags;
  EXPECT_EQ(Parse("--test=t --jobs=4 --timeout 9 --max_tests=7 a.hlo", &flags), "");
  EXPECT_EQ(flags.test, "t");
  EXPECT_EQ(flags.job_count, 4);
  EXPECT_EQ(flags.timeout_seconds, 9);
  EXPECT_EQ(flags.test_limit, 7);

  ReduceFlags part;
  EXPECT_EQ(Parse("--extract=%a,b --hops=0 a.hlo", &part), "");
  EXPECT_THAT(part.names, ElementsAre("a", "b"));
  EXPECT_EQ(part.hop_count, 0);
}

TEST(ReduceFlags, HelpAndVersionNeedNothingElse) {
  test::ExpectHelpAndVersionNeedNothingElse(ParseReduceFlags, "--hops=1");
}

TEST(ReduceFlags, Errors) {
  const Case cases[] = {
      {"a", "--test, --crashes, --prints, --extract or --anonymize is required"},
      {"--test=t", "FILE is required"},
      {"--test=t a b", "only one FILE is allowed"},
      {"--test=t --crashes=c{} a", "--test cannot be used with --crashes"},
      {"--prints=x a", "--prints requires --by or --crashes"},
      {"--prints=( --by=c a", "--prints expects REGEX, not '(': missing ): ("},
      {"--test= a", "--test expects SCRIPT, not ''"},
      {"--by=c{} a", "--by requires --prints"},
      {"--prints=x --by=c{} --crashes=c{} a", "--by cannot be used with --crashes"},
      {"--test=t --hops=1 a", "--hops requires --extract"},
      {"--extract=, a", "--extract expects NAME, not ','"},
      {"--extract=x --test=t a", "--extract cannot be used with --test"},
      {"--test=t --jobs=0 a", "--jobs expects a number from 1 to 1024, not '0'"},
      {"--test=t --timeout=0 a", "--timeout expects a number from 1 to 1000000, not '0'"},
      {"--test=t --max_tests=0 a", "--max_tests expects a number from 1 to 1000000000, not '0'"},
      {"--extract=x --hops=-1 a", "--hops expects a number from 0 to 1000000000, not '-1'"},
      {"--tests=t a", "unknown flag --tests; did you mean --test?"},
  };
  test::ExpectFlagsErrors(ParseReduceFlags, cases);
}

}  // namespace hlo_text_v1::reduce_flags_test
