// Program output about modules, dump folders and the programs themselves.
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "hlo/tables.h"
#include "src/base/strings.h"
#include "src/tools/flag_docs/completions.h"
#include "src/tools/flag_docs/man_page.h"
#include "src/tools/flag_docs/programs.h"
#include "src/tools/hlo_translate/write_table.h"
#include "src/tools/hlo_view/dump_report/blame_report.h"
#include "src/tools/hlo_view/dump_report/compare_folders.h"
#include "src/tools/hlo_view/dump_report/json_report.h"
#include "src/tools/hlo_view/dump_report/text_report.h"
#include "src/tools/hlo_view/page/module_page.h"
#include "src/tools/hlo_view/page/read_measurements.h"
#include "tests/goldens/goldens.h"
#include "tests/support/read.h"
#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo_text_v1::goldens {

using namespace internal;

namespace {

using test::ListTestFolder;
using test::ReportAll;

std::vector<const DumpModule*> ModulesOf(const DumpFolder& folder) {
  std::vector<const DumpModule*> modules;
  modules.reserve(folder.modules.size());
  for (const DumpModule& module : folder.modules) modules.push_back(&module);
  return modules;
}

std::string ReportOf(const std::string& name, const TextReportOptions& options) {
  const DumpFolder folder = ListTestFolder(std::string(LastName(name)));
  std::string text;
  for (const ModuleReport& report : ReportAll(folder)) {
    text += WriteTextReport(report, options) + "\n";
  }
  return text + WriteOtherFiles(folder.others, options);
}

std::vector<ModuleReport> AgainstJax(const DumpFolder& after) {
  const DumpFolder before = ListTestFolder("jax");
  std::vector<ModuleReport> reports;
  for (const ModulePair& pair : PairModules(ModulesOf(before), ModulesOf(after))) {
    reports.push_back(CompareModules(before, after, pair, {}));
  }
  return reports;
}

// Compares two stages of the folder's first module with `write`.
template <typename Write>
std::string Comparison(const DumpFolder& folder, int a, int b, Write write) {
  const DumpModule& module = folder.modules.at(0);
  const absl::StatusOr<LoadedStage> before = LoadStage(folder, module.stages[a], {});
  const absl::StatusOr<LoadedStage> after = LoadStage(folder, module.stages[b], {});
  EXPECT_TRUE(before.ok() && after.ok());
  if (!before.ok() || !after.ok()) return "";
  return write(module, module.stages[a], module.stages[b], CompareStages(*before, *after, {}));
}

Program ProgramOf(const std::string& name) {
  for (const auto make : kPrograms) {
    Program program = make();
    if (absl::EndsWith(name, Absl(program.name))) return program;
  }
  ADD_FAILURE() << name << " is not a program";
  return {};
}

GoldenNames ToolNames(const std::string& prefix) {
  GoldenNames names;
  for (const auto make : kPrograms) names.push_back(StrCat("testdata/tools/", prefix, make().name));
  return names;
}

}  // namespace

Text PageData(const std::string& name) {
  return ModuleData(ReadModule(ReadSource(name + ".hlo")), std::string(LastName(name)) + ".hlo") +
         "\n";
}

Text MeasuredPageData(const std::string& name) {
  const std::string folder = SourcePath("testdata/profile/");
  const std::string file = "module_0000.jit_scanned_step.cpu_after_optimizations.txt";
  DiagnosticLog log(file, /*color=*/false, "hlo-view");
  Measurements measurements;
  EXPECT_EQ(ReadProfile(SourcePath(name + ".xplane.pb"), &log, &measurements), kFine);
  ReadBuffers(folder + file, "", &log, &measurements);
  EXPECT_EQ(log.TakeText(), "");
  ModuleDataOptions options;
  options.measurements = &measurements;
  return ModuleData(ReadModule(ReadFile(folder + file)), file, options) + "\n";
}

