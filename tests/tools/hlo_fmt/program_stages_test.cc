#include "src/tools/hlo_fmt/program_stages.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "hlo/source.h"

namespace hlo_text_v1::program_stages_test {

using namespace internal;

struct Stages {
  explicit Stages(const FormatSettings& settings) : stages(settings, &log, &timing) {}

  DiagnosticLog log{"a", /*color=*/false, "hlo-fmt"};
  Timing timing;
  ProgramStages stages;
};

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
  const FormatSettings one_job(flags), three_jobs(flags, 3);
  const Stages one(one_job), several(three_jobs);
  const auto a = one.stages.Read(SourceBuffer::Copy(source));
  const auto b = several.stages.Read(SourceBuffer::Copy(source));
  ASSERT_TRUE(a.ok() && b.ok());
  EXPECT_TRUE(one.stages.Print(*a) == several.stages.Print(*b));
  EXPECT_GT(one.timing.parse_s, 0);
  EXPECT_GT(one.timing.print_s, 0);
}

TEST(ProgramStages, ReadRefusesWithDiagnostics) {
  const Flags flags;
  const FormatSettings settings(flags);
  Stages s(settings);
  const auto module = s.stages.Read(SourceBuffer::Copy("x"));
  EXPECT_EQ(module.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(s.log.TakeText().substr(0, 7), "a:1:2: ");
}

TEST(ProgramStages, VerifierViolationsRefuse) {
  Flags flags;
  flags.verify = true;
  const FormatSettings settings(flags);
  Stages s(settings);
  const auto module = s.stages.Read(SourceBuffer::Copy(R"(HloModule m
ENTRY main {
  a = f32[2] parameter(0)
  s = ((f32[2]), f32[2], s32[]) negate-start(a)
  d = f32[2] negate-done(s)
  ROOT r = f32[2] negate-done(s)
}
)"));
  EXPECT_EQ(module.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_GT(s.timing.desugar_s, 0);
  EXPECT_NE(s.log.TakeText().find("a:4:3: error: "), std::string::npos);
}

}  // namespace hlo_text_v1::program_stages_test
