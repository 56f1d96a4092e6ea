#include "hlo/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/read.h"

namespace hlo_text_v1::summary_test {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Summary, OfAnEmptyModule) {
  EXPECT_THAT(SummarizeModule(HloModule()), HasSubstr("0 instructions in 0 computations"));
  EXPECT_THAT(SummarizeModule(HloModule(), SummaryForm::kJson),
              HasSubstr("\"instruction_count\":0"));
}

TEST(Summary, BeginsWithTheFile) {
  const HloModule module = ReadModule("HloModule m\nENTRY e { ROOT p = f32[] parameter(0) }");
  EXPECT_THAT(SummarizeModule(module, SummaryForm::kText, "a/b.hlo"),
              testing::StartsWith("a/b.hlo: m: 1 instruction in 1 computation, 1 replica"));
  EXPECT_THAT(SummarizeModule(module, SummaryForm::kJson, "a\"b"),
              testing::StartsWith("{\"file\":\"a\\\"b\",\"hlo_summary_version\":1,"));
}

TEST(Summary, UnknownTripCountsLeaveMovedBytesOut) {
  const std::string text = R"(HloModule m, replica_count=2
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
body { p = f32[4] parameter(0)
  ROOT r = f32[4] all-reduce(p), replica_groups={}, to_apply=add }
cond { p = f32[4] parameter(0)
  ROOT c = pred[] constant(true) }
ENTRY e { p = f32[4] parameter(0)
  ROOT w = f32[4] while(p), condition=cond, body=body CONFIG })";
  EXPECT_THAT(
      SummarizeModule(ReadModule(Replaced(text, "CONFIG", ""))),
      AllOf(HasSubstr("all-reduce: 1, operands 16 B\n"), HasSubstr("w in e: unknown trip count")));
  const std::string known = R"(, backend_config={"known_trip_count":{"n":"3"}})";
  EXPECT_THAT(
      SummarizeModule(ReadModule(Replaced(text, "CONFIG", known))),
      AllOf(HasSubstr("all-reduce: 1, operands 16 B, moves 48 B\n"), HasSubstr("w in e: 3 times")));
}

// Long lists of long names that take long escapes.
TEST(Summary, IsAlwaysShort) {
  std::string text = "HloModule " + std::string(5000, 'm') +
                     "\nc { p = f32[] parameter(0)\n  ROOT t = pred[] constant(true) }\n"
                     "b { ROOT p = f32[] parameter(0) }\nENTRY " +
                     std::string(5000, 'e') + " { p = f32[] parameter(0)\n";
  for (int i = 0; i < 300; ++i) {
    const std::string number = std::to_string(i);
    text += "  x" + number + std::string(500, 'x') + " = f32[" + number +
            "] custom-call(p), custom_call_target=\"" + number + std::string(100, '\x01') + "\"\n" +
            "  w" + number + std::string(500, 'w') + " = f32[] while(p), condition=c, body=b\n";
  }
  const HloModule module = ReadModule(text + "  ROOT r = f32[] negate(p) }");
  for (const SummaryForm form : {SummaryForm::kText, SummaryForm::kJson}) {
    const std::string summary = SummarizeModule(module, form);
    EXPECT_LT(summary.size(), kMaxSummaryBytes);
    EXPECT_THAT(summary, HasSubstr("custom-call"));
    EXPECT_THAT(summary, Not(HasSubstr("\x01")));
  }
}

}  // namespace hlo_text_v1::summary_test
