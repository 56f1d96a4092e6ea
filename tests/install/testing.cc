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
  module = hlo_text::ReadHloModule(
      "ENTRY e { y = f32[2,3] parameter(1) x = f32[2,3] parameter(0) ROOT s = f32[2,3] add(x, y) "
      "}");
  ASSERT_TRUE(module.ok());
  HLO_EXPECT_GOLDEN(*module, "add.hlo");
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  hlo_text::InitHloTesting(&argc, argv);
  return RUN_ALL_TESTS();
}
