// A module with sugar is verified as Desugar makes it.
#include "src/base/strings.h"
#include "tests/verify/verify_test_util.h"

namespace hlo::test::sugar_test {

// The wrapped transpose is wrong.
constexpr char kText[] =
    "HloModule m\n"
    "ENTRY e {\n"
    "  a = f32[8,4] parameter(0)\n"
    "  s = ((f32[8,4]), f32[3,3], s32[]) transpose-start(a), dimensions={1,0}\n"
    "  ROOT d = f32[3,3] transpose-done(s)\n"
    "}\n";
constexpr char kMessage[] = "shape equal to f32[4,8], actual shape is f32[3,3]";

TEST(VerifySugar, AsGeneric) {
  const HloModule sugar = ModuleOf(kText);
  ASSERT_EQ(sugar.computations().size(), 1u);
  EXPECT_THAT(Messages(sugar), ::testing::ElementsAre(::testing::HasSubstr(kMessage)));
  EXPECT_EQ(Messages(sugar), Messages(ReadModule(kText)));
  // It stays sugar.
  EXPECT_EQ(sugar.computations().size(), 1u);
  // At the name of the start.
  const std::vector<Diagnostic> violations = Verify(sugar);
  ASSERT_EQ(violations.size(), 1u);
  EXPECT_EQ(sugar.source().substr(violations[0].begin, violations[0].end - violations[0].begin),
            "s");
}

// Chains of the same work are verified once, but each is reported, as in a desugared module.
TEST(VerifySugar, SameWork) {
  std::string text = "HloModule m\nENTRY e {\n  a = f32[8,4] parameter(0)\n";
  for (const char* name : {"x", "y", "z"}) {
    text += internal::StrCat("  s.", name, " = ((f32[8,4]), f32[8,4], s32[]) tanh-start(a), ",
                             "metadata={op_name=\"", name, "\"}\n", "  d.", name,
                             " = f32[8,4] tanh-done(s.", name, ")\n");
  }
  EXPECT_THAT(Messages(ModuleOf(text + "  ROOT r = f32[8,4] add(d.x, d.z)\n}\n")),
              ::testing::IsEmpty());
  // XLA refuses the content of each.
  std::string wrong = text + "  ROOT r = f32[8,4] add(d.x, d.z)\n}\n";
  for (size_t at = 0; (at = wrong.find("f32[8,4], s32", at)) != std::string::npos;) {
    wrong.replace(at, 8, "f32[4,8]");
  }
  const std::vector<std::string> messages = Messages(ModuleOf(wrong));
  EXPECT_GE(messages.size(), 3u);
  EXPECT_EQ(messages, Messages(ReadModule(wrong)));
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

}  // namespace hlo::test::sugar_test
