// The front door: the stages that run, and their results.
#include "hlo/read.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "hlo/async.h"
#include "hlo/printer.h"

namespace hlo_text_v1::read_test {

constexpr char kChain[] =
    "start = ((f32[8]), f32[8], s32[]) custom-call-start(f32[8] x), custom_call_target=\"f\"\n"
    "done = f32[8] custom-call-done(start)\n";

HloOpcode RootOpcode(const absl::StatusOr<HloModule>& module) {
  return module->entry_computation()->root_instruction()->opcode();
}

TEST(ReadHloInstructions, AreGeneric) {
  const absl::StatusOr<HloModule> module = ReadHloInstructions(kChain);
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_EQ(RootOpcode(module), HloOpcode::kAsyncDone);
  EXPECT_EQ(module->computations().size(), 2u);
  // The same as the front door for modules gives for the program.
  const absl::StatusOr<HloModule> whole = ReadHloModule(
      std::string("HloModule _, is_scheduled=true\nENTRY _ {\n  x = f32[8] parameter(0)\n") +
      "  start = ((f32[8]), f32[8], s32[]) custom-call-start(x), custom_call_target=\"f\"\n"
      "  ROOT done = f32[8] custom-call-done(start)\n}\n");
  ASSERT_TRUE(whole.ok()) << whole.status();
  EXPECT_EQ(PrintHloModule(*module), PrintHloModule(*whole));
}

TEST(ReadHloInstructions, KeepSugarIfAsked) {
  ReadOptions options;
  options.desugar = false;
  const absl::StatusOr<HloModule> module = ReadHloInstructions(kChain, options);
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_EQ(module->entry_computation()->root_instruction()->async_phase(), AsyncPhase::kDone);
  EXPECT_EQ(module->computations().size(), 1u);
}

TEST(ReadHloInstructions, Verify) {
  const std::string text = "a = f32[3] abs(f32[2] x)\n";
  EXPECT_TRUE(ReadHloInstructions(text).ok());
  ReadOptions options;
  options.verify = true;
  std::vector<Diagnostic> diagnostics;
  const absl::StatusOr<HloModule> module = ReadHloInstructions(text, options, &diagnostics);
  EXPECT_EQ(module.status().code(), absl::StatusCode::kInvalidArgument);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].code, DiagnosticCode::kUnexpectedShape);
}

TEST(ReadHloInstructions, SayThatMixedPrecisionIsAllThatIsWrong) {
  ReadOptions options;
  options.verify = true;
  std::vector<Diagnostic> diagnostics;
  const std::string text = "a = f32[2] abs(bf16[2] x)\n";
  EXPECT_FALSE(ReadHloInstructions(text, options, &diagnostics).ok());
  ASSERT_FALSE(diagnostics.empty());
  ASSERT_EQ(diagnostics[0].notes.size(), 1u);
  EXPECT_EQ(diagnostics[0].notes[0].message,
            DiagnosticCodeText(DiagnosticCode::kMixedPrecisionNote));
  options.verify_options.allow_mixed_precision = true;
  EXPECT_TRUE(ReadHloInstructions(text, options).ok());
}

TEST(ReadHloInstructions, NoteOnMixedPrecisionOnlyWhereItHelps) {
  ReadOptions options;
  options.verify = true;
  for (const bool allow : {false, true}) {
    options.verify_options.allow_mixed_precision = allow;
    std::vector<Diagnostic> diagnostics;
    EXPECT_FALSE(ReadHloInstructions("a = f32[3] abs(f32[2] x)\n", options, &diagnostics).ok());
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_TRUE(diagnostics[0].notes.empty());
  }
}

TEST(ReadHloInstructions, KeepTheLimits) {
  ReadOptions options;
  options.parse.limits.max_input_bytes = 4;
  EXPECT_EQ(ReadHloInstructions(kChain, options).status().code(), absl::StatusCode::kOutOfRange);
}

// After a successful stage, with the diagnostics so far.
TEST(ReadHloModule, TellsOfItsStages) {
  std::vector<ReadStage> stages;
  std::vector<Diagnostic> diagnostics;
  ReadOptions options;
  options.verify = true;
  options.on_stage = [&](ReadStage stage) { stages.push_back(stage); };
  const std::string text = "HloModule m\nENTRY e { ROOT p = f32[2] parameter(0) }";
  EXPECT_TRUE(ReadHloModule(text, options).ok());
  using Stages = std::vector<ReadStage>;
  EXPECT_EQ(stages, Stages({ReadStage::kParse, ReadStage::kDesugar, ReadStage::kVerify}));
  stages.clear();
  EXPECT_FALSE(ReadHloModule(std::string("HloModule m\nENTRY e { ROOT p = f32[2] add(p) }"),
                             options, &diagnostics)
                   .ok());
  EXPECT_EQ(stages, Stages());
}

}  // namespace hlo_text_v1::read_test
