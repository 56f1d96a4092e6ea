// hlo/testing.h from the installed package.
#include "hlo/testing.h"

#include "hlo/read.h"

TEST(Testing, OfAnInstalledPackage) {
  const char* const kText = "ENTRY e { ROOT x = f32[] parameter(0) }";
  absl::StatusOr<hlo_text::HloModule> module = hlo_text::ReadHloModule(kText);
  ASSERT_TRUE(module.ok());
  EXPECT_THAT(*module, hlo_text::matchers::Verifies());
  EXPECT_THAT(*module, hlo_text::matchers::Contains(hlo_text::m::Parameter(0)));
  EXPECT_TRUE(hlo_text::matchers::RunsTo([](hlo_text::HloModule*) { return false; }, kText, kText));
}
