// The matchers, and the messages of those that fail.
#include "hlo/testing.h"

#include <gtest/gtest-spi.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "hlo/edit.h"
#include "hlo/graph.h"
#include "hlo/printer.h"
#include "hlo/query.h"
#include "hlo/read.h"

namespace hlo_text_v1::testing_test {

constexpr std::string_view kTwice =
    "HloModule twice\n"
    "ENTRY e { x = f32[4] parameter(0)\n"
    "  y = f32[4] negate(x)\n"
    "  ROOT z = f32[4] negate(y) }";
constexpr std::string_view kNothing = "HloModule twice\n ENTRY e { ROOT x = f32[4] parameter(0) }";

HloModule Read(std::string_view text) { return *ReadHloModule(text); }

template <typename T, typename M>
std::string MessageOf(const T& value, const M& matcher) {
  ::testing::StringMatchResultListener listener;
  EXPECT_FALSE(::testing::ExplainMatchResult(matcher, value, &listener));
  return listener.str();
}

// Replaces -(-x) by x.
absl::StatusOr<bool> CancelNegations(HloModule* module) {
  bool changed = false;
  for (HloComputation* computation : module->computations()) {
    for (HloInstruction* i : PrintOrder(*computation)) {
      HloInstruction* x = nullptr;
      if (i->parent() == nullptr || !Match(i, m::Negate(m::Negate(m::Op(&x))))) continue;
      absl::Status status = ReplaceInstruction(i, x);
      if (!status.ok()) return status;
      changed = true;
    }
  }
  return changed;
}

TEST(Matchers, IsSameProgram) {
  const HloModule module = Read(kTwice);
  EXPECT_THAT(module, matchers::IsSameProgram(kTwice));
  EXPECT_THAT(module, ::testing::Not(matchers::IsSameProgram(kNothing)));
  EXPECT_EQ(MessageOf(module, matchers::IsSameProgram(kNothing)),
            "which differs from it, + is the actual program:\n"
            "@@ ENTRY %e @@\n"
            "- ROOT %x = f32[4]{0} parameter(0)\n"
            "+ %x = f32[4]{0} parameter(0)  // ROOT\n"
            "+ %y = f32[4]{0} negate(%x)\n"
            "+ ROOT %z = f32[4]{0} negate(%y)\n");
  EXPECT_EQ(MessageOf(module, matchers::IsSameProgram("ENTRY e {")).substr(0, 30),
            "the expected text is refused:\n");
}

TEST(Matchers, Verifies) {
  HloModule module = Read(kTwice);
  EXPECT_THAT(module, matchers::Verifies());
  EXPECT_TRUE(SetShape(module.entry_computation()->root_instruction(),
                       module.shapes().Array(PrimitiveType::kF32, {3}))
                  .ok());
  EXPECT_THAT(MessageOf(module, matchers::Verifies()),
              ::testing::StartsWith("which breaks rules:\n"));
  EXPECT_NONFATAL_FAILURE(EXPECT_THAT(module, matchers::Verifies()),
                          "module twice, 3 instructions");
}

TEST(Matchers, Contains) {
  const HloModule module = Read(kTwice);
  const HloInstruction* x = nullptr;
  EXPECT_THAT(module, matchers::Contains(m::Negate(m::Negate(m::Op(&x)))));
  EXPECT_EQ(x->name(), "x");
  EXPECT_THAT(*module.entry_computation(), matchers::Contains(m::Parameter(0)));
  EXPECT_EQ(MessageOf(module, matchers::Contains(m::Add())),
            "which has\n"
            "%x = f32[4]{0} parameter(0)\n"
            "%y = f32[4]{0} negate(%x)\n"
            "%z = f32[4]{0} negate(%y)");
}

TEST(RunsTo, Passes) {
  EXPECT_TRUE(matchers::RunsTo(CancelNegations, kTwice, kNothing));
  EXPECT_TRUE(matchers::RunsTo(CancelNegations, kNothing, kNothing));
  EXPECT_TRUE(matchers::RunsTo([](HloModule& module) { return *CancelNegations(&module); }, kTwice,
                               kNothing));
}

TEST(RunsTo, Failures) {
  const auto message = [](auto pass, std::string_view before, std::string_view after) {
    return std::string(matchers::RunsTo(pass, before, after).message());
  };
  const auto nothing = [](HloModule*) { return false; };
  EXPECT_EQ(message(CancelNegations, kTwice, kTwice),
            "the pass makes a program which differs from it, + is the actual program:\n"
            "@@ ENTRY %e @@\n"
            "- %x = f32[4]{0} parameter(0)\n"
            "+ ROOT %x = f32[4]{0} parameter(0)  // ROOT\n"
            "- %y = f32[4]{0} negate(%x)\n"
            "- ROOT %z = f32[4]{0} negate(%y)\n");
  EXPECT_EQ(message([](HloModule*) { return true; }, kTwice, kTwice),
            "the pass returns true, but has changed nothing");
  EXPECT_EQ(message([](HloModule* m) { return !*CancelNegations(m); }, kTwice, kNothing),
            "the pass returns false, but has changed the program");
  EXPECT_EQ(message([](HloModule*) -> absl::StatusOr<bool> { return absl::InternalError("oh"); },
                    kTwice, kNothing),
            "the pass fails: oh");
  EXPECT_THAT(message(nothing, "ENTRY e {", kNothing),
              ::testing::HasSubstr("before is refused:\n"));
  EXPECT_THAT(message(nothing, kTwice, "ENTRY e { ROOT x = f32[] negate(x) }"),
              ::testing::HasSubstr("the program after is refused:\n"));
  const auto breaks = [](HloModule* module) {
    return SetShape(module->entry_computation()->root_instruction(),
                    module->shapes().Array(PrimitiveType::kF32, {3}))
        .ok();
  };
  const std::string broken = message(breaks, kTwice, kNothing);
  EXPECT_THAT(broken, ::testing::StartsWith("the pass makes a program which breaks rules:\n"));
  EXPECT_THAT(broken, ::testing::HasSubstr("Its changes:\n@@ HloModule @@\n"));
  EXPECT_THAT(broken, ::testing::EndsWith("- ROOT %z = f32[4]{0} negate(%y)\n"
                                          "+ ROOT %z = f32[3]{0} negate(%y)  // shape\n"));
}

TEST(Golden, IsWrittenAndCompared) {
  const std::string folder = ::testing::TempDir() + "hlo_testing_golden/";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  const HloModule twice = Read(kTwice);
  const auto check = [&] { return matchers::IsGolden(twice, "twice.hlo", folder + "test.cc"); };
  EXPECT_EQ(std::string(check().message()),
            folder + "twice.hlo cannot be read\n" + folder +
                "twice.hlo: HLO_UPDATE_GOLDENS=1 in the environment writes the actual program");
  setenv("HLO_UPDATE_GOLDENS", "1", 1);
  EXPECT_TRUE(check());
  EXPECT_EQ(std::string(matchers::IsGolden(twice, folder + "none/x.hlo", "").message()),
            "cannot write " + folder + "none/x.hlo");
  unsetenv("HLO_UPDATE_GOLDENS");
  EXPECT_TRUE(check());
  HLO_EXPECT_GOLDEN(twice, folder + "twice.hlo");
  const std::string why(
      matchers::IsGolden(Read(kNothing), "twice.hlo", folder + "test.cc").message());
  EXPECT_THAT(why, ::testing::HasSubstr("- %y = f32[4]{0} negate(%x)\n"));
  std::filesystem::remove_all(folder);
}

}  // namespace hlo_text_v1::testing_test
