// hlo-fmt --diff_against.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/tools/hlo_fmt/hlo_fmt_test_util.h"

namespace hlo_text_v1::hlo_fmt_diff_test {

using namespace internal;

using testing::HasSubstr;
using testing::StartsWith;

constexpr char kRenumbered[] = R"(HloModule other
ENTRY main.7 {
  Arg_0.1 = f32[2] parameter(0)
  ROOT negate.2 = f32[2] negate(Arg_0.1)
}
)";
constexpr char kChanged[] = R"(HloModule good
ENTRY main {
  x = f32[2] parameter(0), metadata={op_name="x"}
  ROOT y = f32[2] sine(x), frontend_attributes={b="2",a="1"}
}
)";

class HloFmtDiffTest : public HloFmtTest {
 protected:
  void SetUp() override {
    HloFmtTest::SetUp();
    Put("renumbered.hlo", kRenumbered);
    Put("changed.hlo", kChanged);
  }
};

constexpr char kDifference[] = R"(@@ ENTRY %main @@
- ROOT %y = f32[2]{0} negate(%x)
+ ROOT %y = f32[2]{0} sine(%x), frontend_attributes={a="1",b="2"}  // opcode
)";

TEST_F(HloFmtDiffTest, SaysNothingOfEqualPrograms) {
  for (const char* arguments :
       {"--diff_against=good.hlo renumbered.hlo", "--diff_against good.hlo good.hlo",
        "--diff_against=good.hlo < renumbered.hlo", "--diff_against=- renumbered.hlo < good.hlo"}) {
    const Result r = Run(arguments);
    EXPECT_EQ(r.exit_code, 0) << arguments;
    EXPECT_EQ(r.out + r.err, "") << arguments;
  }
}

TEST_F(HloFmtDiffTest, ShowsWhatDiffers) {
  const Result r = Run("--diff_against=good.hlo changed.hlo");
  EXPECT_EQ(r.exit_code, 1);
  EXPECT_EQ(r.out, std::string("--- good.hlo\n+++ changed.hlo\n") + kDifference);
  EXPECT_EQ(r.err, "");
  const Result piped = Run("--diff_against=good.hlo --stdin_filename=that < changed.hlo");
  EXPECT_EQ(piped.out, std::string("--- good.hlo\n+++ that\n") + kDifference);
  const Result first = Run("--diff_against=- changed.hlo < good.hlo");
  EXPECT_EQ(first.out, std::string("--- <stdin>\n+++ changed.hlo\n") + kDifference);
}

TEST_F(HloFmtDiffTest, FlagsApplyToBoth) {
  const Result r = Run("--diff_against=changed.hlo --strip=frontend_attributes good.hlo");
  EXPECT_THAT(r.out, HasSubstr("- ROOT %y = f32[2]{0} sine(%x)\n"));
  Put("sharded.hlo", R"(HloModule good
ENTRY main {
  x = f32[2] parameter(0), sharding={replicated}
  ROOT y = f32[2] negate(x)
}
)");
  EXPECT_EQ(Run("--diff_against=good.hlo sharded.hlo").exit_code, 1);
  EXPECT_EQ(Run("--diff_against=sharded.hlo good.hlo").exit_code, 1);
  EXPECT_EQ(Run("--diff_against=good.hlo --strip=sharding sharded.hlo").exit_code, 0);
  Put("traced.hlo", R"(HloModule good
ENTRY main {
  x = f32[2] parameter(0)
  ROOT y = f32[2] negate(x), metadata={op_name="y"}
}
)");
  EXPECT_EQ(Run("--diff_against=good.hlo traced.hlo").exit_code, 0);
  EXPECT_EQ(Run("--diff_against=good.hlo --print_metadata traced.hlo").exit_code, 1);
  EXPECT_EQ(Run("--diff_against=good.hlo --print_metadata=false traced.hlo").exit_code, 0);
  EXPECT_EQ(Run("--diff_against=sharded.hlo --strip=sharding good.hlo").exit_code, 0);
}

TEST_F(HloFmtDiffTest, PrintOptionsSayWhatCounts) {
  Put("meta.hlo", R"(HloModule good
ENTRY main {
  x = f32[2,3]{1,0} parameter(0)
  ROOT y = f32[2,3]{1,0} negate(x), metadata={op_name="n"}
}
)");
  Put("other.hlo", R"(HloModule good
ENTRY main {
  x = f32[2,3]{1,0} parameter(0)
  ROOT y = f32[2,3]{0,1} negate(x), metadata={op_name="m"}
}
)");
  EXPECT_EQ(Run("--diff_against=meta.hlo --noinclude_layout_in_shapes other.hlo").exit_code, 0);
  const Result layout = Run("--diff_against=meta.hlo other.hlo");
  EXPECT_THAT(layout.out, HasSubstr("+ ROOT %y = f32[2,3]{0,1} negate(%x)  // layout\n"));
  const Result metadata =
      Run("--diff_against=meta.hlo --print_metadata --noinclude_layout_in_shapes other.hlo");
  EXPECT_EQ(metadata.exit_code, 1);
  EXPECT_THAT(
      metadata.out,
      HasSubstr("+ ROOT %y = f32[2,3] negate(%x), metadata={op_name=\"m\"}  // metadata\n"));
}

TEST_F(HloFmtDiffTest, UnwrappedCallsAreComparedAsSuch) {
  Put("async.hlo", R"(HloModule good
ENTRY main {
  x = f32[2] parameter(0)
  s = ((f32[2]), f32[2], u32[]) custom-call-start(x), custom_call_target="f"
  ROOT y = f32[2] custom-call-done(s)
}
)");
  for (const char* mode : {"", "--async=generic ", "--async=generic --wrap_calls "}) {
    EXPECT_EQ(Run(std::string("--diff_against=async.hlo ") + mode + "async.hlo").exit_code, 0);
    EXPECT_EQ(Run(std::string("--diff_against=async.hlo ") + mode + "good.hlo").exit_code, 1);
  }
}

TEST_F(HloFmtDiffTest, ErrorsOfBothAreTold) {
  const Result before = Run("--diff_against=bad.hlo good.hlo");
  EXPECT_EQ(before.exit_code, 1);
  EXPECT_EQ(before.out, "");
  EXPECT_THAT(before.err, StartsWith(std::string("bad.hlo") + kBadError));
  Put("worse.hlo", kBad);
  const Result both = Run("--diff_against=bad.hlo worse.hlo");
  EXPECT_THAT(both.err, StartsWith(std::string("bad.hlo") + kBadError));
  EXPECT_THAT(both.err, HasSubstr(std::string("worse.hlo") + kBadError));
  EXPECT_EQ(Run("--diff_against= good.hlo").exit_code, 2);  // an unset variable of a script
  const Result missing = Run("--diff_against=none.hlo good.hlo");
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_THAT(missing.err, HasSubstr("none.hlo"));
}

TEST_F(HloFmtDiffTest, TimingCountsBothInputs) {
  const Result r = Run("--diff_against=good.hlo --timing good.hlo");
  EXPECT_EQ(r.exit_code, 0);
  const std::string bytes = std::to_string(2 * std::string(kGood).size());
  EXPECT_THAT(r.err, HasSubstr("\"bytes_in\": " + bytes));
}

}  // namespace hlo_text_v1::hlo_fmt_diff_test
