#include "src/tools/hlo_check/check_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/cases.h"
#include "tests/tools/common/flags_test_util.h"

namespace hlo_text_v1::check_flags_test {

using namespace internal;

using testing::ElementsAre;

std::string Parse(const std::string& line, CheckFlags* flags) {
  return test::LineError(ParseCheckFlags, line, flags);
}

TEST(CheckFlags, FileChecksSpelling) {
  CheckFlags flags;
  EXPECT_EQ(Parse("-check-prefix=A --check-prefixes B,C a.hlo --input-file=- -DX=y=z -D #N=1 -v "
                  "--implicit-check-not x-y --implicit-check-not=z -dump-input=always -vv",
                  &flags),
            "");
  EXPECT_THAT(flags.checks.prefixes, ElementsAre("A", "B", "C"));
  EXPECT_THAT(flags.checks.definitions, ElementsAre("X=y=z", "#N=1"));
  EXPECT_THAT(flags.checks.implicit_nots, ElementsAre("x-y", "z"));
  EXPECT_THAT(flags.checks.comment_prefixes, ElementsAre("COM", "RUN"));
  EXPECT_THAT(flags.files, ElementsAre("a.hlo"));
  EXPECT_EQ(flags.input_file, "-");
}

TEST(CheckFlags, FilesAfterTwoDashes) {
  CheckFlags flags;
  EXPECT_EQ(Parse("-- -check-prefix=A", &flags), "");
  EXPECT_THAT(flags.files, ElementsAre("-check-prefix=A"));
}

TEST(CheckFlags, HelpAndVersionNeedNothingElse) {
  test::ExpectHelpAndVersionNeedNothingElse(ParseCheckFlags, "--jobs=1");
}

TEST(CheckFlags, Errors) {
  const Case cases[] = {
      {"", "FILE is required"},
      {"--input_file=a b c", "only one FILE is allowed with --input_file"},
      {"-o x a", "-o requires --update"},
      {"--check_prefix=1 a", "--check_prefix expects words of letters, digits, - and _, not '1'"},
      {"--comment_prefixes=, a",
       "--comment_prefixes expects words of letters, digits, - and _, not ''"},
      {"--check_prefix=A,A a", "the prefix A is given twice"},
      {"--check_prefix=COM a", "the prefix COM is given twice"},
      {"--check_prefix=A.B a",
       "--check_prefix expects words of letters, digits, - and _, not 'A.B'"},
      {"--substitute=x a", "--substitute expects NAME=VALUE, not 'x'"},
      {"--substitute==x a", "--substitute expects NAME=VALUE, not '=x'"},
      {"--input_file=x --jobs=2 a", "--input_file cannot be used with --jobs"},
      {"--check-prefx=A a", "unknown flag --check_prefx; did you mean --check_prefix?"},
  };
  ExpectCases(cases, [](const std::string& line) {
    CheckFlags flags;
    return Parse(line, &flags);
  });
}

}  // namespace hlo_text_v1::check_flags_test
