#include "src/tools/hlo_fmt/program_stages.h"

#include <gtest/gtest.h>

#include "absl/status/status.h"
#include "hlo/source.h"

namespace hlo::program_stages_test {

constexpr char kUnscheduled[] = R"(HloModule m
ENTRY e {
  x = f32[2] parameter(0)
  c = f32[2] cosine(x)
  b = f32[2] sine(x)
  a = f32[2] add(b, c)
  ROOT r = (f32[2], f32[2], f32[2]) tuple(a, c, b)
}
)";

TEST(ProgramStages, StaysAtTheFixedPoint) {
  const Flags flags;
  const TextPrinter printer(flags, nullptr);
  DiagnosticLog log("a", false);
  Timing timing;
  const auto text = printer.PrintUntilItStays(SourceBuffer::Copy(kUnscheduled), &log, &timing);
  ASSERT_TRUE(text.ok()) << text.status();
  const auto again = printer.Print(SourceBuffer::Copy(*text), &log, &timing);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(*again, *text);
  EXPECT_GT(timing.parse_s, 0);
  EXPECT_EQ(log.TakeText(), "");
}

TEST(ProgramStages, JobsMakeNoDifference) {
  std::string source = "HloModule m\n";
  for (int i = 0; source.size() < 5 << 20; ++i) {
    const std::string n = std::to_string(i);
    source += "%f" + n + " (p" + n + ": f32[2]) -> f32[2] {\n  %p" + n +
              " = f32[2]{0} parameter(0)\n  ROOT %r" + n + " = f32[2]{0} ";
    source += (i == 0 ? "negate(%p0)" : "call(%p" + n + "), to_apply=%f" + std::to_string(i - 1));
    source += "\n}\n";
  }
  const Flags flags;
  const auto one = TextPrinter(flags, nullptr).Print(SourceBuffer::Copy(source), nullptr, nullptr);
  const TextPrinter printer(flags, nullptr, 3);
  const auto several = printer.Print(SourceBuffer::Copy(source), nullptr, nullptr);
  ASSERT_TRUE(one.ok() && several.ok());
  EXPECT_TRUE(*one == *several);
}

TEST(ProgramStages, RefusesWithDiagnostics) {
  const Flags flags;
  const TextPrinter printer(flags, nullptr);
  DiagnosticLog log("a", false);
  const auto text = printer.PrintUntilItStays(SourceBuffer::Copy("x"), &log, nullptr);
  EXPECT_EQ(text.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(log.TakeText().substr(0, 7), "a:1:2: ");
  EXPECT_FALSE(printer.Print(SourceBuffer::Copy("x"), nullptr, nullptr).ok());
}

TEST(ProgramStages, VerifierViolationsRefuse) {
  Flags flags;
  flags.verify = true;
  const TextPrinter printer(flags, nullptr);
  DiagnosticLog log("a", false);
  const auto text = printer.Print(SourceBuffer::Copy(R"(HloModule m
ENTRY main {
  a = f32[2] parameter(0)
  s = ((f32[2]), f32[2], s32[]) negate-start(a)
  d = f32[2] negate-done(s)
  ROOT r = f32[2] negate-done(s)
}
)"),
                                  &log, nullptr);
  EXPECT_EQ(text.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_NE(log.TakeText().find("a:4:3: error: "), std::string::npos);
}

// XLA adds to the metadata of such a sharding whenever it reads it.
TEST(ProgramStages, SomeTextsNeverStay) {
  const Flags flags;
  const TextPrinter printer(flags, nullptr);
  DiagnosticLog log("a", false);
  const auto text = printer.PrintUntilItStays(
      SourceBuffer::Copy("HloModule m\nENTRY e {\n  ROOT p = f32[4,4] parameter(0), "
                         "sharding={unreduced metadata={op_type=\"sdy::reduction_op\" "
                         "op_name=\"SUM\"}}\n}\n"),
      &log, nullptr);
  EXPECT_EQ(text.status().code(), absl::StatusCode::kFailedPrecondition) << *text;
}

}  // namespace hlo::program_stages_test
