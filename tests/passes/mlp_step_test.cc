// The program is mlp_step.hlo. tests/checks/mlp_step_check.py shows that XLA prints it in the same
// way, and what it computes.
#include "tests/passes/mlp_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/canonical.h"
#include "hlo/proto.h"
#include "hlo/verify.h"
#include "tests/support/read.h"

namespace hlo_text_v1::mlp_step_test {

TEST(MlpStep, Builds) {
  const absl::StatusOr<HloModule> module = passes::MlpStep();
  ASSERT_TRUE(module.ok()) << module.status();
  EXPECT_THAT(Verify(*module), ::testing::IsEmpty());
  EXPECT_EQ(PrintHloModule(*module),
            ReadFile(std::filesystem::path(HLO_TEXT_TESTS) / "passes/mlp_step.hlo"));
  const absl::StatusOr<std::string> bytes = SerializeHloModule(*module);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const absl::StatusOr<HloModule> again = ParseHloProto(*bytes);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(Fingerprint(*again), Fingerprint(*module));
}

}  // namespace hlo_text_v1::mlp_step_test
