// Messages of hlo-check.
// Tests of src/check: report, tokens
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "src/base/strings.h"
#include "src/check/report.h"
#include "src/check/run_checks.h"
#include "tests/goldens/goldens.h"

namespace hlo::goldens {

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

}  // namespace hlo::goldens
