// tests/passes/flops.tsv has XLA's answers for modules of testdata: hlo_module_cost_analysis of
// jaxlib. tests/checks/cost_model_check.py asks XLA itself.
#include "tests/passes/cost_model.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "tests/support/read.h"

namespace hlo_text_v1::cost_model_test {

TEST(CostModel, CountsAsXla) {
  std::istringstream lines(ReadFile(std::filesystem::path(HLO_TEXT_TESTS) / "passes/flops.tsv"));
  int compared = 0;
  std::string path;
  double expected = 0;
  while (lines >> path >> expected) {
    const HloModule module = ReadModule(ReadFile(std::filesystem::path(HLO_TEXT_TESTDATA) / path));
    passes::CostModel model;
    EXPECT_DOUBLE_EQ(model.FlopsOf(module.entry_computation()), expected) << path;
    ++compared;
  }
  EXPECT_GT(compared, 80);
}

}  // namespace hlo_text_v1::cost_model_test
