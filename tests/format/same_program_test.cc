#include "src/format/same_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hlo/parser.h"

namespace hlo_text_v1::same_program_test {

using namespace internal;

using testing::HasSubstr;

std::string Compare(std::string_view before, std::string_view after) {
  ParseOptions options;
  options.uniquify = false;
  absl::StatusOr<HloModule> module = ParseHloModule(before, options);
  EXPECT_TRUE(module.ok()) << module.status();
  const absl::Status status = CheckSameProgram(*std::move(module), after);
  if (status.ok()) return "";
  EXPECT_TRUE(absl::IsInternal(status));
  return std::string(status.message().data(), status.message().size());
}

TEST(SameProgram, Same) {
  EXPECT_EQ(Compare("x = f32[] constant(1)", "ROOT %x = f32[] constant(1.0)"), "");
  EXPECT_EQ(Compare("x = f32[20] constant(0)", "x = f32[20] constant(0.0)"), "");
  EXPECT_EQ(Compare("x = (f32[2], s32[]) constant(({1,2},3))",
                    "x = (f32[2], s32[]) constant(( {1, 2}, 3 ))"),
            "");
  EXPECT_EQ(Compare("x = ((f32[2]), f32[2], s32[]) copy-start(f32[2] p)",
                    "x = ((f32[2]), f32[2], s32[]) copy-start(f32[2] p)"),
            "");
}

// A literal need not store its last zeros.
TEST(SameProgram, Zeros) {
  const auto constant = [](std::string_view last) {
    return "x = s32[20] constant({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, " +
           std::string(last) + "})";
  };
  constexpr char kZeros[] = "x = s32[20] constant(0)";
  EXPECT_EQ(Compare(constant("0"), kZeros), "");
  EXPECT_EQ(Compare(kZeros, constant("0")), "");
  EXPECT_NE(Compare(constant("1"), kZeros), "");
  EXPECT_NE(Compare(kZeros, constant("1")), "");
}

TEST(SameProgram, Another) {
  constexpr char kAnother[] = "another program";
  EXPECT_THAT(Compare("x = f32[] constant(1)", "x = f32[] constant(2)"), HasSubstr(kAnother));
  // By default, none of these values prints.
  EXPECT_THAT(Compare("x = f32[20] constant(0)", "x = f32[20] constant(1)"), HasSubstr(kAnother));
  EXPECT_THAT(Compare("x = f32[20] constant({...})", "x = f32[20] constant(0)"),
              HasSubstr(kAnother));
  EXPECT_THAT(
      Compare("x = (f32[2], s32[]) constant(({1,2},3))", "x = (f32[2], s32[]) constant(({1,2},4))"),
      HasSubstr(kAnother));
  EXPECT_THAT(Compare("x = f32[] negate(f32[] p)", "x = f32[] copy(f32[] p)"), HasSubstr(kAnother));
}

TEST(SameProgram, Refused) {
  EXPECT_THAT(Compare("x = f32[] constant(1)", "x = f32[] constant("),
              HasSubstr("the formatted text is refused: 1:20: error: "));
}

}  // namespace hlo_text_v1::same_program_test
