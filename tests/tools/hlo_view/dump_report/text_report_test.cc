// Whole reports are the goldens testdata/passes/*.txt.
#include "src/tools/hlo_view/dump_report/text_report.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "src/tools/hlo_view/dump_report/stage_names.h"
#include "tests/support/read.h"

namespace hlo_text_v1::text_report_test {

using namespace internal;

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
    const std::string text = WriteTextReport(report, all);
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
    EXPECT_EQ(text.find('\x07'), std::string::npos) << text;
  }
}

TEST(TextReport, OtherFilesByKind) {
  EXPECT_EQ(WriteOtherFiles({}, /*all=*/false), "");
  EXPECT_EQ(WriteOtherFiles({"module_1.f.a.o", "module_1.f.b.o", "module_1.f.thunk_sequence.txt",
                             "module_1.f.sm_8.0_gpu_after_optimizations-live-range.txt", "x",
                             "folder.d/", "notes.txt"},
                            {}),
            "not read: -live-range.txt, 2 .o, .thunk_sequence.txt, folder.d/, notes.txt, x\n");
  EXPECT_EQ(WriteOtherFiles({"a.o", "b.o"}, /*all=*/true), "not read:\n  a.o\n  b.o\n");
  std::vector<std::string> many;
  for (int i = 0; i < 100; ++i) many.push_back("f." + std::to_string(i));
  EXPECT_LT(WriteOtherFiles(many, /*all=*/false).size(), 200);
}

TEST(TextReport, OpcodesAreCut) {
  StageChange change;
  for (int i = 9; i > 0; --i) change.opcodes.push_back({"op" + std::to_string(i), 0, i});
  EXPECT_EQ(DescribeChange(change, 2), "+9 op9, +8 op8 and 7 more");
  change.opcodes.resize(2);
  EXPECT_EQ(DescribeChange(change, 2), "+9 op9, +8 op8");
}

}  // namespace hlo_text_v1::text_report_test
