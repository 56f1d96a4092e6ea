// hlo-reduce as users run it: a shell runs it, with scripts as tests.
// Tests: command_test, reduce_file
// Tests of src/tools/common: run_command
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "tests/support/program_test_util.h"

namespace hlo_text_v1::hlo_reduce_test {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr char kModule[] = R"(HloModule model
sum { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }
ENTRY main {
  p = f32[8] parameter(0), metadata={op_name="p"}
  e = f32[8] exponential(p)
  n = f32[8] negate(e)
  z = f32[] constant(0)
  ROOT r = f32[] reduce(n, z), dimensions={0}, to_apply=sum
}
)";
constexpr char kSmall[] = R"(HloModule m, entry_computation_layout={(f32[])->f32[]}

ENTRY %f (p: f32[]) -> f32[] {
  %p = f32[] parameter(0)
  ROOT %n = f32[] negate(%p)
}
)";

class HloReduceTest : public ProgramTest {
 protected:
  HloReduceTest() : ProgramTest(HLO_REDUCE) {}

  void SetUp() override {
    ProgramTest::SetUp();
    Put("in.hlo", kModule);
    PutScript("has_negate", "grep -q negate \"$1\"");
    // Dies by a signal, after a message.
    PutScript("compiler", "grep -q negate \"$1\" || exit 1; echo Check failed: x; kill -ABRT $$");
  }
  void PutScript(const std::string& name, const std::string& text) {
    Put(name, "#!/bin/sh\necho x >> calls\n" + text + "\n");
    chmod((directory_ / name).c_str(), 0755);
  }
};

TEST_F(HloReduceTest, ByAScript) {
  for (const char* command : {"--test=./has_negate in.hlo", "--test=has_negate --jobs=4 in.hlo",
                              "--test ./has_negate - <in.hlo"}) {
    SCOPED_TRACE(command);
    const Result r = Run(command);
    EXPECT_EQ(r.exit_code, 0);
    EXPECT_THAT(r.out, StartsWith("// hlo-reduce --test=\""));
    EXPECT_EQ(r.out.substr(r.out.find("HloModule")), kSmall);
    EXPECT_THAT(r.err, HasSubstr("9 lines to 6; "));
  }
}

// A script next to the input, or a program like `true`.
TEST_F(HloReduceTest, ByAProgramOfThePath) {
  const Result r = Run("--test=true in.hlo");
  EXPECT_EQ(r.exit_code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("ENTRY %f"));
}

TEST_F(HloReduceTest, ByACrashOrOutput) {
  for (const char* command :
       {"--crashes='./compiler {}' in.hlo -o out", "--crashes='./compiler \"{}\"' in.hlo -o out",
        "--prints='failed: [xy]' --by='./compiler {}' in.hlo -o out",
        "--crashes=./compiler --prints='x$' in.hlo -o out"}) {
    SCOPED_TRACE(command);
    EXPECT_EQ(Run(command).exit_code, 0);
    const std::string out = Get("out");
    EXPECT_EQ(out.substr(out.find("HloModule")), kSmall);
  }
  EXPECT_THAT(Run("--crashes=\"true {}\" in.hlo").err,
              HasSubstr("is not interesting: the command exits with 0, not by a signal"));
  EXPECT_THAT(Run("--prints=y --by='./compiler {}' in.hlo").err,
              HasSubstr("the output of the command does not match --prints"));
}

TEST_F(HloReduceTest, Protos) {
  // A proto is not text, but contains the names of opcodes.
  ASSERT_EQ(
      std::system(("'" HLO_TRANSLATE "' --to=hlo-proto -o '" + (directory_ / "in.pb").string() +
                   "' '" + (directory_ / "in.hlo").string() + "'")
                      .c_str()),
      0);
  EXPECT_EQ(Run("--test=./has_negate in.pb -o out.pb").exit_code, 0);
  EXPECT_LT(Get("out.pb").size(), Get("in.pb").size() / 2);
  EXPECT_THAT(Get("out.pb"), HasSubstr("negate"));
  EXPECT_THAT(Get("out.pb"), Not(HasSubstr("exponential")));
}

