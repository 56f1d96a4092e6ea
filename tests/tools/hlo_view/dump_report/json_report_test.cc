// `json_report_test --update_goldens` writes testdata/passes/*.json anew.
#include "src/tools/hlo_view/dump_report/json_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo::json_report_test {

using test::ExpectGolden;
using test::ListTestFolder;
using test::ReportAll;
using ::testing::HasSubstr;

TEST(JsonReport, Goldens) {
  for (const char* name : {"jax", "async"}) {
    const DumpFolder folder = ListTestFolder(name);
    ExpectGolden(std::string(name) + ".json", WriteJsonReport(folder, ReportAll(folder)));
  }
}

TEST(JsonReport, Comparison) {
  const DumpFolder folder = ListTestFolder("async");
  const DumpModule& module = folder.modules.at(0);
  const absl::StatusOr<LoadedStage> before = LoadStage(folder, module.stages[5], {});
  const absl::StatusOr<LoadedStage> after = LoadStage(folder, module.stages[6], {});
  ASSERT_TRUE(before.ok() && after.ok());
  ExpectGolden("async.stages.json", WriteJsonComparison(module, module.stages[5], module.stages[6],
                                                        CompareStages(*before, *after, {})));
}

TEST(JsonReport, NamesAreEscaped) {
  DumpFolder folder;
  folder.path = "a\"b\\\n</script>\xff";
  folder.others = {"<!--"};
  ModuleReport report;
  report.module.name = "\xc3";
  report.stages.emplace_back();
  report.stages[0].error = "\x1b";
  const std::string text = WriteJsonReport(folder, {report});
  EXPECT_THAT(text, HasSubstr(R"("a\"b\\\u000a\u003c/script\u003e)"));
  EXPECT_THAT(text, HasSubstr("\\u003c!--"));
  EXPECT_THAT(text, HasSubstr("\"name\": \"\xef\xbf\xbd\""));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(JsonReport, NothingAtAll) {
  EXPECT_EQ(WriteJsonReport({}, {}), R"({
 "folder": "",
 "modules": [],
 "others": []
}
)");
}

}  // namespace hlo::json_report_test

int main(int argc, char** argv) { return hlo::RunWithGoldens(argc, argv); }
