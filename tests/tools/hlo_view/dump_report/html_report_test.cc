#include "src/tools/hlo_view/dump_report/html_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/tools/hlo_view/dump_report/passes_test_util.h"

namespace hlo::html_report_test {

using namespace internal;

using ::testing::HasSubstr;
using ::testing::Not;

size_t Count(std::string_view text, std::string_view what) {
  size_t count = 0;
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
  return count;
}

TEST(HtmlReport, HoldsTheReport) {
  const DumpFolder folder = test::ListTestFolder("async");
  const std::string html = WriteHtmlReport(folder, test::ReportAll(folder));
  EXPECT_THAT(html, HasSubstr("<title>Passes of async</title>"));
  EXPECT_THAT(html, HasSubstr("latency-hiding-scheduler"));
  EXPECT_THAT(html, HasSubstr("async-update"));
  // Loads nothing from elsewhere.
  EXPECT_THAT(html, Not(HasSubstr("http:")));
  EXPECT_THAT(html, Not(HasSubstr("https:")));
  EXPECT_THAT(html, Not(HasSubstr("innerHTML")));
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
  for (const char* tag : {"<script", "</script", "<img", "<!--", "onerror=alert(2)>"}) {
    EXPECT_EQ(Count(html, tag), Count(plain, tag)) << tag;
  }
}

}  // namespace hlo::html_report_test
