// Whole reports are the goldens testdata/passes/*.json.
#include "src/tools/hlo_view/dump_report/json_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hlo::json_report_test {

using namespace internal;

using ::testing::HasSubstr;

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
