// Dump folders for tests: those of testdata/passes, and folders that a test fills.
#ifndef HLO_TESTS_TOOLS_HLO_VIEW_DUMP_REPORT_PASSES_TEST_UTIL_H_
#define HLO_TESTS_TOOLS_HLO_VIEW_DUMP_REPORT_PASSES_TEST_UTIL_H_

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "hlo/source.h"
#include "src/tools/hlo_view/dump_report/list_dump_folder.h"
#include "src/tools/hlo_view/dump_report/pass_report.h"
#include "tests/support/read.h"

namespace hlo_text_v1::test {

using namespace internal;

// A folder that is removed at the end of the test.
class TempFolder {
 public:
  TempFolder() {
    std::string name = ::testing::TempDir() + "passes_XXXXXX";
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    path_ = name;
  }
  ~TempFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  const std::string& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const {
    return std::filesystem::path(path_) / name;
  }
  void Write(const std::string& name, std::string_view text) const {
    std::ofstream(*this / name, std::ios::binary) << text;
  }

 private:
  std::string path_;
};

// A folder of testdata/passes under its own name, without a path, so its report is the same
// everywhere. Changes the working directory.
inline DumpFolder ListTestFolder(const std::string& name) {
  std::filesystem::current_path(HLO_TEXT_TESTDATA "/passes");
  absl::StatusOr<DumpFolder> folder = ListDumpFolder(name);
  EXPECT_TRUE(folder.ok()) << folder.status();
  return folder.ok() ? *std::move(folder) : DumpFolder();
}

inline std::vector<ModuleReport> ReportAll(const DumpFolder& folder,
                                           const PassReportOptions& options = {}) {
  std::vector<ModuleReport> reports;
  reports.reserve(folder.modules.size());
  for (const DumpModule& module : folder.modules) {
    reports.push_back(ReportPasses(folder, module, options));
  }
  return reports;
}

// A stage from text.
inline LoadedStage LoadText(std::string_view text) {
  absl::StatusOr<LoadedStage> stage = LoadStage(SourceBuffer::Copy(text), {});
  EXPECT_TRUE(stage.ok()) << stage.status() << "\n" << text;
  return stage.ok() ? *std::move(stage) : LoadedStage();
}

}  // namespace hlo_text_v1::test

#endif  // HLO_TESTS_TOOLS_HLO_VIEW_DUMP_REPORT_PASSES_TEST_UTIL_H_
