// Tests: write_dump_report, blame_report
#include "src/tools/hlo_view/dump_report/write_dump_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::write_dump_report_test {

using namespace internal;

using test::TempFolder;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Result {
  ExitCode code;
  std::string out;
  std::string errors;
};

Result RunWith(ViewFlags flags) {
  if (flags.passes.empty()) flags.passes = "jax";
  std::filesystem::current_path(HLO_TEXT_TESTDATA "/passes");
  Result result;
  result.code = WriteDumpReport(
      flags, {},
      [&](std::string_view text) {
        result.out += text;
        return true;
      },
      [&](const std::string& message) { result.errors += message + "\n"; });
  return result;
}

ViewFlags Stages(const std::string& before, const std::string& after,
                 const std::string& module = "") {
  ViewFlags flags;
  flags.module = module;
  flags.stage_before = before;
  flags.stage_after = after;
  return flags;
}

TEST(WriteDumpReport, Formats) {
  ViewFlags flags;
  const Result text = RunWith(flags);
  EXPECT_EQ(text.code, kFine);
  EXPECT_EQ(text.errors, "");
  EXPECT_THAT(text.out, StartsWith("module_0000.jit_train_step: 27 stages, 5 changed it; "));
  EXPECT_THAT(text.out, HasSubstr("\n\nmodule_0002.jit_count_up: "));
  flags.format = "json";
  EXPECT_THAT(RunWith(flags).out, StartsWith("{\n \"folder\": \"jax\","));
  flags.format = "html";
  EXPECT_THAT(RunWith(flags).out, StartsWith("<!DOCTYPE html>"));
}

TEST(WriteDumpReport, AgainstAnotherFolder) {
  ViewFlags flags;
  flags.diff_against = "async";
  const Result text = RunWith(flags);
  EXPECT_EQ(text.code, kInputRefused);  // async has an unreadable stage
  EXPECT_THAT(text.out, HasSubstr("module_0000.jit_train_step: only in the later dump\n"));
  EXPECT_THAT(text.out, HasSubstr("jit_overlap: only in the earlier dump\n"));
  flags.module = "jit_overlap";  // that only one folder has
  EXPECT_THAT(RunWith(flags).out, Not(HasSubstr("jit_train_step")));
  flags.module = "nothing";
  EXPECT_EQ(RunWith(flags).errors, "jax: no module is called nothing\n");
  flags.module = "jit_count_up";
  flags.diff_against = "jax";
  flags.format = "html";
  const Result html = RunWith(flags);
  EXPECT_EQ(html.code, kFine);
  EXPECT_THAT(html.out, HasSubstr("<title>Passes of jax and jax</title>"));
  flags.diff_against = "missing";
  EXPECT_EQ(RunWith(flags).code, kIoError);
}

TEST(WriteDumpReport, ManyModulesAreATableAndTheBiggest) {
  TempFolder folder;
  for (int i = 0; i < 7; ++i) {
    std::string text = "HloModule f\nENTRY e {\n  p0 = f32[] parameter(0)\n";
    const int size = (i + 4) % 7;
    for (int k = 0; k < size; ++k) {
      text += "  p" + std::to_string(k + 1) + " = f32[] negate(p" + std::to_string(k) + ")\n";
    }
    folder.Write("module_000" + std::to_string(i) + ".f.before_optimizations.txt", text + "}\n");
  }
  ViewFlags flags;
  flags.passes = folder.path();
  const Result result = RunWith(flags);
  EXPECT_EQ(result.code, kFine) << result.errors;
  EXPECT_EQ(result.out, R"(7 modules, biggest first; --module=NUMBER or NAME reports on another one
  instr  bytes  module
      7   24 B  module_0002.f  1 stage
      6   20 B  module_0001.f  1 stage
      5   16 B  module_0000.f  1 stage
      4   12 B  module_0006.f  1 stage
      3    8 B  module_0005.f  1 stage
      2    4 B  module_0004.f  1 stage
      1    0 B  module_0003.f  1 stage

module_0002.f: 1 stage, 0 changed it; 7 instructions at first, 7 at last
        instr  bytes  pass
before      7   24 B  before_optimizations
)");
  flags.module = "3";
  EXPECT_THAT(RunWith(flags).out, StartsWith("module_0003.f: 1 stage, "));
  flags.module = "f";
  EXPECT_THAT(RunWith(flags).out, StartsWith("module_0000.f: 1 stage, "));
}

