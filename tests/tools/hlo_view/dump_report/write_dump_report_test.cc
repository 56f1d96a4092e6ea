#include "src/tools/hlo_view/dump_report/write_dump_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo::write_dump_report_test {

using test::TempFolder;
using ::testing::HasSubstr;
using ::testing::StartsWith;

struct Result {
  ExitCode code;
  std::string out;
  std::string errors;
};

Result RunWith(DumpReportOptions options) {
  if (options.folder.empty()) options.folder = "jax";
  std::filesystem::current_path(HLO_TEXT_TESTDATA "/passes");
  Result result;
  result.code = WriteDumpReport(
      options,
      [&](std::string_view text) {
        result.out += text;
        return true;
      },
      [&](const std::string& message) { result.errors += message + "\n"; });
  return result;
}

DumpReportOptions Stages(const std::string& before, const std::string& after,
                         const std::string& module = "") {
  DumpReportOptions options;
  options.module = module;
  options.stage_before = before;
  options.stage_after = after;
  return options;
}

TEST(WriteDumpReport, Formats) {
  DumpReportOptions options;
  const Result text = RunWith(options);
  EXPECT_EQ(text.code, kFine);
  EXPECT_EQ(text.errors, "");
  EXPECT_THAT(text.out, StartsWith("module_0000.jit_train_step: 27 stages, 5 changed it; "));
  EXPECT_THAT(text.out, HasSubstr("\n\nmodule_0002.jit_count_up: "));
  options.format = DumpReportFormat::kJson;
  EXPECT_THAT(RunWith(options).out, StartsWith("{\n \"folder\": \"jax\","));
  options.format = DumpReportFormat::kHtml;
  EXPECT_THAT(RunWith(options).out, StartsWith("<!DOCTYPE html>"));
}

TEST(WriteDumpReport, Modules) {
  DumpReportOptions options;
  options.module = "count";
  EXPECT_THAT(RunWith(options).out, StartsWith("module_0002.jit_count_up: "));
  options.module = "7";
  const Result none = RunWith(options);
  EXPECT_EQ(none.code, kInputRefused);
  EXPECT_EQ(none.errors, "jax: no module is called 7\n");
  options.module = "(";
  EXPECT_EQ(RunWith(options).code, kUsageError);
}

TEST(WriteDumpReport, StagesThatCannotBeRead) {
  DumpReportOptions options;
  options.folder = "async";
  const Result result = RunWith(options);
  EXPECT_EQ(result.code, kInputRefused);
  EXPECT_THAT(result.errors, HasSubstr("before_async-remover.txt: 17:39: error: "));
  EXPECT_THAT(result.out, HasSubstr("latency-hiding-scheduler"));
}

TEST(WriteDumpReport, Stages) {
  const Result text = RunWith(Stages("fusion", "after"));
  EXPECT_EQ(text.code, kFine);
  EXPECT_THAT(text.out, StartsWith("module_0000.jit_train_step: from 0018 "));
  DumpReportOptions json = Stages("before", "after", "0");
  json.format = DumpReportFormat::kJson;
  EXPECT_THAT(RunWith(json).out, StartsWith("{\n \"module\": \"module_0000.jit_train_step\","));
  json.format = DumpReportFormat::kHtml;
  const Result html = RunWith(json);
  EXPECT_EQ(html.code, kUsageError);
  EXPECT_EQ(html.errors, "--stages and --first write only text or JSON\n");
}

TEST(WriteDumpReport, StagesThatAreNotClear) {
  const struct {
    DumpReportOptions options;
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
    const Result result = RunWith(c.options);
    EXPECT_EQ(result.code, kUsageError);
    EXPECT_EQ(result.errors, c.error);
    EXPECT_EQ(result.out, "");
  }
}

TEST(WriteDumpReport, StagesThatDoNotParse) {
  DumpReportOptions options = Stages("5", "6");
  options.folder = "async";
  const Result result = RunWith(options);
  EXPECT_EQ(result.code, kInputRefused);
  EXPECT_THAT(result.errors, HasSubstr("17:39: error: "));
  EXPECT_EQ(result.out, "");
}

TEST(WriteDumpReport, First) {
  DumpReportOptions options;
  options.first = " fusion\\(";
  const Result text = RunWith(options);
  EXPECT_EQ(text.code, kFine);
  EXPECT_THAT(text.out, StartsWith("module_0000.jit_train_step: 0015 "
                                   "dot-library-passes/dot-library-rewriter, in main.1:\n  %"));
  EXPECT_THAT(text.out, HasSubstr("\nmodule_0002.jit_count_up: 0015 "));
  options.format = DumpReportFormat::kJson;
  EXPECT_THAT(RunWith(options).out, HasSubstr("\"number\": \"0015\""));
  options.format = DumpReportFormat::kText;
  options.first = "no such thing";
  const Result none = RunWith(options);
  EXPECT_EQ(none.code, kInputRefused);
  EXPECT_EQ(none.errors, "--first=no such thing: no stage has it\n");
  EXPECT_EQ(none.out, "");
  options.first = "[";
  EXPECT_EQ(RunWith(options).code, kUsageError);
}

TEST(WriteDumpReport, Folders) {
  DumpReportOptions options;
  options.folder = "no such folder";
  const Result none = RunWith(options);
  EXPECT_EQ(none.code, kIoError);
  EXPECT_EQ(none.errors, "no such folder: No such file or directory\n");
  TempFolder folder;
  options.folder = folder.path();
  const Result empty = RunWith(options);
  EXPECT_EQ(empty.code, kInputRefused);
  EXPECT_THAT(empty.errors, HasSubstr(": no modules in this folder\n"));
}

TEST(WriteDumpReport, ErrorsAreNotLongerThanPeopleRead) {
  TempFolder folder;
  folder.Write("module_0000.f.before_optimizations.txt",
               "HloModule m\nENTRY e { ROOT r = f32[] " + std::string(100000, 'a') + " }");
  DumpReportOptions options;
  options.folder = folder.path();
  const Result result = RunWith(options);
  EXPECT_EQ(result.code, kInputRefused);
  EXPECT_LT(result.errors.size(), 2500);
  EXPECT_LT(result.out.size(), 2500);
}

TEST(WriteDumpReport, WritingFails) {
  std::filesystem::current_path(HLO_TEXT_TESTDATA "/passes");
  for (const DumpReportFormat format : {DumpReportFormat::kText, DumpReportFormat::kJson}) {
    DumpReportOptions options;
    options.folder = "jax";
    options.format = format;
    EXPECT_EQ(WriteDumpReport(
                  options, [](std::string_view) { return false; }, [](const std::string&) {}),
              kIoError);
  }
}

}  // namespace hlo::write_dump_report_test
