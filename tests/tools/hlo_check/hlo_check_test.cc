// hlo-check as users run it.
// Tests: check_files, run_test
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "src/tools/hlo_check/run_test.h"
#include "tests/support/program_test_util.h"

namespace hlo_text_v1::hlo_check_test {

using namespace internal;

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class HloCheckTest : public ProgramTest {
 protected:
  HloCheckTest() : ProgramTest(HLO_CHECK) {}
};

TEST_F(HloCheckTest, InPlaceOfFileCheck) {
  Put("a.hlo", "CHECK: a\n");
  Put("good", "xa\n");
  Put("bad", "b\n");
  EXPECT_EQ(Run("--input-file=good a.hlo").exit_code, 0);
  EXPECT_EQ(Run("--input-file=- a.hlo <good").exit_code, 0);
  const Result bad = Run("a.hlo --input-file=- <bad");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_THAT(bad.err, StartsWith("a.hlo:1:8: error: CHECK: no match in the input\n"));
  EXPECT_THAT(bad.err, HasSubstr("<stdin>:1:1: note: searched from here\n"));
  const Result empty = Run("a.hlo --input-file=/dev/null");
  EXPECT_EQ(empty.exit_code, 1);
  EXPECT_EQ(empty.err, "hlo-check: /dev/null: is empty; --allow_empty accepts that\n");
  EXPECT_EQ(Run("a.hlo --input-file=none").exit_code, 3);
  EXPECT_EQ(Run("a.hlo --foo").exit_code, 2);
}

TEST_F(HloCheckTest, RunLines) {
  Put("tests/good.hlo",
      "// RUN: cat %s | sed s/^x/y/ > %t && cat %t \\\n// RUN:   | FileCheck %s\n"
      "// RUN: not FileCheck --check-prefix=NO %s < %s\n"
      "// RUN: echo %{NAME} %% | hlo-check %s --check-prefix=NAME\n"
      "// CHECK: y{{$}}\n// NO: 1{{$}}\n// NAME: value %{{$}}\nx\n");
  Put("tests/bad.hlo", "// RUN: echo x | FileCheck %s\n// CHECK: y\n");
  Put("tests/exit.hlo", "// RUN: false | cat\n");
  Put("tests/none.hlo", "HloModule m\n");
  Put("tests/slow.hlo", "// RUN: sleep 100\n");
  Put("not", "#!/bin/sh\n! \"$@\"\n");
  chmod((directory_ / "not").c_str(), 0755);
  const std::string flags = "--substitute=%{NAME}=value --timeout=1 ";
  EXPECT_EQ(
      Run("--version >/dev/null && PATH=.:$PATH '" + program_ + "' " + flags + "tests/good.hlo")
          .err,
      "");
  const Result all =
      Run("--version >/dev/null; PATH=.:$PATH '" + program_ + "' --jobs=3 " + flags + "tests");
  EXPECT_EQ(all.exit_code, 1);
  EXPECT_THAT(all.err, StartsWith("tests/bad.hlo:2:11: error: CHECK: no match in the input\n"));
  EXPECT_THAT(all.err, HasSubstr("tests/bad.hlo:1:1: error: the command exits with 1: echo x | "));
  EXPECT_THAT(all.err, HasSubstr("tests/none.hlo:1:1: error: no RUN line\n"));
  EXPECT_THAT(
      all.err,
      HasSubstr("tests/slow.hlo:1:1: error: the command took more than 1 seconds: sleep 100\n"));
  EXPECT_THAT(all.err, HasSubstr("hlo-check: 1 test passed, 4 failed\n"));
}

TEST_F(HloCheckTest, Update) {
  Put("a.hlo",
      "// RUN: cat %S/out | FileCheck %s\n// CHECK: %[[P:.*]] = f32[] parameter(0)\n"
      "// CHECK-NEXT: sine(%[[P]])\n// CHECK: gone\nHloModule m\n");
  Put("out", "%p = f32[] parameter(0)\n%c = f32[] copy(%p)\nROOT %r = f32[] cosine(%c)\n");
  const std::string updated =
      "// RUN: cat %S/out | FileCheck %s\n// CHECK: %[[P:.*]] = f32[] parameter(0)\n"
      "// CHECK-NEXT: copy(%[[P]])\nHloModule m\n";
  EXPECT_EQ(Run("--update --input_file=out -o new.hlo a.hlo").exit_code, 0);
  EXPECT_EQ(Get("new.hlo"), updated);
  EXPECT_EQ(Run("a.hlo").exit_code, 1);
  const Result r = Run("--update a.hlo");
  EXPECT_EQ(r.exit_code, 0) << r.err;
  EXPECT_EQ(Get("a.hlo"), updated);
  EXPECT_EQ(Run("a.hlo").exit_code, 0);
}

TEST_F(HloCheckTest, UpdateWritesTheFirstDirectives) {
  const std::string head = "// RUN: cat %S/out | FileCheck %s\n\nHloModule m\n";
  Put("a.hlo", head +
                   "add {\n  a = f32[] parameter(0)\n  ROOT s = f32[] add(a, a)\n}\n\n"
                   "ENTRY e {\n  ROOT x = f32[] parameter(0)\n}\n");
  Put("out",
      "HloModule m, entry_computation_layout={(f32[])->f32[]}\n\n"
      "%add (a: f32[]) -> f32[] {\n  %a = f32[] parameter(0)\n  ROOT %s = f32[] add(%a, %a)\n}\n\n"
      "%new (b: f32[]) -> f32[] {\n  ROOT %b.1 = f32[] parameter(0)\n}\n\n"
      "ENTRY %e (x: f32[]) -> f32[] {\n  %x = f32[] parameter(0)\n"
      "  ROOT %c = f32[] call(%x), to_apply=%new\n}\n\n");
  const Result r = Run("--update a.hlo");
  EXPECT_EQ(r.exit_code, 0) << r.err;
  EXPECT_EQ(Get("a.hlo"),
            head +
                "add {\n"
                "// CHECK-LABEL: %add (\n"
                "// CHECK: %[[A:.*]] = f32[] parameter(0)\n"
                "// CHECK-NEXT: ROOT %[[S:.*]] = f32[] add(%[[A]], %[[A]])\n"
                "// CHECK-LABEL: %new (\n"
                "// CHECK: ROOT %[[B_1:.*]] = f32[] parameter(0)\n"
                "  a = f32[] parameter(0)\n  ROOT s = f32[] add(a, a)\n}\n\n"
                "ENTRY e {\n"
                "// CHECK-LABEL: ENTRY %e (\n"
                "// CHECK: %[[X:.*]] = f32[] parameter(0)\n"
                "// CHECK-NEXT: ROOT %[[C:.*]] = f32[] call(%[[X]]), to_apply=%{{[^ ,()]+}}\n"
                "  ROOT x = f32[] parameter(0)\n}\n");
  EXPECT_EQ(Run("a.hlo").exit_code, 0);
  EXPECT_EQ(Run("--update a.hlo").err, "");
}

TEST(RunTest, Lines) {
  std::vector<std::string> lines;
  for (const RunLine& line :
       FindRunLines("# RUN: a\nx\n// RUN: b \\\n// RUN:   c\r\nXRUN: d\n-RUN: d")) {
    lines.push_back(std::to_string(line.line) + line.command);
  }
  EXPECT_THAT(lines, ElementsAre("1a", "3b  c"));
}

TEST(RunTest, Substitutions) {
  const auto substituted = [](const char* command) {
    return Substituted(command, {{"%s", "S"}, {"%%", "%"}, {"%{s}", "T"}}, "CHECK");
  };
  EXPECT_EQ(substituted("a %s %{s} %%s %t"), "a S T %s %t");
  EXPECT_EQ(substituted("FileCheck %s | hlo-check && (FileCheck x)"),
            "CHECK S | CHECK && (CHECK x)");
  EXPECT_EQ(substituted("not FileCheck | not --crash FileCheck"),
            "not CHECK | not --crash FileCheck");
  EXPECT_EQ(substituted("echo FileCheck xFileCheck FileCheck.txt"),
            "echo FileCheck xFileCheck FileCheck.txt");
}

}  // namespace hlo_text_v1::hlo_check_test