TEST(WriteDumpReport, SubfoldersByHost) {
  TempFolder folder;
  for (const char* host : {"host_0", "host_1", "logs"}) {
    std::filesystem::create_directory(folder / host);
    const std::string file = std::string(host) + "/module_0001.f.before_optimizations.txt";
    if (*host == 'h') folder.Write(file, "HloModule f\nENTRY e { p = f32[] parameter(0) }");
  }
  ViewFlags flags;
  flags.passes = folder.path();
  const Result result = RunWith(flags);
  EXPECT_EQ(result.code, kFine);
  EXPECT_EQ(result.errors, folder.path() + " has dumps in host_0/, host_1/; this is " +
                               folder.path() + "/host_0\n");
  EXPECT_THAT(result.out, StartsWith("module_0001.f: 1 stage, "));
  flags.diff_against = folder.path() + "/host_1";
  EXPECT_EQ(RunWith(flags).out, "module_0001.f: 1 stage, all the same\n");
}

TEST(WriteDumpReport, Modules) {
  ViewFlags flags;
  flags.module = "count";
  EXPECT_THAT(RunWith(flags).out, StartsWith("module_0002.jit_count_up: "));
  flags.module = "7";
  const Result none = RunWith(flags);
  EXPECT_EQ(none.code, kInputRefused);
  EXPECT_EQ(none.errors, "jax: no module is called 7\n");
}

TEST(WriteDumpReport, StagesThatCannotBeRead) {
  ViewFlags flags;
  flags.passes = "async";
  const Result result = RunWith(flags);
  EXPECT_EQ(result.code, kInputRefused);
  EXPECT_THAT(result.errors, HasSubstr("before_async-remover.txt: 17:39: error: "));
  EXPECT_THAT(result.out, HasSubstr("latency-hiding-scheduler"));
}

TEST(WriteDumpReport, Stages) {
  const Result text = RunWith(Stages("fusion", "after"));
  EXPECT_EQ(text.code, kFine);
  EXPECT_THAT(text.out, StartsWith("module_0000.jit_train_step: from 0018 "));
  ViewFlags json = Stages("before", "after", "0");
  json.format = "json";
  EXPECT_THAT(RunWith(json).out, StartsWith("{\n \"module\": \"module_0000.jit_train_step\","));
  json.format = "html";
  const Result html = RunWith(json);
  EXPECT_EQ(html.code, kFine);
  EXPECT_THAT(html.out,
              HasSubstr("<title>module_0000.jit_train_step.before_optimizations.txt and "
                        "module_0000.jit_train_step.cpu_after_optimizations.txt</title>"));
}

TEST(WriteDumpReport, StagesThatAreNotClear) {
  const struct {
    ViewFlags flags;
    const char* error;
  } cases[] = {
      {Stages("before", "after"),
       "--stages: module_0000.jit_train_step and module_0002.jit_count_up have these stages; "
       "choose one with --module\n"},
      {Stages("before", "nothing"),
       "--stages: module_0002.jit_count_up has no stage called "
       "nothing\n"},
      {Stages("pipeline-start", "after", "0"),
       "--stages: several stages of module_0000.jit_train_step are called pipeline-start: 0000, "
       "0001, 0002, 0003, 0004, 0005, 0007, 0009, 0010, 0013, 0014, 0016, ...\n"},
  };
  for (const auto& c : cases) {
    const Result result = RunWith(c.flags);
    EXPECT_EQ(result.code, kUsageError);
    EXPECT_EQ(result.errors, c.error);
    EXPECT_EQ(result.out, "");
  }
}

TEST(WriteDumpReport, StagesThatDoNotParse) {
  ViewFlags flags = Stages("5", "6");
  flags.passes = "async";
  const Result result = RunWith(flags);
  EXPECT_EQ(result.code, kInputRefused);
  EXPECT_THAT(result.errors, HasSubstr("17:39: error: "));
  EXPECT_EQ(result.out, "");
}

TEST(WriteDumpReport, First) {
  ViewFlags flags;
  flags.first = " fusion\\(";
  const Result text = RunWith(flags);
  EXPECT_EQ(text.code, kFine);
  EXPECT_EQ(text.errors, "");
  EXPECT_THAT(text.out, StartsWith("module_0000.jit_train_step: 0015 "
                                   "dot-library-passes/dot-library-rewriter, in main.1:\n  %"));
  EXPECT_THAT(text.out, HasSubstr("\nmodule_0002.jit_count_up: 0015 "));
  flags.format = "json";
  EXPECT_THAT(RunWith(flags).out, HasSubstr("\"number\": \"0015\""));
  flags.format = "text";
  flags.first = "no such thing";
  const Result none = RunWith(flags);
  EXPECT_EQ(none.code, kInputRefused);
  EXPECT_EQ(none.errors, "--first=no such thing: no stage has it\n");
  EXPECT_EQ(none.out, "");
}