Text DumpedPageData(const std::string& name) {
  const std::string file = "module_0007.jit_layer.sm_9.0_gpu_after_optimizations.txt";
  const std::string path = SourcePath(name + "/" + file);
  DiagnosticLog log(file, /*color=*/false, "hlo-view");
  Measurements measurements;
  ReadBuffers(path, "", &log, &measurements);
  ReadThunks(path, &log, &measurements);
  EXPECT_EQ(log.TakeText(), "");
  ModuleDataOptions options;
  options.measurements = &measurements;
  return ModuleData(ReadModule(ReadFile(path)), file, options) + "\n";
}

// ---- Folders of dumps.

GoldenNames Dumps() {
  return {"testdata/passes/async", "testdata/passes/gpu", "testdata/passes/jax"};
}

Text TextReport(const std::string& name) { return ReportOf(name, {}); }
Text LongTextReport(const std::string& name) {
  TextReportOptions options;
  options.all = true;
  return ReportOf(name, options);
}
Text NarrowTextReport(const std::string& name) {
  TextReportOptions options;
  options.color = true;
  options.width = 80;
  return ReportOf(name, options);
}

Text JsonReport(const std::string& name) {
  const DumpFolder folder = ListTestFolder(std::string(LastName(name)));
  return WriteJsonReport(folder, ReportAll(folder));
}

Text BlameReport(const std::string& name) {
  const DumpFolder folder = ListTestFolder(std::string(LastName(name)));
  std::vector<BlamedModule> modules;
  for (const DumpModule& module : folder.modules) {
    BlamedModule& blamed =
        modules.emplace_back(BlamedModule{&module, TraceModule(folder, module, {}), {}});
    blamed.asked = FindByName(blamed.blame.module, re2::RE2(".*"));
  }
  return WriteBlameText(modules);
}

Text TextComparison(const std::string& name) {
  const DumpFolder folder = ListTestFolder(std::string(LastName(name)));
  std::string text;
  for (const auto& [a, b] : {std::pair(0, 3), {2, 5}, {5, 6}, {0, 1}, {6, 0}}) {
    const auto write = [](const auto&... parts) { return WriteTextComparison(parts..., {}); };
    text += Comparison(folder, a, b, write) + "\n";
  }
  return text;
}

Text JsonComparison(const std::string& name) {
  return Comparison(ListTestFolder(std::string(LastName(name))), 5, 6, WriteJsonComparison);
}

Text TextFolderComparison(const std::string& name) {
  std::string text;
  for (const ModuleReport& report : AgainstJax(ListTestFolder(std::string(LastName(name))))) {
    text += WriteTextReport(report, {}) + "\n";
  }
  return text;
}

Text JsonFolderComparison(const std::string& name) {
  const DumpFolder after = ListTestFolder(std::string(LastName(name)));
  return WriteJsonReport(after, AgainstJax(after), "jax");
}

// ---- Man pages and completions.

GoldenNames ProgramNames() { return ToolNames(""); }
GoldenNames ZshNames() { return ToolNames("_"); }

Text ProgramManPage(const std::string& name) { return ManPage("VERSION", ProgramOf(name)); }
Text ProgramBashCompletion(const std::string& name) { return BashCompletion(ProgramOf(name)); }
Text ProgramFishCompletion(const std::string& name) { return FishCompletion(ProgramOf(name)); }
Text ProgramZshCompletion(const std::string& name) { return ZshCompletion(ProgramOf(name)); }

Text TableRows(const std::string& name) {
  const HloModule module = ReadModule(ReadSource(name + ".hlo"));
  std::string text;
  for (const TableInfo& table : AllTables()) {
    if (table.kind == TableKind::kPasses || table.kind == TableKind::kErrors) continue;
    text += "== " + std::string(table.name) + "\n";
    TableOptions options;
    options.file = std::string(LastName(name)) + ".hlo";
    ArrowArrayStream stream;
    MakeModuleTable(module, table.kind, options, &stream);
    const absl::Status status = WriteTable(&stream, TableForm::kCsv, [&](std::string_view piece) {
      text += piece;
      return true;
    });
    stream.release(&stream);
    EXPECT_TRUE(status.ok()) << status;
  }
  return text;
}

}  // namespace hlo_text_v1::goldens
