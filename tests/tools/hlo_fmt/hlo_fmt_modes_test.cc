// -i, --check, --diff, and their messages for one file and for several.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/tools/hlo_fmt/hlo_fmt_test_util.h"

namespace hlo_text_v1::hlo_fmt_modes_test {

using namespace internal;

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr char kKept[] = R"(HloModule good
ENTRY main {
  x = f32[2] parameter(0)
  ROOT y = f32[2] negate(x)
}
)";

class HloFmtModesTest : public HloFmtTest {
 protected:
  void SetUp() override {
    HloFmtTest::SetUp();
    Put("printed.hlo", kGoodPrinted);
    Put("again.hlo", kGoodPrinted);
  }
  // Expects the exit code, standard output and standard error of hlo-fmt ARGUMENTS.
  void Expect(const std::string& arguments, int exit_code, const std::string& out,
              const std::string& err) const {
    const Result r = Run(arguments);
    EXPECT_EQ(r.exit_code, exit_code) << arguments;
    EXPECT_EQ(r.out, out) << arguments;
    EXPECT_EQ(r.err, err) << arguments;
  }
};

TEST_F(HloFmtModesTest, InPlace) {
  Expect("-i good.hlo", 0, "", "");
  EXPECT_EQ(Get("good.hlo"), kGoodPrinted);
  Expect("--check good.hlo", 0, "", "");
}

TEST_F(HloFmtModesTest, InPlaceLeavesABadFile) {
  const Result r = Run("-i bad.hlo good.hlo");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_EQ(r.out, "");
  EXPECT_THAT(r.err, StartsWith(std::string("bad.hlo") + kBadError));
  EXPECT_THAT(r.err, HasSubstr("\n1 file changed, 1 with errors\n"));
  EXPECT_EQ(Get("bad.hlo"), kBad);
  EXPECT_EQ(Get("good.hlo"), kGoodPrinted);
}

TEST_F(HloFmtModesTest, Check) {
  Expect("--check good.hlo", 1, "good.hlo\n", "");
  Expect("--check printed.hlo", 0, "", "");
  Expect("--check good.hlo printed.hlo again.hlo ./good.hlo", 1, "good.hlo\n",
         "1 file would change, 2 unchanged\n");
  Expect("--check printed.hlo again.hlo", 0, "", "2 files unchanged\n");
  Expect("--check good.hlo good.hlo", 1, "good.hlo\n", "");  // each file once
  EXPECT_EQ(Get("good.hlo"), kGood);
}

TEST_F(HloFmtModesTest, CheckOfBadAndMissingFiles) {
  const Result bad = Run("--check bad.hlo good.hlo");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_EQ(bad.out, "good.hlo\n");
  EXPECT_THAT(bad.err, StartsWith(std::string("bad.hlo") + kBadError));
  Expect("--check missing.hlo good.hlo", 3, "good.hlo\n",
         "hlo-fmt: missing.hlo: No such file or directory\n1 file would change, 1 with errors\n");
}

TEST_F(HloFmtModesTest, Diff) {
  Put("a.hlo", "HloModule a\nENTRY e {\n  ROOT x =  f32[] parameter(0)\n}\n");
  const std::string diff =
      "@@ -1,4 +1,4 @@\n HloModule a\n ENTRY e {\n-  ROOT x =  f32[] parameter(0)\n"
      "+  ROOT x = f32[] parameter(0)\n }\n";
  Expect("--keep --diff a.hlo", 1, "--- a.hlo.orig\n+++ a.hlo\n" + diff, "");
  Expect("--keep --diff <a.hlo", 1, "--- <stdin>.orig\n+++ <stdin>\n" + diff, "");
  Expect("--keep --diff --stdin_filename=d/b.hlo - <a.hlo", 1,
         "--- d/b.hlo.orig\n+++ d/b.hlo\n" + diff, "");
  Expect("--diff printed.hlo", 0, "", "");
  EXPECT_THAT(Run("--diff good.hlo printed.hlo").err, "1 file would change, 1 unchanged\n");
}

