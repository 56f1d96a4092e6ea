// The matchers; testdata/testing has the messages of those that fail.
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

TEST(Matchers, Match) {
  HloModule module = Read(kTwice);
  EXPECT_THAT(module, matchers::IsSameProgram(kTwice));
  EXPECT_THAT(module, ::testing::Not(matchers::IsSameProgram(kNothing)));
  EXPECT_THAT(module, matchers::Verifies());
  const HloInstruction* x = nullptr;
  EXPECT_THAT(module, matchers::Contains(m::Negate(m::Negate(m::Op(&x)))));
  EXPECT_EQ(x->name(), "x");
  EXPECT_THAT(*module.entry_computation(), matchers::Contains(m::Parameter(0)));
  EXPECT_THAT(module, ::testing::Not(matchers::Contains(m::Add())));
  EXPECT_NONFATAL_FAILURE(EXPECT_THAT(module, matchers::IsSameProgram(kNothing)),
                          "module twice, 3 instructions");
}

TEST(RunsTo, Passes) {
  EXPECT_TRUE(matchers::RunsTo(CancelNegations, kTwice, kNothing));
  EXPECT_TRUE(matchers::RunsTo(CancelNegations, kNothing, kNothing));
  EXPECT_TRUE(matchers::RunsTo([](HloModule& module) { return *CancelNegations(&module); }, kTwice,
                               kNothing));
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
  char program[] = "test", flag[] = "--hlo_update_goldens", other[] = "--other";
  char* argv[] = {program, flag, other, nullptr};
  int argc = 3;
  InitHloTesting(&argc, argv);
  EXPECT_EQ(argc, 2);
  EXPECT_STREQ(argv[1], "--other");
  EXPECT_EQ(argv[2], nullptr);
  EXPECT_TRUE(check());
  EXPECT_EQ(std::string(matchers::IsGolden(twice, folder + "none/x.hlo", "").message()),
            "cannot write " + folder + "none/x.hlo");
  InitHloTesting(&argc, argv);
  EXPECT_TRUE(check());
  HLO_EXPECT_GOLDEN(twice, folder + "twice.hlo");
  const HloModule nothing = Read(kNothing);
  const auto changed = [&] { return matchers::IsGolden(nothing, "twice.hlo", folder + "test.cc"); };
  EXPECT_THAT(std::string(changed().message()),
              ::testing::EndsWith("twice.hlo: --hlo_update_goldens writes the actual program"));
  setenv("HLO_UPDATE_GOLDENS", "1", 1);
  EXPECT_TRUE(changed());
  unsetenv("HLO_UPDATE_GOLDENS");
  EXPECT_FALSE(check());
  std::filesystem::remove_all(folder);
}

}  // namespace hlo_text_v1::testing_test
