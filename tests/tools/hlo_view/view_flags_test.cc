#include "src/tools/hlo_view/view_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/tools/common/flags_test_util.h"

namespace hlo_text_v1::view_flags_test {

using namespace internal;

using testing::ElementsAre;

// The error of a command line of words; empty if there is none.
std::string Parse(const std::string& line, ViewFlags* flags) {
  return test::LineError(ParseViewFlags, line, flags);
}

TEST(ViewFlags, Values) {
  ViewFlags page;
  EXPECT_EQ(Parse("-o a.html", &page), "");
  EXPECT_EQ(page.format, "html");
  EXPECT_THAT(page.files, ElementsAre("-"));

  ViewFlags passes;
  EXPECT_EQ(Parse("--passes /tmp/x --stages 3,after_fusion", &passes), "");
  EXPECT_EQ(passes.format, "text");
  EXPECT_THAT(passes.files, ElementsAre());
  EXPECT_EQ(passes.stage_before, "3");
  EXPECT_EQ(passes.stage_after, "after_fusion");
}

TEST(ViewFlags, AFolderIsOfPasses) {
  ViewFlags flags;
  EXPECT_EQ(Parse(HLO_TEXT_TESTDATA "/passes/jax --first=copy", &flags), "");
  EXPECT_EQ(flags.passes, HLO_TEXT_TESTDATA "/passes/jax");
  EXPECT_EQ(flags.format, "text");
  EXPECT_THAT(flags.files, ElementsAre());
}

TEST(ViewFlags, TwoOfAKind) {
  ViewFlags files;
  EXPECT_EQ(Parse("--diff_against=a b", &files), "");
  EXPECT_EQ(files.format, "html");
  EXPECT_EQ(files.diff_against, "a");
  EXPECT_THAT(files.files, ElementsAre("b"));

  ViewFlags folders;
  EXPECT_EQ(Parse("--diff_against=" HLO_TEXT_TESTDATA "/passes/jax " HLO_TEXT_TESTDATA "/passes",
                  &folders),
            "");
  EXPECT_EQ(folders.format, "text");
  EXPECT_EQ(folders.passes, HLO_TEXT_TESTDATA "/passes");
  EXPECT_THAT(folders.files, ElementsAre());
}

TEST(ViewFlags, OpenWritesAPage) {
  ViewFlags flags;
  EXPECT_EQ(Parse("--open --passes=d", &flags), "");
  EXPECT_EQ(flags.format, "html");
  ViewFlags report;
  EXPECT_EQ(Parse("--passes=d", &report), "");
  EXPECT_EQ(report.format, "text");
}

TEST(ViewFlags, HelpAndVersionNeedNothingElse) {
  test::ExpectHelpAndVersionNeedNothingElse(ParseViewFlags, "--first=x");
}

TEST(ViewFlags, Errors) {
  const Case cases[] = {
      {"a b", "only one FILE is allowed"},
      {"a --format=json", "--format=json requires --passes"},
      {"a --first=x", "--first requires --passes"},
      {"a --blame=x", "--blame requires --passes"},
      {"a --module=1", "--module requires --passes"},
      {"a --stages=1,2", "--stages requires --passes"},
      {"a --all", "--all requires --passes"},
      {"--passes=d a", "--passes cannot be used with a FILE"},
      {"--passes=d --first=x --stages=1,2", "--first cannot be used with --stages"},
      {"--passes=d --all --stages=1,2", "--all cannot be used with --stages"},
      {"--passes=d --all --first=x", "--all cannot be used with --first"},
      {"--passes=d --allow_unknown", "--allow_unknown cannot be used with --passes"},
      {"--passes=d --upgrade_legacy", "--upgrade_legacy cannot be used with --passes"},
      {"--passes=d --first=(", "--first expects REGEX, not '(': missing ): ("},
      {"--passes=d --first=", "--first expects REGEX, not ''"},
      {"--passes=d --first=x --format=html", "--first cannot be used with --format=html"},
      {"--passes=d --module=(", "--module expects REGEX, not '(': missing ): ("},
      {"--only=(", "--only expects REGEX, not '(': missing ): ("},
      {"--passes=", "--passes expects DIR, not ''"},
      {"--passes=d --stages=", "--stages expects A,B, not ''"},
      {"--passes=d --stages=1", "--stages expects A,B, not '1'"},
      {"--passes=d --stages=1,", "--stages expects A,B, not '1,'"},
      {"--passes=d --stages=1,2,3", "--stages expects A,B, not '1,2,3'"},
      {"--open --passes=d --format=text", "--open cannot be used with --format=text"},
      {"--open --passes=d --format=json", "--open cannot be used with --format=json"},
      {"--open --passes=d --first=x", "--open cannot be used with --first"},
      {"--profile=", "--profile expects FILE, not ''"},
      {"--profile=-", "--profile=- requires a FILE"},
      {"--profile=p --diff_against=a b", "--profile cannot be used with --diff_against"},
      {"--profile=p --passes=d", "--profile cannot be used with --passes"},
      {"--only=f --diff_against=a b", "--only cannot be used with --diff_against"},
      {"--only=f --passes=d", "--only cannot be used with --passes"},
      {"--diff_against=", "--diff_against expects FILE, not ''"},
      {"--diff_against=-", "--diff_against=- requires a FILE"},
      {"--diff_against=- -", "--diff_against=- requires a FILE"},
      {"--diff_against=a b c", "only one FILE is allowed"},
      {"--diff_against=a --passes=d --first=x", "--diff_against cannot be used with --first"},
      {"--diff_against=" HLO_TEXT_TESTDATA " a",
       "--diff_against requires two files or two folders"},
      {"--diff_against=" HLO_TEXT_SOURCE "/README.md " HLO_TEXT_TESTDATA,
       "--diff_against requires two files or two folders"},
      {"--passes=d --stages=,2", "--stages expects A,B, not ',2'"},
  };
  test::ExpectFlagsErrors(ParseViewFlags, cases);
}

}  // namespace hlo_text_v1::view_flags_test
