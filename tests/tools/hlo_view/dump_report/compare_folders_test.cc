#include "src/tools/hlo_view/dump_report/compare_folders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/base/strings.h"
#include "src/tools/hlo_view/dump_report/json_report.h"
#include "src/tools/hlo_view/dump_report/text_report.h"
#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::compare_folders_test {

using namespace internal;

using ::testing::Eq;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Text(const std::string& opcode) {
  return StrCat("ENTRY e {\n  a = f32[8] parameter(0)\n  ROOT b = f32[8] ", opcode, "(a)\n}\n");
}

class CompareFolders : public ::testing::Test {
 protected:
  std::vector<ModuleReport> Compare() {
    before_ = *ListDumpFolder(before_files_.path());
    after_ = *ListDumpFolder(after_files_.path());
    std::vector<ModuleReport> reports;
    for (const ModulePair& pair : PairModules(ModulesOf(before_), ModulesOf(after_))) {
      reports.push_back(CompareModules(before_, after_, pair, {}));
    }
    return reports;
  }
  static std::vector<const DumpModule*> ModulesOf(const DumpFolder& folder) {
    std::vector<const DumpModule*> modules;
    for (const DumpModule& module : folder.modules) modules.push_back(&module);
    return modules;
  }
  // "0002 p/x +0 -0 ~1" for each stage.
  static std::string Describe(const ModuleReport& report) {
    std::string text;
    for (const StageReport& stage : report.stages) {
      StrAppend(&text, stage.stage.Number(), " ", stage.stage.Label());
      if (!stage.error.empty()) StrAppend(&text, " error");
      if (!stage.only.empty()) StrAppend(&text, " only ", stage.only);
      if (stage.change.has_value()) {
        StrAppend(&text, stage.change->same_text  ? " same text"
                         : stage.change->is_empty ? " same"
                                                  : " differs");
      }
      text += "\n";
    }
    return text;
  }

  test::TempFolder before_files_;
  test::TempFolder after_files_;
  DumpFolder before_;
  DumpFolder after_;
};

TEST_F(CompareFolders, StagesByLabelNotByNumber) {
  before_files_.Write("module_0003.f.before_optimizations.txt", Text("abs"));
  before_files_.Write("module_0003.f.0001.p.after_x.before_y.txt", Text("negate"));
  before_files_.Write("module_0003.f.0002.p.after_gone.before_y.txt", Text("negate"));
  before_files_.Write("module_0003.f.0004.p.after_x.before_z.txt", Text("negate"));
  after_files_.Write("module_0007.f.before_optimizations.txt", Text("abs"));
  after_files_.Write("module_0007.f.0000.p.after_new.before_x.txt", Text("abs"));
  after_files_.Write("module_0007.f.0002.p.after_x.before_y.txt", "\n" + Text("negate"));
  after_files_.Write("module_0007.f.0005.p.after_x.before_z.txt", Text("tanh"));
  const std::vector<ModuleReport> reports = Compare();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_TRUE(reports[0].compares_folders);
  EXPECT_EQ(Describe(reports[0]),
            "before before_optimizations same text\n"
            "0000 p/new only after\n"
            "0002 p/x same\n"
            "0002 p/gone only before\n"
            "0005 p/x differs\n");
  EXPECT_EQ(reports[0].stages[4].before->stage.Number(), "0004");
  EXPECT_EQ(WriteTextReport(reports[0], {}),
            "module_0007.f: 5 stages, 3 differ, first 0000 p/new\n"
            "      instr      bytes  pass\n"
            "                        (1 stage is the same)\n"
            "                        p\n"
            "0000      2       32 B    new   only in the later dump\n"
            "                        (1 stage is the same)\n"
            "0002      2       32 B    gone  only in the earlier dump\n"
            "0005      2  ~1           x     -1 negate, +1 tanh; ~ 1 opcode\n");
  const std::string json = WriteJsonReport(after_, reports, before_.path);
  EXPECT_THAT(json, HasSubstr(StrCat("\"against\": \"", before_.path, "\"")));
  EXPECT_THAT(json, HasSubstr("\"only\": \"after\""));
  EXPECT_THAT(json, HasSubstr("\"file\": \"module_0003.f.0004.p.after_x.before_z.txt\""));
  EXPECT_THAT(WriteHtmlReport(after_, reports, "</title>"),
              HasSubstr("<title>Passes of &lt;/title&gt; and "));
}

TEST_F(CompareFolders, ModulesByName) {
  for (const char* name : {"module_0001.f", "module_0002.f", "module_0003.gone"}) {
    before_files_.Write(StrCat(name, ".before_optimizations.txt"), Text("abs"));
  }
  for (const char* name : {"module_0000.new", "module_0002.f", "module_0009.f"}) {
    after_files_.Write(StrCat(name, ".before_optimizations.txt"), Text("abs"));
  }
  const std::vector<ModuleReport> reports = Compare();
  std::string text;
  for (const ModuleReport& report : reports) {
    StrAppend(&text, report.module.Label(), " ", report.only, "\n");
  }
  EXPECT_EQ(text,
            "module_0000.new after\nmodule_0002.f \nmodule_0009.f \nmodule_0003.gone before\n");
  EXPECT_EQ(reports[2].stages[0].before->stage.file, "module_0002.f.before_optimizations.txt");
  EXPECT_THAT(WriteTextReport(reports[0], {}),
              StartsWith("module_0000.new: only in the later dump\n"));
  EXPECT_THAT(WriteTextReport(reports[1], {}), Eq("module_0002.f: 1 stage, all the same\n"));
}

TEST_F(CompareFolders, ErrorsNameTheFile) {
  before_files_.Write("module_0001.f.before_optimizations.txt", "ENTRY");
  after_files_.Write("module_0001.f.before_optimizations.txt", Text("abs"));
  before_files_.Write("module_0001.f.after_optimizations.txt", Text("abs"));
  after_files_.Write("module_0001.f.after_optimizations.txt", "ENTRY");
  const std::vector<ModuleReport> reports = Compare();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0].error_count(), 2);
  EXPECT_THAT(reports[0].stages[0].error,
              StartsWith(before_.path + "/module_0001.f.before_optimizations.txt: 1:"));
  EXPECT_THAT(reports[0].stages[1].error,
              StartsWith(after_.path + "/module_0001.f.after_optimizations.txt: 1:"));
  EXPECT_THAT(WriteTextReport(reports[0], {}), StartsWith("module_0001.f: 2 stages, 2 not read\n"));
}

}  // namespace hlo_text_v1::compare_folders_test