TEST(WriteDumpReport, FirstHasItsLinesOfSource) {
  TempFolder folder;
  folder.Write("module_0000.f.before_optimizations.txt", R"(HloModule f

FileNames
1 "/home/me/train.py"

FunctionNames
1 "loss"

FileLocations
1 {file_name_id=1 function_name_id=1 line=12 end_line=12 column=1 end_column=9}

StackFrames
1 {file_location_id=1 parent_frame_id=1}

ENTRY e {
  ROOT p = f32[] parameter(0), metadata={op_name="p" stack_frame_id=1}
})");
  ViewFlags flags;
  flags.passes = folder.path();
  flags.first = "parameter";
  EXPECT_THAT(RunWith(flags).out, EndsWith("\n    /home/me/train.py:12 in loss\n"));
  flags.blame = "p";
  flags.first = "";
  EXPECT_THAT(RunWith(flags).out,
              StartsWith("module_0000.f: p in e, from /home/me/train.py:12 in loss\n"));
}

TEST(WriteDumpReport, Blame) {
  ViewFlags flags;
  flags.blame = "tanh.0|no_such";
  const Result text = RunWith(flags);
  EXPECT_EQ(text.code, kFine);
  EXPECT_EQ(text.errors, "");
  EXPECT_EQ(text.out,
            "module_0000.jit_train_step: tanh.0 in fused_computation.2\n"
            "  before before_optimizations: in the program, tanh.1 in main.1\n"
            "  0018 HLO_passes_after_layout_assignment/fusion: "
            "moved into fused_computation.2, was tanh.1 in main.1\n");
  flags.format = "json";
  EXPECT_THAT(RunWith(flags).out, HasSubstr("\"what\": \"moved\""));
  flags.format = "html";
  EXPECT_THAT(RunWith(flags).out,
              HasSubstr("\"moved into fused_computation.2, was tanh.1 in main.1\""));
  flags.blame = "tuple.*";
  flags.module = "";
  EXPECT_EQ(RunWith(flags).code, kFine);
  flags.blame = "constant.*";
  EXPECT_EQ(RunWith(flags).errors, "--blame: several modules have it; choose one with --module\n");
  flags.blame = "no_such";
  EXPECT_EQ(RunWith(flags).errors, "--blame=no_such: no last stage has it\n");
}

TEST(WriteDumpReport, Folders) {
  ViewFlags flags;
  flags.passes = "no such folder";
  const Result none = RunWith(flags);
  EXPECT_EQ(none.code, kIoError);
  EXPECT_EQ(none.errors, "no such folder: No such file or directory\n");
  TempFolder folder;
  flags.passes = folder.path();
  const std::string hint =
      "XLA writes them if the program runs with XLA_FLAGS=\"--xla_dump_to=" + folder.path() +
      " --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*\"\n";
  const Result empty = RunWith(flags);
  EXPECT_EQ(empty.code, kInputRefused);
  EXPECT_EQ(empty.errors, folder.path() + ": no dumps of XLA, the folder is empty\n" + hint);
  folder.Write("a.py", "");
  folder.Write("b.py", "");
  std::filesystem::create_directory(folder / "logs");
  EXPECT_EQ(RunWith(flags).errors, folder.path() + ": no dumps of XLA, only 2 .py, logs/\n" + hint);
}

TEST(WriteDumpReport, ErrorsAreNotLongerThanPeopleRead) {
  TempFolder folder;
  folder.Write("module_0000.f.before_optimizations.txt",
               "HloModule m\nENTRY e { ROOT r = f32[] " + std::string(100000, 'a') + " }");
  ViewFlags flags;
  flags.passes = folder.path();
  const Result result = RunWith(flags);
  EXPECT_EQ(result.code, kInputRefused);
  EXPECT_LT(result.errors.size(), 2500);
  EXPECT_LT(result.out.size(), 2500);
}

TEST(WriteDumpReport, WritingFails) {
  std::filesystem::current_path(HLO_TEXT_TESTDATA "/passes");
  for (const char* format : {"text", "json"}) {
    ViewFlags flags;
    flags.passes = "jax";
    flags.format = format;
    EXPECT_EQ(WriteDumpReport(
                  flags, {}, [](std::string_view) { return false; }, [](const std::string&) {}),
              kIoError);
  }
}

}  // namespace hlo_text_v1::write_dump_report_test
