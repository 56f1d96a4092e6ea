// The verifier takes modules without sugar; ReadHloModule desugars a copy for it.
#include "tests/verify/verify_test_util.h"

namespace hlo_text_v1::test::sugar_test {

// The wrapped transpose is wrong.
constexpr char kText[] =
    "HloModule m\n"
    "ENTRY e {\n"
    "  a = f32[8,4] parameter(0)\n"
    "  s = ((f32[8,4]), f32[3,3], s32[]) transpose-start(a), dimensions={1,0}\n"
    "  ROOT d = f32[3,3] transpose-done(s)\n"
    "}\n";
constexpr char kMessage[] = "shape equal to f32[4,8], actual shape is f32[3,3]";

TEST(VerifySugar, IsRefused) {
  EXPECT_THAT(Messages(ModuleOf(kText)), ::testing::ElementsAre("run Desugar first"));
}

TEST(VerifySugar, OnReading) {
  ReadOptions options;
  options.desugar = false;
  EXPECT_TRUE(ReadHloModule(kText, options).ok());
  options.verify = true;
  const absl::StatusOr<HloModule> module = ReadHloModule(kText, options);
  ASSERT_FALSE(module.ok());
  EXPECT_THAT(std::string(module.status().message()), ::testing::HasSubstr(kMessage));
}

}  // namespace hlo_text_v1::test::sugar_test