TEST_F(HloReduceTest, TextThatCannotBeRead) {
  Put("bad.hlo",
      "HloModule bad\n\nENTRY e {\n  a = f32[] parameter(0)\n  ROOT b = f32[] negate(\n}\n");
  const Result r = Run("--test=./has_negate bad.hlo");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.err, HasSubstr("cannot be read: reducing the text"));
  EXPECT_THAT(r.out, HasSubstr("\nnegate"));
}

TEST_F(HloReduceTest, PrintsMeansOutputAndErrors) {
  PutScript("talks", "echo out; echo err >&2");
  for (const char* words : {"out", "err", "out.err"}) {
    EXPECT_EQ(Run(std::string("--prints='(?s)") + words + "' --by=./talks in.hlo").exit_code, 0)
        << words;
  }
}

TEST_F(HloReduceTest, Refuses) {
  EXPECT_EQ(Run("--test=false in.hlo").exit_code, 1);
  const Result nothing = Run("--test=./nothing in.hlo");
  EXPECT_EQ(nothing.exit_code, 3);
  EXPECT_THAT(nothing.err, HasSubstr("cannot run ./nothing: No such file or directory"));
  EXPECT_EQ(Run("--test=true nothing.hlo").exit_code, 3);
  PutScript("counts", "echo >> tests; exit 0");
  const Result nowhere = Run("--test=./counts -o no/where in.hlo");
  EXPECT_EQ(nowhere.exit_code, 3);
  EXPECT_THAT(nowhere.err, HasSubstr("no/where: No such file or directory"));
  EXPECT_FALSE(fs::exists(directory_ / "tests")) << "a test ran";
  const Result pattern = Run("--prints='(' --by=true in.hlo");
  EXPECT_EQ(pattern.exit_code, 2);
  EXPECT_THAT(pattern.err, HasSubstr("--prints expects REGEX, not '(': missing ): ("));
  EXPECT_EQ(Run("in.hlo").exit_code, 2);
  Put("wrong.hlo", "HloModule m\nENTRY e { p = f32[4] parameter(0) ROOT n = f32[5] negate(p) }");
  const Result wrong = Run("--test=./has_negate wrong.hlo");
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.err, HasSubstr("--unverified reduces it nevertheless"));
  EXPECT_EQ(Run("--unverified --test=./has_negate wrong.hlo").exit_code, 0);
}

TEST_F(HloReduceTest, TimesOut) {
  PutScript("slow", "grep -q negate \"$1\" && exit 0; sleep 100");
  EXPECT_EQ(Run("--timeout=1 --max_tests=3 --test=./slow in.hlo").exit_code, 1);
  PutScript("slow_at_once", "sleep 100");
  EXPECT_THAT(Run("--timeout=1 --test=./slow_at_once in.hlo").err,
              HasSubstr("the test took more than 1 seconds"));
}

// The best module so far is in the file, and the test process has ended.
TEST_F(HloReduceTest, Interrupted) {
  PutScript("hangs",
            "[ $(wc -l < calls) -lt 4 ] || { echo > hung; sleep 100; }\ngrep -q negate \"$1\"");
  const Result r =
      Run("--test=./hangs in.hlo -o out & pid=$!; while [ ! -e hung ]; do sleep 0.1; done; kill "
          "-INT $pid; wait $pid");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_THAT(r.err, HasSubstr("stopped; "));
  EXPECT_THAT(Get("out"), HasSubstr("negate"));
  EXPECT_THAT(Get("out"), Not(HasSubstr("op_name")));
}

TEST_F(HloReduceTest, ExtractsAndAnonymizes) {
  EXPECT_THAT(Run("--extract=%e in.hlo").out, HasSubstr("ROOT %e = f32[8]{0} exponential(%p)"));
  EXPECT_THAT(Run("--extract=n --hops=0 in.hlo").out,
              HasSubstr("ROOT %n = f32[8]{0} negate(%p.1)"));
  EXPECT_EQ(Run("--extract=nobody in.hlo").exit_code, 1);
  const Result r = Run("--anonymize in.hlo");
  EXPECT_THAT(r.out, HasSubstr("HloModule module"));
  EXPECT_THAT(r.err, HasSubstr("left: opcodes, shapes and edges"));
  EXPECT_THAT(Run("--extract=e --anonymize in.hlo").out, HasSubstr("%exponential.1"));
}

}  // namespace hlo_text_v1::hlo_reduce_test
