// tests/passes/flops.tsv has XLA's answers for modules of testdata: hlo_module_cost_analysis of
// jaxlib. With HLO_FLOPS set to a list of that form, PATH and flops a line, checks that one too:
// 99 % must agree.
#include "tests/passes/cost_model.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "tests/support/read.h"

namespace hlo::cost_model_test {

bool HasCustomCall(const HloModule& module) {
  for (const HloComputation* computation : module.computations()) {
    for (const HloInstruction* i : computation->instructions()) {
      if (i->opcode() == HloOpcode::kCustomCall) return true;
    }
  }
  return false;
}

struct Score {
  int right = 0;
  int wrong = 0;
};

// `list`: a path below `folder`, a tab, and the flops a line. Leaves out modules with custom calls.
Score Compare(const std::filesystem::path& list, const std::filesystem::path& folder) {
  Score score;
  std::istringstream lines(ReadFile(list));
  std::string path;
  double expected = 0;
  while (lines >> path >> expected) {
    const HloModule module = ReadModule(ReadFile(folder / path));
    if (HasCustomCall(module)) continue;
    passes::CostModel model;
    const double flops = model.FlopsOf(module.entry_computation());
    const bool is_right = std::abs(flops - expected) <= 1e-6 * std::max(1.0, std::abs(expected));
    ++(is_right ? score.right : score.wrong);
  }
  return score;
}

TEST(CostModel, CountsAsXla) {
  const std::filesystem::path tests(HLO_TEXT_TESTS);
  const Score score = Compare(tests / "passes/flops.tsv", HLO_TEXT_TESTDATA);
  EXPECT_EQ(score.wrong, 0);
  EXPECT_GT(score.right, 150);
}

TEST(CostModel, CountsAsXlaOnAList) {
  const char* list = std::getenv("HLO_FLOPS");
  if (list == nullptr) GTEST_SKIP() << "needs HLO_FLOPS";
  const Score score = Compare(list, "/");
  EXPECT_GE(score.right, 99 * score.wrong) << score.right << " right, " << score.wrong << " wrong";
}

}  // namespace hlo::cost_model_test
