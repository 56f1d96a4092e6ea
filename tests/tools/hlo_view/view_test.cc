// hlo-view as a program: its output, messages and exit statuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/support/program_test_util.h"

namespace hlo_text_v1::view_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kText[] = R"(HloModule m
add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT c = f32[] add(a, b) }
ENTRY e {
  x = f32[8] parameter(0)
  z = f32[] constant(0)
  ROOT r = f32[] reduce(x, z), dimensions={0}, to_apply=add
}
)";

class ViewTest : public ProgramTest {
 protected:
  ViewTest() : ProgramTest(HLO_VIEW) {}

  void SetUp() override {
    ProgramTest::SetUp();
    Put("a.hlo", kText);
    Put("b/a.hlo", kText);
    Put("unknown.hlo", "ENTRY e { ROOT x = f32[8] parameter(0), word=1 }");
    Put("bad.hlo", "ENTRY e { ROOT x = f32[8] add() }");
  }
};

TEST_F(ViewTest, Pages) {
  const Result page = Run("a.hlo");
  EXPECT_EQ(page.exit_code, 0) << page.err;
  EXPECT_EQ(page.out.substr(0, 15), "<!DOCTYPE html>");
  EXPECT_EQ(Run("- <a.hlo").exit_code, 0);
  EXPECT_EQ(Run("-o page.html a.hlo").out, "");
  EXPECT_EQ(Get("page.html"), page.out);

  const Result part = Run("--only='^add$' a.hlo");
  EXPECT_EQ(part.exit_code, 0) << part.err;
  EXPECT_LT(part.out.size(), page.out.size());

  EXPECT_EQ(Run("unknown.hlo").exit_code, 0);

  const Result diff = Run("--diff_against=b/a.hlo a.hlo");
  EXPECT_EQ(diff.exit_code, 0) << diff.err;
  // Only the names of the files are equal, not their folders.
  EXPECT_NE(diff.out.find("b/a.hlo"), std::string::npos);
}

// script, of util-linux, gives a program a terminal.
TEST_F(ViewTest, WritesNoPageToATerminal) {
  const Result r =
      Run("--version >.version; script -qec '" HLO_VIEW " a.hlo' /dev/null </dev/null");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_EQ(r.out, "hlo-view: a page is not for a terminal: --open shows it, -o FILE keeps it\r\n");
}

TEST_F(ViewTest, Refuses) {
  const struct {
    const char* command;
    int exit_code;
    const char* error;
  } rows[] = {
      {"missing.hlo", 3, "missing.hlo: No such file"},
      {"bad.hlo", 1, "bad.hlo:1:30: error: expects 2 operands"},
      {"--noallow_unknown unknown.hlo", 1, "unknown.hlo:1:41: error: "},
      {"--only='(' a.hlo", 2, "hlo-view: --only expects REGEX, not '(': missing ): ("},
      {"--only=nothing a.hlo", 1, "a.hlo: no computation matches --only=nothing"},
      {"--diff_against=bad.hlo a.hlo", 1, "bad.hlo:1:30: error: "},
      {"--diff_against=a.hlo bad.hlo", 1, "bad.hlo:1:30: error: "},
      {"--diff_against=missing.hlo a.hlo", 3, "missing.hlo: No such file"},
      {"--profile=missing.json a.hlo", 3, "missing.json: No such file"},
      {"--passes=missing", 3, "missing"},
      {"-o missing/page.html a.hlo", 3, "missing/page.html"},
      {"--format=png a.hlo", 2, "hlo-view: "},
  };
  for (const auto& row : rows) {
    const Result result = Run(row.command);
    EXPECT_EQ(result.exit_code, row.exit_code) << row.command << "\n" << result.err;
    EXPECT_THAT(result.err, HasSubstr(row.error)) << row.command;
    EXPECT_EQ(result.out, "") << row.command;
  }
}

// tests/checks/hlo_view_check.py tests what the browser gets.
TEST_F(ViewTest, Opens) {
  setenv("TMPDIR", directory_.c_str(), 1);
  const std::string search_path = getenv("PATH");
  setenv("PATH", "/nowhere", 1);  // no other browser
  setenv("BROWSER", "/bin/true", 1);
  EXPECT_EQ(Run("--open a.hlo").exit_code, 0);
  EXPECT_EQ(Run("--open -o kept.html a.hlo").exit_code, 0);
  EXPECT_EQ(Run("--open bad.hlo").exit_code, 1);
  EXPECT_EQ(Run("--open -o missing/page.html a.hlo").exit_code, 3);
  setenv("BROWSER", "/bin/false", 1);
  const Result failed = Run("--open -o kept.html a.hlo");
  EXPECT_EQ(failed.exit_code, 3);
  EXPECT_THAT(failed.err,
              StartsWith("hlo-view: no browser opens kept.html (/bin/false: exit status 1;"));
  setenv("TMPDIR", "/missing", 1);
  EXPECT_EQ(Run("--open a.hlo").err, "hlo-view: cannot make a temporary file: use -o\n");
  unsetenv("TMPDIR");
  unsetenv("BROWSER");
  setenv("PATH", search_path.c_str(), 1);
}

}  // namespace hlo_text_v1::view_test
