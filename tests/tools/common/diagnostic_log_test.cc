#include "src/tools/common/diagnostic_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/parser.h"

namespace hlo_text_v1::diagnostic_log_test {

using namespace internal;

using testing::EndsWith;
using testing::StartsWith;

std::vector<Diagnostic> ErrorsOf(std::string_view text) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_FALSE(ParseHloModule(text, {}, &diagnostics).ok());
  return diagnostics;
}

TEST(DiagnosticLog, CollectsInOrder) {
  DiagnosticLog log("a.hlo", /*color=*/false, "hlo-fmt");
  log.Complain("first");
  log.Add("x", ErrorsOf("x"));
  log.ComplainPlainly("last");
  const std::string text = log.TakeText();
  EXPECT_THAT(text, StartsWith("hlo-fmt: a.hlo: first\na.hlo:1:2: error: "));
  EXPECT_THAT(text, EndsWith("\nhlo-fmt: last\n"));
}

TEST(DiagnosticLog, NamesDoNotCommandATerminal) {
  DiagnosticLog log("a\033[2J.hlo", false, "hlo-fmt");
  log.Complain("first\nsecond");
  EXPECT_EQ(log.TakeText(), "hlo-fmt: a?[2J.hlo: first\nsecond\n");
}

TEST(DiagnosticLog, PartsCountLinesFromTheBeginning) {
  const std::string whole = "one\ntwo\n  ?\n";
  DiagnosticLog log("a.hlo", false, "hlo-fmt");
  log.SetPart(whole, 8);
  log.Add("  ?\n", ErrorsOf("  ?\n"));
  const std::string text = log.TakeText();
  EXPECT_THAT(text, StartsWith("a.hlo:3:3: error: "));
  EXPECT_THAT(text, testing::HasSubstr("\n  ?\n  ^"));
}

TEST(DiagnosticLog, NobodyReadsAThousandViolations) {
  DiagnosticLog log("a.hlo", false, "hlo-fmt");
  log.AddViolations("x", std::vector<Diagnostic>(1000, ErrorsOf("x")[0]));
  EXPECT_THAT(log.TakeText(), EndsWith("hlo-fmt: a.hlo: 900 more violations\n"));
  DiagnosticLog few("a.hlo", false, "hlo-fmt");
  few.AddViolations("x", {});
  EXPECT_EQ(few.TakeText(), "");
}

}  // namespace hlo_text_v1::diagnostic_log_test
