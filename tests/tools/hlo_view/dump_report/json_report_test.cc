// Whole reports are the goldens testdata/passes/*.json.
#include "src/tools/hlo_view/dump_report/json_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hlo_text_v1::json_report_test {

using namespace internal;

using ::testing::HasSubstr;
using ::testing::Not;

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

size_t Count(std::string_view text, std::string_view what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(HtmlReport, NamesAreNoMarkup) {
  const std::string evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
  DumpFolder folder;
  folder.path = evil;
  folder.others = {evil};
  ModuleReport report;
  report.module.name = evil;
  report.module.others = {evil};
  StageReport stage;
  stage.stage.file = stage.stage.pass = stage.stage.pipeline = stage.stage.next = evil;
  report.stages.push_back(stage);
  stage.error = evil;
  report.stages.push_back(stage);
  const std::string html = WriteHtmlReport(folder, {report});
  const std::string plain = WriteHtmlReport({}, {});
  EXPECT_THAT(plain, HasSubstr("<title>Passes of </title>"));
  for (const char* tag : {"<script", "</script", "<img", "<!--", "onerror=alert(2)>"}) {
    EXPECT_EQ(Count(html, tag), Count(plain, tag)) << tag;
  }
  // The page loads nothing.
  for (const char* word : {"http:", "https:", "innerHTML"}) {
    EXPECT_THAT(plain, Not(HasSubstr(word)));
  }
}

}  // namespace hlo_text_v1::json_report_test