// Nothing is cut, so patch(1) can read it.
TEST_F(HloFmtModesTest, DiffIsWhole) {
  std::string text = "HloModule a\nENTRY e {\n";
  for (int i = 0; i < 300; ++i) {
    text += "  p" + std::to_string(i) + " =  f32[] constant(1), metadata={op_name=\"" +
            std::string(1000, 'x') + "\"}\n";
  }
  Put("a.hlo", text + "}\n");
  const Result r = Run("--keep --diff a.hlo");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_THAT(r.out, Not(HasSubstr("...")));
  EXPECT_THAT(r.out, HasSubstr("\n+  p299 = f32[] constant(1), metadata={op_name=\"" +
                               std::string(1000, 'x') + "\"}\n"));
}

TEST_F(HloFmtModesTest, Keep) {
  Put("a.hlo", "// RUN\nHloModule  a\nENTRY e { ROOT x = f32[]  parameter(0) // p\n}\n");
  Expect("--keep --check a.hlo", 1, "a.hlo\n", "");
  Expect("--keep -i a.hlo", 0, "", "");
  EXPECT_EQ(Get("a.hlo"),
            "// RUN\nHloModule a\nENTRY e {\n  ROOT x = f32[] parameter(0) // p\n}\n");
  Expect("--keep --check a.hlo good.hlo", 0, "", "2 files unchanged\n");
  EXPECT_EQ(Get("good.hlo"), kKept);
}

TEST_F(HloFmtModesTest, Lines) {
  const std::string text =
      "HloModule a\nENTRY e {\n  x =  f32[] parameter(0)\n"
      "  ROOT y =  f32[] negate(x)\n}\n";
  Put("a.hlo", text);
  Expect("--keep --lines=4:4 --diff a.hlo", 1,
         "--- a.hlo.orig\n+++ a.hlo\n@@ -1,5 +1,5 @@\n HloModule a\n ENTRY e {\n"
         "   x =  f32[] parameter(0)\n-  ROOT y =  f32[] negate(x)\n+  ROOT y = f32[] negate(x)\n"
         " }\n",
         "");
  Expect("--keep --lines=1:2 --check a.hlo", 0, "", "");
  Expect("--keep --lines=3:3 --check <a.hlo", 1, "<stdin>\n", "");
  Expect("--keep --lines=3:3 -i a.hlo", 0, "", "");
  EXPECT_EQ(Get("a.hlo"),
            "HloModule a\nENTRY e {\n  x = f32[] parameter(0)\n"
            "  ROOT y =  f32[] negate(x)\n}\n");
}

// XLA's text of an unscheduled module changes its order when read again.
TEST_F(HloFmtModesTest, InPlaceWritesWhatStays) {
  Put("a.hlo", R"(HloModule m
ENTRY e {
  x = f32[2] parameter(0)
  c = f32[2] cosine(x)
  b = f32[2] sine(x)
  a = f32[2] add(b, c)
  ROOT r = (f32[2], f32[2], f32[2]) tuple(a, c, b)
}
)");
  for (const char* style : {"default", "short_parsable", "canonical", "dump"}) {
    const std::string flag = std::string("--style=") + style;
    const Result r = Run("-i --lossy " + flag + " a.hlo");
    EXPECT_EQ(r.exit_code, 0) << r.err;
    Expect("--check " + flag + " a.hlo", 0, "", "");
  }
}

TEST_F(HloFmtModesTest, StandardInputHasAName) {
  Expect("--check --stdin_filename=x.hlo <good.hlo", 1, "x.hlo\n", "");
  EXPECT_THAT(Run("--stdin_filename=x.hlo <bad.hlo").err,
              StartsWith(std::string("x.hlo") + kBadError));
}

