// Messages of hlo-check.
// Tests of src/check: align_lines, hlo_pattern, report, rewrite_pattern, tokens, update_checks
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/base/strings.h"
#include "src/check/report.h"
#include "src/check/run_checks.h"
#include "src/check/update_checks.h"
#include "tests/goldens/goldens.h"

namespace hlo_text_v1::goldens {

using namespace internal;

Text CheckReport(const std::string& name) {
  const std::string checks = ReadSource(name + ".check");
  const std::string input = ReadSource(name + ".input");
  const NamedText check_file{StrCat(LastName(name), ".check"), checks};
  const NamedText text{StrCat(LastName(name), ".input"), input};
  CheckFile file;
  CheckFileError error;
  if (!ReadCheckFile(checks, {}, &file, &error)) return ReportError(error, check_file, {});
  const std::string collapsed = CollapseBlanks(input, /*strict_whitespace=*/false);
  std::string report;
  for (const CheckFailure& failure : RunChecks(file, {}, collapsed).failures) {
    report += ReportFailure(failure, check_file, text, collapsed, {});
  }
  EXPECT_NE(report, "") << name;
  return report;
}

Text UpdatedCheck(const std::string& name) {
  UpdatedChecks updated;
  CheckFileError error;
  const std::string input =
      CollapseBlanks(ReadSource(name + ".input"), /*strict_whitespace=*/false);
  if (!UpdateChecks(ReadSource(name + ".check"), {}, input, &updated, &error)) return std::nullopt;
  CheckFile file;
  EXPECT_TRUE(ReadCheckFile(updated.text, {}, &file, &error)) << error.message;
  EXPECT_TRUE(RunChecks(file, {}, input).failures.empty()) << updated.text;
  return updated.text;
}

}  // namespace hlo_text_v1::goldens
