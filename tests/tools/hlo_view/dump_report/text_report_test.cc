// Whole reports are the goldens testdata/passes/*.txt.
#include "src/tools/hlo_view/dump_report/text_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <sstream>
#include <string>

#include "src/tools/hlo_view/dump_report/stage_names.h"
#include "tests/support/read.h"
#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::text_report_test {

using namespace internal;

using re2::RE2;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// Each line of output in docs/passes.md and docs/compare.md is in the goldens.
TEST(TextReport, Documentation) {
  std::string goldens;
  for (const char* name : {"jax.txt", "async.txt", "gpu.txt", "async.stages.txt",
                           "jax_no_fusion.against_jax.txt", "jax.blame.txt"}) {
    goldens += "\n" + ReadFile(std::string(HLO_TEXT_TESTDATA "/passes/") + name);
  }
  std::istringstream text(ReadFile(HLO_TEXT_TESTDATA "/../docs/passes.md") +
                          ReadFile(HLO_TEXT_TESTDATA "/../docs/compare.md"));
  bool is_shown = false;
  int lines = 0;
  for (std::string line; std::getline(text, line);) {
    if (line.substr(0, 3) == "```") {
      is_shown = line == "```text";
    } else if (is_shown) {
      EXPECT_NE(goldens.find("\n" + line + "\n"), std::string::npos) << line;
      ++lines;
    }
  }
  EXPECT_GT(lines, 20);
}

TEST(TextReport, NamesDoNothingToATerminal) {
  ModuleReport report;
  report.module.name = "\x1b]0;x\x07";
  report.module.others = {"\x1b.o"};
  report.stages.emplace_back();
  report.stages[0].stage.pass = "\x1b";
  report.stages[0].error = "\x1b";
  for (const bool all : {false, true}) {
    TextReportOptions options;
    options.all = all;
    const std::string text = WriteTextReport(report, options);
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
    EXPECT_EQ(text.find('\x07'), std::string::npos) << text;
  }
}

// Only long words are wider than the terminal, and colours are all that a terminal adds.
TEST(TextReport, Width) {
  TextReportOptions plain;
  plain.width = 100;
  TextReportOptions colored = plain;
  colored.color = true;
  for (const char* name : {"async", "gpu", "jax"}) {
    for (const ModuleReport& report : test::ReportAll(test::ListTestFolder(name))) {
      const std::string text = WriteTextReport(report, plain);
      std::istringstream lines(text);
      for (std::string line; std::getline(lines, line);) {
        EXPECT_TRUE(line.size() <= 100 || line.find_last_of(' ') <= 100) << line;
        EXPECT_NE(line.find_last_of(' '), line.size() - 1) << line;
      }
      std::string drawn = WriteTextReport(report, colored);
      EXPECT_NE(drawn, text);
      RE2::GlobalReplace(&drawn, "\x1b\\[[0-9;]*m", "");
      EXPECT_EQ(drawn, text);
    }
  }
}

TEST(TextReport, ModulesBySize) {
  std::vector<DumpModule> modules(30);
  std::vector<ModuleSize> sizes;
  for (DumpModule& module : modules) {
    module.number = static_cast<int64_t>(sizes.size());
    module.stages.resize(2);
    sizes.push_back({&module, {}});
    sizes.back().totals.instructions = 300 - module.number;
  }
  const std::string text = WriteModuleTable(sizes, {});
  EXPECT_THAT(text, StartsWith("30 modules, biggest first; "));
  EXPECT_THAT(text, HasSubstr("\n    300    0 B  module_0000  2 stages\n"));
  EXPECT_THAT(text, Not(HasSubstr("module_0020")));
  EXPECT_THAT(text, EndsWith("(10 smaller ones, --all shows them)\n"));
  TextReportOptions all;
  all.all = true;
  EXPECT_THAT(WriteModuleTable(sizes, all), EndsWith("271    0 B  module_0029  2 stages\n"));
}

TEST(TextReport, OtherFilesByKind) {
  EXPECT_EQ(WriteOtherFiles({}, {}), "");
  EXPECT_EQ(WriteOtherFiles({"module_1.f.a.o", "module_1.f.b.o", "module_1.f.thunk_sequence.txt",
                             "module_1.f.sm_8.0_gpu_after_optimizations-live-range.txt", "x",
                             "folder.d/", "notes.txt"},
                            {}),
            "not read: -live-range.txt, 2 .o, .thunk_sequence.txt, folder.d/, notes.txt, x\n");
  TextReportOptions all;
  all.all = true;
  EXPECT_EQ(WriteOtherFiles({"a.o", "b.o"}, all), "not read:\n  a.o\n  b.o\n");
  std::vector<std::string> many;
  for (int i = 0; i < 100; ++i) many.push_back("f." + std::to_string(i));
  EXPECT_LT(WriteOtherFiles(many, {}).size(), 200);
}

TEST(TextReport, OpcodesAreCut) {
  StageChange change;
  for (int i = 9; i > 0; --i) change.opcodes.push_back({"op" + std::to_string(i), 0, i});
  EXPECT_EQ(DescribeChange(change, 2), "+9 op9, +8 op8 and 7 more");
  change.opcodes.resize(2);
  EXPECT_EQ(DescribeChange(change, 2), "+9 op9, +8 op8");
}

}  // namespace hlo_text_v1::text_report_test
