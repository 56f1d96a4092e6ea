// hlo-opt as users run it.
// Tests: opt, opt_flags
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "src/tools/hlo_opt/opt_flags.h"
#include "tests/support/program_test_util.h"
#include "tests/tools/common/flags_test_util.h"

namespace hlo_text_v1::hlo_opt_test {

using namespace internal;

using testing::HasSubstr;
using testing::Not;

class HloOptTest : public ProgramTest {
 protected:
  HloOptTest() : ProgramTest(HLO_OPT) {}
  void SetUp() override {
    ProgramTest::SetUp();
    Put("a.hlo",
        "ENTRY e {\n  x = f32[] parameter(0)\n  y = f32[] negate(x)\n"
        "  ROOT z = f32[] abs(x)\n}\n");
  }
};

TEST_F(HloOptTest, RunsAPipeline) {
  const Result r = Run("--pass-pipeline=dce --timing a.hlo");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.out, HasSubstr("ROOT %z = f32[] abs(%x)"));
  EXPECT_THAT(r.out, Not(HasSubstr("negate")));
  EXPECT_THAT(r.err, HasSubstr(" s  pipeline/dce, 1 of 1 runs changed the module\n"));
  EXPECT_EQ(Run("--passes=dce -o out.hlo - <a.hlo").exit_code, 0);
  EXPECT_EQ(Get("out.hlo"), r.out);
  EXPECT_THAT(Run("a.hlo").out, HasSubstr("negate"));
}

TEST_F(HloOptTest, Dumps) {
  EXPECT_EQ(Run("--pass_pipeline='p(cse,dce)' --dump-to=d a.hlo").exit_code, 0);
  EXPECT_THAT(Get("d/module_0001.a.0001.p.after_dce.before_pipeline-end.txt"),
              Not(HasSubstr("negate")));
  Put("file", "");
  EXPECT_EQ(Run("--passes=dce --dump_to=file a.hlo").exit_code, 3);
}

TEST_F(HloOptTest, Refuses) {
  const Result r = Run("--passes=dse a.hlo");
  EXPECT_EQ(r.exit_code, 2);
  EXPECT_EQ(r.err, "hlo-opt: no pass is called 'dse'; did you mean cse?\nTry hlo-opt --help.\n");
  EXPECT_EQ(Run("").exit_code, 2);
  EXPECT_EQ(Run("a.hlo b.hlo").exit_code, 2);
  EXPECT_EQ(Run("none.hlo").exit_code, 3);
  Put("bad.hlo", "ENTRY e {\n  x = f32[] parameter(0)\n  ROOT z = f32[2] abs(x)\n}\n");
  const Result bad = Run("--passes=dce bad.hlo");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_THAT(bad.err, HasSubstr("before the first pass: "));
  EXPECT_EQ(bad.out, "");
  EXPECT_EQ(Run("--passes=dce --noverify_each bad.hlo").exit_code, 0);
}

TEST_F(HloOptTest, ListsPasses) {
  const Result r = Run("--list-passes");
  EXPECT_EQ(r.exit_code, 0);
  EXPECT_THAT(r.out, HasSubstr("dce                   removes what"));
}

TEST(OptFlags, HelpAndVersionNeedNothingElse) {
  test::ExpectHelpAndVersionNeedNothingElse(ParseOptFlags, "--timing");
}

}  // namespace hlo_text_v1::hlo_opt_test