TEST_F(HloFmtModesTest, SplitInputFile) {
  const std::string good = kGood;
  Put("split.hlo", "// RUN: x\n// -----\n" + good + "// -----  \n\n" + good);
  const std::string printed =
      "// RUN: x\n// -----\n" + std::string(kGoodPrinted) + "// -----  \n" + kGoodPrinted;
  EXPECT_EQ(Run("split.hlo").exit_code, 1);
  Expect("--split_input_file split.hlo", 0, printed, "");
  EXPECT_EQ(Run("-i --split_input_file split.hlo").exit_code, 0);
  EXPECT_EQ(Get("split.hlo"), printed);
  Expect("--split_input_file --check split.hlo", 0, "", "");
  const Result prints = Run("--split_input_file --fingerprint split.hlo");
  EXPECT_EQ(prints.out.substr(0, 43), prints.out.substr(44, 43));
  EXPECT_EQ(prints.out.size(), 88u);
}

TEST_F(HloFmtModesTest, Summary) {
  const std::string text = "HloModule m\nENTRY e { ROOT p = f32[] parameter(0) }\n";
  Put("a.hlo", text);
  Put("b.hlo", text);
  const Result two = Run("--summary a.hlo b.hlo");
  EXPECT_EQ(two.exit_code, 0);
  EXPECT_THAT(two.out, StartsWith("a.hlo: m: 1 instruction in 1 computation"));
  EXPECT_THAT(two.out, HasSubstr("\nb.hlo: m: 1 instruction"));
  EXPECT_THAT(Run("--summary=json <a.hlo").out, StartsWith("{\"hlo_summary_version\":1,"));
  EXPECT_THAT(Run("--summary=json a.hlo").out, StartsWith("{\"file\":\"a.hlo\","));
  EXPECT_THAT(Run("--summary=xml a.hlo").err, HasSubstr("--summary expects json, not 'xml'"));
  EXPECT_THAT(Run("--summary --only=x a.hlo").err,
              HasSubstr("--summary cannot be used with --only"));
}

TEST_F(HloFmtModesTest, SplitInputFileCountsLinesOfTheFile) {
  Put("split.hlo", std::string(kBad) + "// -----\n" + kGood + "// -----\n" + kBad);
  const Result r = Run("--split_input_file split.hlo");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_EQ(r.out, "");
  EXPECT_THAT(r.err, StartsWith(std::string("split.hlo") + kBadError));
  EXPECT_THAT(r.err, HasSubstr("\nsplit.hlo:16:22: error: expects 2 operands"));
  EXPECT_THAT(r.err, HasSubstr("\n  ROOT y = f32[2] add(x)\n"));
}

TEST_F(HloFmtModesTest, ContradictionsAreUsageErrors) {
  Expect("-i --check good.hlo", 2, "",
         "hlo-fmt: -i cannot be used with --check\nTry hlo-fmt --help.\n");
  Expect("-i <good.hlo", 2, "",
         "hlo-fmt: -i requires files, not standard input\nTry hlo-fmt --help.\n");
  EXPECT_EQ(Get("good.hlo"), kGood);
}

// script(1) gives the program a terminal.
TEST_F(HloFmtModesTest, ColorsOnATerminalOnly) {
  if (!HasTerminal()) GTEST_SKIP() << "no script(1), or no pseudo-terminal";
  const std::string script = "--version; script -qec \"'" HLO_FMT "' --diff good.hlo\" /dev/null";
  EXPECT_THAT(Run("--version; export TERM=xterm; unset NO_COLOR; :" + script.substr(9)).out,
              HasSubstr("\033[32m+HloModule"));
  EXPECT_THAT(Run("--version; export TERM=xterm NO_COLOR=1; :" + script.substr(9)).out,
              Not(HasSubstr("\033")));
  EXPECT_THAT(Run("--diff good.hlo").out, Not(HasSubstr("\033")));
}

}  // namespace hlo_text_v1::hlo_fmt_modes_test
